// What `perclab lab` adds to JupyterLab: notes for lecturers are hidden, still pictures and folded code shrink, pictures turn dark with the
// theme, errors look like the cards of exercises, Run All keeps its place, and what a widget showed when its notebook was
// saved is kept, and shown, until its cell runs again.
{
  const STYLE = `.perclab-notes { display: none }
    .jp-RenderedSVG > img { max-width: 100%; height: auto }
    .jp-Placeholder-content { min-width: 0; max-width: 100%; overflow: hidden; box-sizing: border-box }
    body[data-jp-theme-light=false] .jp-RenderedSVG > img { filter: invert(0.92) hue-rotate(180deg) }
    body .jp-RenderedText[data-mime-type="application/vnd.jupyter.stderr"] {
      background: color-mix(in srgb, #c5221f 12%, var(--jp-layout-color0)); border: 1px solid #c5221f; border-left-width: 6px; border-radius: 4px;
      margin: 4px 0; padding: 8px 14px; max-width: 57em; box-sizing: border-box }
    body .jp-RenderedText[data-mime-type="application/vnd.jupyter.stderr"] pre { word-break: normal; overflow-wrap: anywhere }
    body .jp-RenderedText[data-mime-type="application/vnd.jupyter.stderr"] span { color: inherit }`;
  const RUN_ALL = ["runmenu:run-all", "runmenu:restart-and-run-all"];

  const mark = notebook => notebook.widgets.forEach(cell =>
    cell.toggleClass("perclab-notes", cell.model.getMetadata("slideshow")?.slide_type === "notes"));

  // The widgets' manager saves those that a kernel holds, and forgets the others, which the notebook shows as they were.
  const VIEW = "application/vnd.jupyter.widget-view+json", STATE = "application/vnd.jupyter.widget-state+json";
  const keep = ({ content, context: { model } }) => {
    const set = model.setMetadata.bind(model);
    model.setMetadata = (key, value) => {
      if (key === "widgets" && value[STATE]) {
        const old = model.getMetadata(key)?.[STATE]?.state ?? {}, { state } = value[STATE];
        const wanted = content.widgets.flatMap(cell => cell.model.outputs?.toJSON() ?? []).map(output => output.data?.[VIEW]?.model_id);
        for (const id of wanted) {
          if (!(id in old) || id in state) continue;
          state[id] = old[id];
          wanted.push(...Array.from(JSON.stringify(old[id]).matchAll(/"IPY_MODEL_(\w+)"/g), found => found[1]));
        }
      }
      set(key, value);
    };
  };

  // A widget that was asked for before those of the notebook were read says that there is no such model, and would go on saying so.
  const retry = ({ content }) => content.widgets.forEach(cell => cell.outputArea?.widgets.forEach((output, i) => {
    const shown = output.widgets?.at(-1);
    if (shown?.mimeType !== VIEW || !shown.node.textContent.startsWith("Error displaying widget")) return;
    shown.tries = (shown.tries ?? 0) + 1;
    if (shown.tries < 10) shown.renderModel(cell.model.outputs.get(i));
  }));

  const activate = app => {
    document.head.append(Object.assign(document.createElement("style"), { textContent: STYLE }));
    app.docRegistry.addWidgetExtension("Notebook", {
      createNew: panel => {
        const { content, revealed } = panel;
        keep(panel);
        content.modelContentChanged.connect(mark);
        revealed.then(() => mark(content));
        const timer = setInterval(retry, 1000, panel);
        panel.disposed.connect(() => clearInterval(timer));
        return { isDisposed: false, dispose() {} };
      },
    });
    const execute = app.commands.execute.bind(app.commands);
    app.commands.execute = async (id, ...rest) => {
      const notebook = RUN_ALL.includes(id) && app.shell.currentWidget?.content, place = notebook?.activeCellIndex;
      const done = await execute(id, ...rest);
      if (notebook) {
        notebook.activeCellIndex = place;
        await notebook.scrollToItem(place);
      }
      return done;
    };
  };

  const plugin = { id: "perclab:lab", autoStart: true, activate };
  (window._JUPYTERLAB ??= {}).perclab = { init() {}, get: async () => () => ({ __esModule: true, default: plugin }) };
}

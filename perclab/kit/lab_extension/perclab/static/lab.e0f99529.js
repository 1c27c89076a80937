// What `perclab lab` adds to JupyterLab: notes for lecturers are hidden, still pictures and folded code shrink, pictures turn dark with the
// theme, errors look like the cards of exercises, Run All keeps its place and goes on behind an error, what is done in a page is counted, a notebook is saved once at a time, and
// what a widget showed when it was saved is kept, and shown, until its cell runs again.
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
      const { dirty } = model;
      set(key, value);
      if (key === "language_info") model.dirty = dirty; // which every kernel tells of itself: no change of the reader's
    };
  };

  // A save that begins while another one is under way takes what that writes for somebody else's, and asks whether to overwrite it.
  const queue = context => {
    const save = context.save.bind(context);
    let last = Promise.resolve(), next;
    context.save = () => next ??= last.catch(() => {}).then(() => {
      next = null;
      return last = save();
    });
  };

  // A widget that was asked for before those of the notebook were read says that there is no such model, and would go on saying so.
  const retry = ({ content }) => content.widgets.forEach(cell => cell.outputArea?.widgets.forEach((output, i) => {
    const shown = output.widgets?.at(-1);
    if (shown?.mimeType !== VIEW || !shown.node.textContent.startsWith("Error displaying widget")) return;
    shown.tries = (shown.tries ?? 0) + 1;
    if (shown.tries < 10) shown.renderModel(cell.model.outputs.get(i));
  }));

  // Tasks done in a live plane, and the first option that was opened of a question, are kept by the notebook's kernel, be it a new one; where none listens they wait.
  // Beside a question stands that it was answered, as the file of that folder says; no kernel is needed for that.
  const count = ({ node, content, context, revealed, sessionContext }, contents) => {
    const known = new Set(), waiting = new Set(), answered = new Set();
    const source = cell => cell?.model.sharedModel.getSource() ?? "";
    const asked = cell => {
      const name = source(cell).match(/^ask\.(\w+)\s*$(?![^])/m)?.[1];
      const module = name && content.widgets.map(source).join("\n").match(/^(?:from [\w.]+ )?import (\w+) as ask\b/m)?.[1];
      return module && `${module}.${name}`;
    };
    const show = () => content.widgets.forEach(cell => cell.toggleClass("perclab-answered", answered.has(asked(cell))));
    const read = async () => {
      const { content: files } = await contents.get(context.path.replace(/[^/]*$/, ""));
      const file = files.find(({ name }) => name === "perclab-progress.json");
      const { cards } = file ? JSON.parse((await contents.get(file.path, { type: "file", format: "text", content: true })).content) : {};
      for (const name in cards) answered.add(name);
      show();
    };
    revealed.then(read).catch(() => {}); // the kernel says what is wrong with a file
    const send = async (kernel, code) => {
      const asked = { code, silent: true, store_history: false, stop_on_error: false };
      const reply = await kernel.requestExecute(asked).done.catch(() => ({ content: { status: "aborted" } }));
      if (reply.content.status === "aborted") waiting.add(code);
    };
    const hand = () => {
      const codes = [...waiting], kernel = sessionContext.session?.kernel;
      if (!kernel) return;
      waiting.clear();
      for (const code of codes) send(kernel, code);
    };
    const tell = call => {
      waiting.add(`__import__("perclab.kit.progress").kit.progress.${call}`);
      hand();
    };
    const keep = (call, of = call) => {
      if (!known.has(of)) tell(call);
      known.add(of);
    };
    // Of a question the first option that is opened is the answer.
    const question = ({ target }) => {
      if (!target.open || !target.name) return;
      const again = target.closest("[data-again]")?.dataset, right = target.querySelector("p")?.textContent.startsWith("✔") ? "True" : "False";
      if (again) {
        if (!again.answered) tell(`answered("${again.again}", ${right})`);
        again.answered = true;
        return;
      }
      const name = asked(content.widgets.find(cell => cell.node.contains(target)));
      if (!name) return;
      keep(`counted(questions={"${name}": ${right}})`, name);
      answered.add(name);
      show();
    };
    node.addEventListener("toggle", question, true);
    node.addEventListener("perclab-done", ({ detail }) => keep(`counted(${JSON.stringify(detail)})`));
    sessionContext.statusChanged.connect((_, status) => status === "idle" && hand());
  };

  // Run a command with every cell going on behind one that fails, and return the ids of those that do.
  const failing = async (kernel, command) => {
    const replies = [];
    kernel.requestExecute = (content, ...rest) => {
      const future = Object.getPrototypeOf(kernel).requestExecute.call(kernel, { ...content, stop_on_error: false }, ...rest);
      replies.push(future.done.then(({ content }) => content.status === "error" && rest[1]?.cellId, () => false));
      return future;
    };
    try {
      await command();
    } finally {
      delete kernel.requestExecute;
    }
    return (await Promise.all(replies)).filter(Boolean);
  };

  const activate = app => {
    document.head.append(Object.assign(document.createElement("style"), { textContent: STYLE }));
    app.docRegistry.addWidgetExtension("Notebook", {
      createNew: panel => {
        const { content, revealed } = panel;
        keep(panel);
        queue(panel.context);
        count(panel, app.serviceManager.contents);
        content.modelContentChanged.connect(mark);
        revealed.then(() => mark(content));
        const timer = setInterval(retry, 1000, panel);
        panel.disposed.connect(() => clearInterval(timer));
        return { isDisposed: false, dispose() {} };
      },
    });
    const execute = app.commands.execute.bind(app.commands);
    const show = (notebook, place) => {
      notebook.activeCellIndex = place;
      return notebook.scrollToItem(place);
    };
    app.commands.addCommand("perclab:show", { execute: ({ id }) => {
      const notebook = app.shell.currentWidget.content;
      return show(notebook, notebook.widgets.findIndex(cell => cell.model.id === id));
    } });
    app.commands.execute = async (id, ...rest) => {
      const { content: notebook, sessionContext } = RUN_ALL.includes(id) && app.shell.currentWidget || {};
      const kernel = notebook && sessionContext?.session?.kernel, place = notebook?.activeCellIndex;
      if (!kernel) return execute(id, ...rest);
      let done;
      const failed = await failing(kernel, async () => { done = await execute(id, ...rest); });
      await show(notebook, place);
      if (failed.length) {
        const message = `${failed.length === 1 ? "One cell" : `${failed.length} cells`} stopped with an error. All others have run.`;
        const actions = [{ label: "show it", commandId: "perclab:show", args: { id: failed[0] } }];
        const notice = await execute("apputils:notify", { message, type: "warning", options: { autoClose: 30000, actions } });
        const left = new Set(failed), ran = (model, { name }) => {
          if (name === "executionCount" && left.delete(model.id) && !left.size) execute("apputils:dismiss-notification", { id: notice });
        };
        for (const { model } of notebook.widgets) if (left.has(model.id)) model.stateChanged.connect(ran);
      }
      return done;
    };
  };

  const plugin = { id: "perclab:lab", autoStart: true, activate };
  (window._JUPYTERLAB ??= {}).perclab = { init() {}, get: async () => () => ({ __esModule: true, default: plugin }) };
}

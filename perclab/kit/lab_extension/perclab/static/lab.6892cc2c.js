// What `perclab lab` adds to JupyterLab: notes for lecturers are hidden, still pictures shrink, and Run All keeps its place.
{
  const STYLE = `.perclab-notes { display: none }
    .jp-RenderedSVG > img { max-width: 100%; height: auto }`;
  const RUN_ALL = ["runmenu:run-all", "runmenu:restart-and-run-all"];

  const mark = notebook => notebook.widgets.forEach(cell =>
    cell.toggleClass("perclab-notes", cell.model.getMetadata("slideshow")?.slide_type === "notes"));

  const activate = app => {
    document.head.append(Object.assign(document.createElement("style"), { textContent: STYLE }));
    app.docRegistry.addWidgetExtension("Notebook", {
      createNew: ({ content, revealed }) => {
        content.modelContentChanged.connect(mark);
        revealed.then(() => mark(content));
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

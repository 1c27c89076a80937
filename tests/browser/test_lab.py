"""`perclab lab`, as a reader meets it: the address it prints opens the course, and nothing comes from elsewhere."""

import pytest

from .conftest import FIRST


@pytest.mark.tier("test")
@pytest.mark.parametrize("chapter", [FIRST], indirect=True, scope="package")
def test_nothing_is_asked_and_nothing_is_fetched_from_elsewhere(chapter, lab):
    here = lab.split("/lab/")[0]
    assert here in chapter.requests[0]
    assert not [url for url in chapter.requests if not url.startswith((here, "data:", "blob:"))]
    assert not chapter.questions
    assert not chapter.dirty


# What is asked of the server while a notebook is saved again before it is saved, as by hand when it saves itself.
SAVED_TWICE = """async () => {
    const { context } = jupyterapp.shell.currentWidget, { contents } = jupyterapp.serviceManager, asked = [];
    await context.save(); // one may be under way
    let again;
    for (const name of ["get", "save"]) contents[name] = (path, ...rest) => {
        if (path === context.path) asked.push(name);
        again ??= context.save();
        return Object.getPrototypeOf(contents)[name].call(contents, path, ...rest);
    };
    await context.save();
    await again;
    delete contents.get;
    delete contents.save;
    return asked }"""


@pytest.mark.tier("test")
@pytest.mark.parametrize("chapter", [FIRST], indirect=True, scope="package")
def test_a_notebook_is_saved_once_at_a_time_or_jupyterlab_would_take_it_for_changed_by_others(
    chapter,
):
    asked = chapter.page.evaluate(SAVED_TWICE)
    # Each save looks first at what is there: after the one before was written.
    assert asked[:3] == ["get", "save", "get"]
    assert asked.count("save") >= 2

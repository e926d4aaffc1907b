"""One server for all tests of this folder that need no other."""

import pytest

pytest.importorskip("starlette", reason="starlette is not installed (pip install 'ordag[app]')")
pytest.importorskip("uvicorn", reason="uvicorn is not installed (pip install 'ordag[app]')")

from app.running import WELLBEING, Server, two_sites


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("projects"))
    yield running
    assert running.stop() == 0


@pytest.fixture(scope="session")
def learned(server) -> str:
    """Key of a project with a finished analysis; nobody may change it."""
    key = server.upload(WELLBEING)
    server.edit(key, do="choices", choices={"n_resamples": 6})
    server.edit(key, do="roles", names=["marital", "region"], role="aside")
    tiers = [["sex", "age"], ["educ", "income"]]
    server.edit(key, do="knowledge", knowledge={"tiers": tiers, "required": [], "forbidden": [["smoker", "cigs"]]})
    state = server.learned(key)
    assert state["analyses"][0]["state"] == "done", state["analyses"]
    return key


@pytest.fixture(scope="session")
def grouped(server, tmp_path_factory) -> str:
    """Key of a project with a finished analysis by groups: one link is in one of them only."""
    path = tmp_path_factory.mktemp("groups") / "sites.csv"
    path.write_text(two_sites())
    key = server.upload(path)
    server.edit(key, do="choices", choices={"groups": "site"})
    state = server.learned(key)
    assert state["analyses"][0]["state"] == "done", state["analyses"]
    return key


@pytest.fixture
def visit(browser, server):
    """Opens the page; at the end nothing may have been complained about or asked of anybody else."""
    complaints, requests, contexts = [], [], []

    def opened(path="", *, at=None, size=(1280, 860), scheme="light", locale="en-GB"):
        viewport = {"width": size[0], "height": size[1]}
        context = browser.new_context(viewport=viewport, color_scheme=scheme, locale=locale, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto((at or server).address)
        if path:
            page.goto(f"{(at or server).base}/#{path}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [text for text in complaints if "ERR_CONNECTION" not in text] == []
    assert [url for url in requests if not url.startswith(("http://127.0.0.1:", "blob:", "data:"))] == []

"""The page in a real browser: the whole way of somebody with a messy file, by mouse and by keyboard.

``ORDAG_PICTURES=docs/images pytest tests/app/test_page.py -k whole_way`` writes the pictures of the walk-through anew.
"""

import json
import os
import re
import zipfile
from pathlib import Path

import pytest

from app.running import PATIENCE, WELLBEING, Server, two_sites

pytest.importorskip("pyreadstat", reason="pyreadstat is not installed (pip install 'ordag[files]')")

WAIT = 1000 * PATIENCE
STEPS = ("columns", "knowledge", "learn", "see", "take")


def key_of(page) -> str:
    return re.search(r"#(\w+)", page.url)[1]


def opened(visit, file=WELLBEING, **how):
    """A page on which a file was chosen."""
    page = visit(**how)
    page.set_input_files("#file", str(file))
    page.wait_for_selector("#column", timeout=WAIT)
    return page


def items(server, key) -> list[str]:
    return [column["name"] for column in server.ask(f"/api/projects/{key}")["columns"] if column["role"] == "item"]


def answers(page) -> list[str]:
    return page.locator(".answers:not(.none) .label").all_inner_texts()


def picture(page, name, at="body") -> None:
    """Write a picture for the walk-through, with some element at its top, if a folder for them is named."""
    if folder := os.environ.get("ORDAG_PICTURES"):
        page.mouse.move(0, 0)
        page.evaluate("selector => document.querySelector(selector).scrollIntoView({ block: 'start' })", at)
        page.evaluate("document.querySelector('#panel')?.scrollTo(0, 0)")
        page.wait_for_timeout(400)  # until what moves has come to rest
        page.screenshot(path=Path(folder) / f"app-{name}.png")


def test_the_whole_way_with_a_messy_file(visit, server, tmp_path) -> None:
    page = visit()
    page.wait_for_selector("#survey")
    picture(page, "open")
    page.set_input_files("#file", str(WELLBEING))
    page.wait_for_selector("#column", timeout=WAIT)
    # What the file says of itself is shown.
    n_items = len(items(server, key_of(page)))
    assert f"{n_items} of 38 columns" in page.locator(".head").inner_text()
    # Three columns are put right: an order turned round, an answer that is none, a column set aside.
    page.fill("#search", "health in general")
    page.click("#open-health")
    before = answers(page)
    page.click("#reverse")
    page.wait_for_function("first => document.querySelector('.answers .label').innerText === first", arg=before[-1])
    assert answers(page) == before[::-1]
    page.fill("#search", "")
    picture(page, "columns")
    page.fill("#search", "drinks")
    page.click("#open-drinks")
    page.check("#kind-continuous", force=True)
    page.wait_for_selector(".histogram, .segments label.on:has(#kind-continuous)")
    page.fill("#search", "help")
    for name in ("help1", "help2", "help3"):
        page.get_by_label(f"Select {name}", exact=True).check()
    page.select_option("#bulk-role", "aside")
    page.wait_for_selector(f"text={n_items - 3} of 38 columns")
    # Layers: the suggestion, and an item dragged.
    page.click("#next")
    page.click("#suggest")
    page.wait_for_selector("[data-place='0'] #item-age")
    page.click("#add-layer")
    page.wait_for_selector(".lane[data-place='2']")
    page.locator("#item-lifesat").drag_to(page.locator(".lane[data-place='2']"))
    page.wait_for_selector("[data-place='2'] #item-lifesat")
    picture(page, "knowledge")
    # An arrow drawn by hand, taken away, and drawn again.
    draw(page, "smoker", "health")
    page.wait_for_selector(".rule.forbidden:has-text('smoker → health')")
    page.locator(".drawn .cross").click(force=True)
    page.wait_for_selector(".rule", state="detached")
    page.click("#draw-required")
    draw(page, "age", "health")
    page.wait_for_selector(".rule.required:has-text('age → health')")
    draw(page, "smoker", "sleep3")
    page.wait_for_selector(".rule.required:has-text('smoker → sleep3')")
    page.click("#draw-forbidden")
    draw(page, "drinks", "income")
    page.wait_for_selector(".rule.forbidden:has-text('drinks → income')")
    picture(page, "arrows", "#main section:last-of-type .row-of")
    # Learn; the picture comes by itself, supports follow.
    server.edit(key_of(page), do="choices", choices={"n_resamples": 6})
    page.click("#next")
    page.click("#learn")
    page.wait_for_selector(".node", timeout=WAIT)
    assert page.locator(".node").count() == n_items - 3
    page.wait_for_selector(".working", state="detached", timeout=WAIT)
    page.wait_for_selector("#least")
    # An answer is assumed, and everything else follows.
    page.locator(".node", has_text="phq2").focus()
    page.keyboard.press("Enter")
    page.locator("#panel input[type=radio]").last.check()
    assert "What changes" in page.locator("#panel").inner_text()
    page.click("#what-if-open")
    page.click("#what-if")
    page.wait_for_selector(".what-if tbody tr", timeout=WAIT)
    picture(page, "see")
    # The same with the questions in the boxes; what was assumed stays. And the rows that were screened.
    page.select_option("#shape", "questions")
    page.wait_for_selector(".node.known:has-text('Feeling down')")
    page.click("#tab-rows")
    assert "rows that were looked at" in page.locator("#part").inner_text()
    # Everything is taken away.
    page.click("#next")
    page.wait_for_selector(".preview-figure")
    picture(page, "take")
    for name in ("report.html", "network.svg", "network.pdf", "network.png", "paper.docx", "edges.csv", "model.json"):
        assert download(page, f"[id='get-{name}']", tmp_path / name).stat().st_size > 500
    assert "<svg" in (tmp_path / "network.svg").read_text()
    with zipfile.ZipFile(download(page, "#get-repeat", tmp_path / "repeat.zip")) as packed:
        assert {"analysis.py", "command.txt", "columns.toml", "tiers.json", "wellbeing.sav"} == set(packed.namelist())
    model = json.loads((tmp_path / "model.json").read_text())
    assert "help1" not in json.dumps(model)


def draw(page, start, end) -> None:
    """Draw a line from one item to another."""
    boxes = [page.locator(f".arrow-node[data-name='{name}']") for name in (start, end)]
    boxes[0].scroll_into_view_if_needed()
    places = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in map(box_of, boxes)]
    page.mouse.move(*places[0])
    page.mouse.down()
    page.mouse.move(*places[1], steps=4)
    page.mouse.up()


def box_of(locator):
    return locator.bounding_box()


def download(page, selector, path):
    with page.expect_download() as caught:
        page.click(selector)
    caught.value.save_as(path)
    return path


def test_the_report_opens_in_a_tab_and_can_reach_nothing(visit, server, learned) -> None:
    page = visit(f"{learned}/take")
    with page.expect_popup() as caught:
        page.click("#open-report")
    report = caught.value
    report.wait_for_selector(".node")
    assert report.evaluate("window.origin") == "null"


def test_what_is_decided_in_one_browser_is_seen_in_another(visit, server) -> None:
    first = opened(visit)
    n_items = len(items(server, key_of(first)))
    second = visit(f"{key_of(first)}/columns")
    second.wait_for_selector("#column")
    first.click("#open-smoker")
    first.select_option("#role", "aside")
    second.wait_for_selector(f"text={n_items - 1} of 38 columns")
    second.click("#undo")
    first.wait_for_selector(f"text={n_items} of 38 columns")
    assert len(items(server, key_of(first))) == n_items
    first.click("#redo")
    second.wait_for_selector(f"text={n_items - 1} of 38 columns")
    assert len(items(server, key_of(first))) == n_items - 1


def test_the_way_by_keyboard_alone(visit, server) -> None:
    page = visit()
    page.wait_for_selector("#survey")
    tab_to(page, "survey")
    page.keyboard.press("Enter")
    page.wait_for_selector("#column", timeout=WAIT)
    tab_to(page, "open-educ")
    page.keyboard.press("Enter")
    first, second = answers(page)[:2]
    tab_to(page, "grip-0")
    page.keyboard.press("ArrowDown")
    page.wait_for_function("name => document.querySelectorAll('.answers .label')[1].innerText === name", arg=first)
    assert answers(page)[:2] == [second, first]
    assert page.evaluate("document.activeElement.id") == "grip-0"
    page.keyboard.press("ArrowUp")
    page.wait_for_function("name => document.querySelectorAll('.answers .label')[0].innerText === name", arg=first)
    tab_to(page, "next")
    page.keyboard.press("Enter")
    page.wait_for_selector("#item-age")
    tab_to(page, "item-age")
    page.keyboard.press("ArrowUp")
    page.wait_for_selector("[data-place='1'] #item-age")
    assert "age is now in layer" in page.locator("#said").inner_text()
    tab_to(page, "next")
    page.keyboard.press("Enter")
    page.wait_for_selector("#learn")
    tab_to(page, "support-resamples")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#support-none:checked")
    tab_to(page, "learn")
    page.keyboard.press("Enter")
    page.wait_for_selector(".node", timeout=WAIT)
    page.locator(".node[tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.locator(".node.chosen").count() == 1


def tab_to(page, name) -> None:
    """Press the tabulator key until an element has the focus."""
    for _ in range(150):
        if page.evaluate("document.activeElement.id") == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{name} cannot be reached by the tabulator key")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(visit, learned, scheme) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = visit(scheme=scheme)
    page.wait_for_selector("#survey")
    found = {"open": serious(axe, page)}
    page.click("#in-place")
    page.wait_for_selector("dialog .way button")
    found["dialog"] = serious(axe, page)
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    for step in STEPS:
        page.click(f"#go-{step}") if step != "columns" else page.goto(f"{page.url.split('#')[0]}#{learned}/columns")
        page.wait_for_selector({"columns": "#column", "see": ".node", "take": "#get-project"}.get(step, ".head"))
        if step == "see":
            page.locator(".node").first.click()
            page.locator("#panel input[type=radio]").first.check()
        found[step] = serious(axe, page)
    assert found == {step: [] for step in ("open", "dialog", *STEPS)}


def serious(axe, page) -> list[str]:
    violations = axe.Axe().run(page).response["violations"]
    return [
        f"{violation['id']}: {node['html'][:160]}"
        for violation in violations
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"][:3]
    ]


@pytest.mark.parametrize("width", [1280, 1024, 768])
def test_nothing_sticks_out_sideways(visit, learned, width) -> None:
    page = visit(size=(width, 900))
    for step in STEPS:
        page.goto(f"{page.url.split('#')[0]}#{learned}/{step}")
        page.wait_for_selector({"columns": "#column", "see": ".node", "take": "#get-project"}.get(step, ".head"))
        assert page.evaluate("document.documentElement.scrollWidth") <= width, step


def test_on_a_telephone_words_are_whole_and_the_page_ends_with_its_content(visit, learned) -> None:
    page = visit(f"{learned}/columns", size=(390, 844))
    page.wait_for_selector("#column")
    cut = "[...document.querySelectorAll('.segments label, .steps a')].filter(box => box.scrollWidth > box.clientWidth)"
    assert page.evaluate(f"{cut}.map(box => box.innerText)") == []
    below = "document.documentElement.scrollHeight - document.querySelector('main').getBoundingClientRect().bottom"
    assert page.evaluate(f"{below} - scrollY") <= 1


def test_nothing_lies_over_an_item_of_the_drawing(visit, learned) -> None:
    page = visit(f"{learned}/see")
    page.locator(".node").first.click()
    page.locator("#panel input[type=radio]").first.check()
    page.mouse.move(0, 0)
    page.wait_for_selector("#clear-all:visible")
    page.evaluate("document.querySelector('#network').scrollIntoView({ block: 'center' })")
    covered = """[...document.querySelectorAll('#network .node')].filter(node => {
      const box = node.querySelector('.box').getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + 3);
      return box.y > 60 && box.bottom < innerHeight && top?.closest('.node') !== node;
    }).map(node => node.getAttribute('aria-label'))"""
    assert page.evaluate(covered) == []


def test_an_answer_to_what_if_outlives_the_arrival_of_supports(visit, server, tmp_path) -> None:
    (tmp_path / "sites.csv").write_text(two_sites())
    page = opened(visit, tmp_path / "sites.csv")
    server.edit(key_of(page), do="choices", choices={"n_resamples": 900})
    page.click("#go-learn")
    page.click("#learn")
    page.locator(".node", has_text="q1").focus(timeout=WAIT)
    page.keyboard.press("Enter")
    page.click("#what-if-open")
    page.click("#what-if")
    page.wait_for_selector(".what-if tbody tr", timeout=WAIT)
    n_before = server.ask(f"/api/projects/{key_of(page)}")["analyses"][0]["n_supported"]
    server.wait(key_of(page), lambda state: state["analyses"][0]["n_supported"] > n_before + 20)
    page.wait_for_selector("#least")  # which is there once supports are
    assert page.locator(".what-if tbody tr").count() > 0
    page.click("#stop")
    page.wait_for_selector(".working", state="detached", timeout=WAIT)
    page.click("#next")
    assert "resamples so far" in page.locator("#finish").inner_text()


def test_weights_count_only_where_the_user_has_said_so(visit, server) -> None:
    page = opened(visit)
    key = key_of(page)
    page.click("#go-learn")
    assert "They do not count" in page.locator("#idle-weights").inner_text()
    page.select_option("#weights", "weight")
    page.wait_for_selector("#idle-weights", state="detached")
    assert server.ask(f"/api/projects/{key}")["weights"] == "weight"
    page.click("#go-columns")
    page.click("#open-weight")
    page.uncheck("#counts")
    page.wait_for_selector("#counts:not(:checked)")
    assert server.ask(f"/api/projects/{key}")["weights"] is None


def test_values_of_a_measurement_are_taken_as_was_chosen(visit, server) -> None:
    page = opened(visit)
    page.click("#open-age")
    assert "[object" not in page.locator("#column").inner_text()
    assert page.locator("#mark").count() == 1
    page.select_option("#values", "normal scores")
    page.wait_for_selector("#undo:not(:disabled)")
    columns = server.ask(f"/api/projects/{key_of(page)}")["columns"]
    assert {column["name"]: column["values"] for column in columns}["age"] == "normal scores"


def test_the_language_is_that_of_the_browser_and_can_be_changed(visit, learned) -> None:
    page = visit(f"{learned}/columns", locale="de-DE")
    page.wait_for_selector("text=Was ist jede Spalte?")
    assert page.evaluate("document.documentElement.lang") == "de"
    page.click("#go-see")
    page.locator(".node").first.click()
    page.wait_for_selector("text=Angenommen, die Antwort ist")
    page.click("#go-columns")
    page.select_option("#language", "en")
    page.wait_for_selector("text=What is each column?")


def test_the_page_says_that_the_server_is_gone_and_goes_on_with_the_next(visit, tmp_path) -> None:
    first = Server(tmp_path / "home")
    try:
        page = visit(at=first)
        page.click("#survey")
        page.wait_for_selector("#column", timeout=WAIT)
        key = key_of(page)
        page.click("#open-educ")
        page.click("#reverse")
        page.wait_for_selector("#undo:not(:disabled)")
        shown = answers(page)
    finally:
        first.kill()
    page.wait_for_selector("text=The server does not answer")
    again = Server(tmp_path / "home")
    try:
        page.goto(again.address)
        page.click(f"a[href^='#{key}']")
        page.wait_for_selector("#column")
        page.click("#open-educ")
        assert answers(page) == shown
    finally:
        again.stop()


def test_groups_are_compared_side_by_side_and_in_one_drawing(visit, grouped) -> None:
    page = visit(f"{grouped}/see")
    page.wait_for_selector("#network .node")
    assert "the same in all groups" in page.locator("#see-head").inner_text()
    page.click("#tab-compare")
    page.wait_for_selector("#network-other .node")
    assert page.locator("#network-difference .difference-same").count() == 2
    assert page.locator("#network-difference .difference-here").count() == 1
    assert page.locator(".difference.here td").first.inner_text().startswith("q3")
    x = [page.locator(f"#network-{which} .node").first.get_attribute("transform") for which in ("mine", "other")]
    assert x[0] == x[1]
    page.select_option("#group", "1")
    page.wait_for_selector("#network-difference .difference-other")
    page.click("#go-take")
    page.wait_for_selector("[id='get-model-2.json']")


def test_items_without_an_order_are_set_aside_where_they_cannot_take_part(visit, server) -> None:
    page = opened(visit)
    key = key_of(page)
    page.click("#go-learn")
    assert page.locator("#unordered").count() == 0
    page.select_option("#groups", "sex")
    assert "marital, region" in page.locator("#unordered").inner_text()
    page.click("#set-aside")
    page.wait_for_selector("#unordered", state="detached")
    assert not {"marital", "region"} & set(items(server, key))
    assert server.ask(f"/api/projects/{key}")["choices"]["groups"] == "sex"


def test_an_arrow_that_makes_no_sense_is_ruled_out_where_it_is_seen(visit, server, learned, tmp_path) -> None:
    path = tmp_path / "again.ordag"
    path.write_bytes(server.raw(f"/api/projects/{learned}/archive"))
    key = server.upload(path)
    view = server.ask(f"/api/projects/{key}/analyses/1/view")
    names = [node["name"] for node in view["drawing"]["nodes"]]
    start, end = next((edge["start"], edge["end"]) for edge in view["drawing"]["edges"] if edge["directed"])
    page = visit(f"{key}/see")
    page.locator(f".node[data-node='{start}']").click()
    page.click("#doubts")
    page.locator("[data-part='doubts'] li", has_text=f"{names[start]} → {names[end]}").locator("button").click()
    page.wait_for_selector("text=is ruled out")
    assert [names[start], names[end]] in server.ask(f"/api/projects/{key}")["knowledge"]["forbidden"]


@pytest.mark.slow
def test_two_analyses_are_compared(visit, server) -> None:
    key = server.ask("/api/survey", {})["key"]
    server.edit(key, do="choices", choices={"support": "none"})
    server.learned(key)
    names = [column["name"] for column in server.ask(f"/api/projects/{key}")["columns"]]
    tiers = [names[5:], names[:5]]
    server.edit(key, do="knowledge", knowledge={"tiers": tiers, "required": [], "forbidden": []})
    server.learned(key)
    page = visit(f"{key}/see")
    page.click("#tab-compare")
    page.wait_for_selector("#network-other .node")
    assert re.search(r"\d+ links in both", page.locator("#part").inner_text())
    assert page.locator(".difference").count() > 0


def test_every_kind_and_role_of_the_library_has_words_and_an_icon() -> None:
    from ordag.app.assets import assets
    from ordag.data.columns.plan import PLANNED_KINDS, ROLES

    files = assets()
    icons = set(re.findall(r"(\w+): \"M", files["dom.js"][0].decode()))
    for name in ("messages.en.json", "messages.de.json"):
        texts = json.loads(files[name][0])
        named = [("kind", kind) for kind in PLANNED_KINDS] + [("role", role) for role in ROLES]
        lacking = [entry for entry in named if not {".".join(entry), ".".join([*entry, "about"])} <= set(texts)]
        assert lacking == [], name
    assert set(PLANNED_KINDS) <= icons


def test_every_text_of_the_page_has_words_in_every_language() -> None:
    from ordag.app.assets import assets

    files = assets()
    texts = {name: json.loads(content) for name, (content, _) in files.items() if name.startswith("messages.")}
    keys = set(texts["messages.en.json"])
    own = ("why.", "topic.", "sort.")  # what the library says in English, which other languages may say in their own
    assert {name: keys ^ {key for key in text if not key.startswith(own)} for name, text in texts.items()} == {
        name: set() for name in texts
    }
    holes = re.compile(r"\{\w+\}")
    for name, text in texts.items():
        for key in keys:
            assert sorted(holes.findall(text[key])) == sorted(holes.findall(texts["messages.en.json"][key])), (
                name,
                key,
            )
    used = {
        key
        for name, (content, _) in files.items()
        if name.endswith(".js") and name != "report.js"
        for key in re.findall(r'\bt\("([^"]+)"', content.decode())
    }
    assert len(used) > 100
    assert used <= keys
    panel = set(re.findall(r'"([^"\n]+)"', files["report.js"][0].decode())) | {"of resamples", "of posterior draws"}
    assert {key.removeprefix("panel.") for key in keys if key.startswith("panel.")} <= panel | {"low", "middle", "high"}

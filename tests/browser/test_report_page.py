"""The report in a real browser: what it shows, what it answers, and that it keeps to itself."""

import numpy as np
import pytest

import ordag
from ordag import inference
from ordag.model import FittedNetwork
from ordag.report import write_report
from report.small_page import small_network, small_support, small_table
from report.test_causes import two_causes
from report.test_render import HOSTILE, hostile_network

LATTICE_ERROR = 0.01  # of probabilities; the lattice has 2048 points


@pytest.fixture
def open_page(browser, tmp_path):
    """Opens a report; at the end nothing may have been complained about or asked of the network."""
    complaints, requests, contexts = [], [], []

    def opened(network, *, size=(1400, 900), scheme="light", touch=False, **details):
        path = tmp_path / "report.html"
        write_report(network, path, force=True, **details)
        viewport = {"width": size[0], "height": size[1]}
        context = browser.new_context(viewport=viewport, color_scheme=scheme, has_touch=touch)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(path.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in requests if not url.endswith("report.html")] == []


def node(page, j):
    return page.locator(f"[data-node='{j}']")


def centre(page, j):
    box = node(page, j).locator(".box").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def visible_edges(page):
    return page.locator(".edge:not(.hidden)").count()


@pytest.mark.parametrize(("least", "shown"), [("0", 3), ("0.5", 2), ("0.9", 1), ("1", 1)])
def test_the_slider_hides_links_with_less_support(open_page, least, shown):
    page = open_page(small_network(), bootstrap=small_support())
    page.locator("#least").fill(least)
    assert visible_edges(page) == shown
    assert page.locator("#n-shown").inner_text() == f"{shown} of 3 links shown"


def test_without_support_the_slider_goes_by_weight(open_page):
    page = open_page(small_network())
    page.locator("#least").fill("0.4")
    assert visible_edges(page) == int(np.sum(np.abs(small_network().weights) >= 0.4))


def test_a_click_shows_the_item_with_its_neighbours(open_page):
    page = open_page(small_network(), wordings={"mood": "How is your mood?"})
    node(page, 1).click()
    panel = page.locator("#panel").inner_text()
    assert "How is your mood?" in panel
    assert "pointed to by sleep +0.58" in panel
    assert "pointed to by work" in panel
    assert node(page, 1).get_attribute("aria-pressed") == "true"
    faded = [j for j in range(5) if "faded" in node(page, j).get_attribute("class")]
    assert faded == [3, 4]


def test_escape_and_a_click_beside_let_go(open_page):
    page = open_page(small_network())
    node(page, 1).click()
    page.keyboard.press("Escape")
    assert node(page, 1).get_attribute("aria-pressed") == "false"
    node(page, 0).click()
    frame = page.locator("#network").bounding_box()
    page.mouse.click(frame["x"] + 5, frame["y"] + 5)
    assert page.locator(".node.chosen").count() == 0


def test_hovering_shows_the_wording(open_page):
    page = open_page(small_network(), wordings={"mood": "How is your mood?"})
    node(page, 1).hover()
    assert page.locator("#tip").inner_text().split("\n") == ["mood", "How is your mood?"]


def test_evidence_changes_the_others_as_the_library_says(open_page):
    network = small_network()
    page = open_page(network)
    node(page, 1).click()
    page.get_by_label("high").check()
    shown = page.locator("[data-item='0'] .share").all_inner_texts()
    expected = inference.query(network, "sleep", {"mood": "high"}).probabilities
    np.testing.assert_allclose([float(text.rstrip(" %")) / 100 for text in shown], expected, atol=LATTICE_ERROR)
    assert "= high" in node(page, 1).text_content()
    page.get_by_role("button", name="clear all answers").click()
    assert page.locator("[data-part='changes']").count() == 0


@pytest.mark.parametrize(("relation", "sign"), [("at least", "≥"), ("at most", "≤")])
def test_evidence_can_be_a_range(open_page, relation, sign):
    network = small_network()
    page = open_page(network)
    node(page, 0).click()
    middle = network.levels[0][1]
    page.locator("#answer-0-1").check()
    page.locator("#relation-0").select_option(relation)  # what was supposed already is widened
    assert page.locator("#answer-0-1").is_checked()
    assert f"{sign} {middle}" in node(page, 0).text_content()
    assert f"is assumed to be {relation} {middle}" in page.locator("#status").inner_text()
    shown = page.locator("[data-item='1'] .share").all_inner_texts()
    expected = inference.query(network, "mood", {"sleep": f"{'>=' if sign == '≥' else '<='} {middle}"}).probabilities
    np.testing.assert_allclose([float(text.rstrip(" %")) / 100 for text in shown], expected, atol=LATTICE_ERROR)
    itself = page.evaluate("known => window.ordag.query(known)", {"sleep": [1, relation]})[0]["shares"]
    assert (itself[0] < 1e-9) == (relation == "at least")
    assert sum(itself) == pytest.approx(1)


def test_two_fingers_zoom_and_move(open_page):
    page = open_page(small_network(), touch=True)
    page.locator("#network").scroll_into_view_if_needed()
    x, y = centre(page, 1)
    width = node(page, 1).locator(".box").bounding_box()["width"]
    hand = page.context.new_cdp_session(page)

    def touch(kind, *points):
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]})

    touch("touchStart", (x - 50, y), (x + 50, y))
    for step in range(1, 6):
        touch("touchMove", (x - 50 - 10 * step, y + 4 * step), (x + 50 + 10 * step, y + 4 * step))
    touch("touchEnd")
    assert node(page, 1).locator(".box").bounding_box()["width"] == pytest.approx(2 * width, rel=0.05)
    assert centre(page, 1) == pytest.approx((x, y + 20), abs=3)
    assert page.locator(".node.chosen").count() == 0


@pytest.mark.parametrize("seed", range(3))
def test_answers_agree_with_queries(open_page, seed):
    rng = np.random.default_rng(seed)
    n, n_known = 9, 4
    weights = np.triu(rng.uniform(0.3, 1.0, (n, n)) * rng.choice([-1, 1], (n, n)) * (rng.random((n, n)) < 0.4), 1)
    cuts = [np.sort(rng.normal(size=rng.integers(1, 5))) for _ in range(n)]
    network = FittedNetwork.from_parameters(weights, cuts)
    # A drawn row, so that the evidence can occur.
    row = inference.sample(network, 1, random_state=seed).iloc[0]
    known = {name: int(row[name]) for name in network.names[::2][:n_known]}
    answers = open_page(network).evaluate("known => window.ordag.query(known)", known)
    for j, name in enumerate(network.names):
        if name not in known:
            expected = inference.query(network, name, known, tolerance=1e-4).probabilities
            np.testing.assert_allclose(answers[j]["shares"], expected, atol=LATTICE_ERROR)
        else:
            assert answers[j]["shares"][known[name]] == pytest.approx(1)


def test_continuous_items_can_be_known_and_asked(open_page):
    network = small_network()
    page = open_page(network)
    high = 1.2816  # the page's "high": the 90 % point
    answers = page.evaluate("known => window.ordag.query(known)", {"age": 2})
    expected = inference.query(network, "work", {"age": high}).probabilities
    np.testing.assert_allclose(answers[2]["shares"], expected, atol=1e-6)
    assert answers[4]["mean"] == pytest.approx(high)
    below = page.evaluate("known => window.ordag.query(known)", {"work": 0})[4]["mean"]
    # E(age | work at its lowest level) = ρ E(Z | Z < −1)
    assert below == pytest.approx(network.correlation[4, 2] * -1.52513, abs=LATTICE_ERROR)


def test_impossible_evidence_is_declined(open_page):
    network = FittedNetwork.from_parameters([[0, 200.0], [0, 0]], [[0.0], [0.0]], names=["x", "copy"])
    page = open_page(network)
    for j, level in ((0, 0), (1, 1)):
        node(page, j).click()
        page.locator(f"#answer-{j}-{level}").click()
    assert page.locator(".node.known").count() == 2
    network = FittedNetwork.from_parameters([[0, 200.0], [0, 0]], [[-1.0], [1.0]], names=["x", "copy"])
    page = open_page(network)
    for j, level in ((0, 0), (1, 1)):
        node(page, j).click()
        page.locator(f"#answer-{j}-{level}").click()
    assert page.locator(".node.known").count() == 1
    assert "almost never occur together" in page.locator("#status").inner_text()


def test_all_can_be_done_by_keys(open_page):
    page = open_page(small_network())
    page.locator("#fit").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.node") == "0"
    page.keyboard.press("ArrowDown")
    reached = int(page.evaluate("document.activeElement.dataset.node"))
    assert reached != 0
    page.keyboard.press("Enter")
    assert node(page, reached).get_attribute("aria-pressed") == "true"
    before = centre(page, reached)
    page.keyboard.press("Shift+ArrowRight")
    assert centre(page, reached)[0] > before[0]
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert page.locator(".node.known").count() == 1
    assert page.evaluate("document.activeElement.type") == "radio"


def test_the_focus_can_be_seen(open_page):
    page = open_page(small_network())
    page.locator("#fit").focus()
    page.keyboard.press("Tab")
    assert node(page, 0).locator(".ring").evaluate("ring => getComputedStyle(ring).stroke") != "none"


def test_boxes_can_be_dragged_and_the_picture_moved_and_zoomed(open_page):
    page = open_page(small_network())
    page.locator("#network").scroll_into_view_if_needed()
    lines = page.locator(".edge .line").first.get_attribute("d")
    x, y = centre(page, 1)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 30, steps=5)
    page.mouse.up()
    assert centre(page, 1) == pytest.approx((x + 60, y + 30), abs=6)
    assert page.locator(".edge .line").first.get_attribute("d") != lines
    assert page.locator(".node.chosen").count() == 0
    before = node(page, 1).locator(".box").bounding_box()["width"]
    page.get_by_role("button", name="zoom in").click()
    assert node(page, 1).locator(".box").bounding_box()["width"] == pytest.approx(1.25 * before, rel=0.05)


def test_choosing_a_tiny_box_brings_its_neighbourhood_closer(open_page):
    rng = np.random.default_rng(1)
    weights = np.triu(rng.random((60, 60)) < 0.04, 1).astype(float)
    page = open_page(FittedNetwork.from_parameters(weights, [[0.0]] * 60), size=(420, 800))
    before = node(page, 30).locator(".box").bounding_box()["width"]
    node(page, 30).click()
    assert node(page, 30).locator(".box").bounding_box()["width"] > 1.5 * before
    page.keyboard.press("Escape")
    page.get_by_role("button", name="fit").click()
    assert node(page, 30).locator(".box").bounding_box()["width"] == pytest.approx(before, rel=0.01)


def test_a_network_without_links_opens(open_page):
    page = open_page(FittedNetwork.from_parameters(np.zeros((3, 3)), [[0.0], [], [-1.0, 1.0]]))
    node(page, 2).click()
    assert "No links." in page.locator("#panel").inner_text()
    assert page.locator("#n-shown").inner_text() == "0 of 0 links shown"


def test_users_texts_are_shown_and_not_run(open_page):
    page = open_page(hostile_network(), title=HOSTILE, wordings=dict.fromkeys(hostile_network().names, HOSTILE))
    node(page, 0).click()
    assert page.locator("h1").inner_text() == HOSTILE
    assert page.locator("#panel h3").first.inner_text().startswith(HOSTILE)
    assert page.evaluate("window.hacked") is None


def test_dark_is_dark(open_page):
    def brightness(scheme):
        page = open_page(small_network(), scheme=scheme)
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in colour.strip("rgb()").split(","))

    assert brightness("dark") < 150 < 600 < brightness("light")


@pytest.mark.parametrize("width", [360, 420, 1400])
def test_no_width_makes_the_page_scroll_sideways(open_page, width):
    page = open_page(small_network(), size=(width, 800), table=small_table(), bootstrap=small_support())
    node(page, 1).click()
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [390, 820, 1280])
def test_long_answers_in_wide_tables_scroll_in_their_own_frames(open_page, width):
    kinds = ordag.datasets.describe("anes96").kinds
    network = ordag.OSEM(penalty=4, kinds=kinds).fit(ordag.datasets.load("anes96")).network_
    page = open_page(network, size=(width, 800))
    assert page.locator(".misfit").count() > 0
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width


STARTS = """lines => lines.map(line => {
  const point = line.getPointAtLength(0).matrixTransform(line.getScreenCTM());
  return [point.x, point.y];
})"""


@pytest.mark.parametrize("n", [4, 9])  # in layers, and by stress
def test_every_line_starts_at_its_box_within_the_frame(open_page, n):
    weights = np.triu(np.full((n, n), 0.3), 1)  # long edges bend far around the boxes
    page = open_page(FittedNetwork.from_parameters(weights, [[0.0]] * n))
    frame = page.locator("#network").bounding_box()
    boxes = [node(page, j).locator(".box").bounding_box() for j in range(n)]
    for line in page.locator(".edge .line").all():
        box = line.bounding_box()
        assert frame["x"] <= box["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"]
    lines = page.locator(".edge .line")
    for x, y in lines.evaluate_all(STARTS):
        beside = [max(box["x"] - x, x - box["x"] - box["width"], 0) for box in boxes]
        above = [max(box["y"] - y, y - box["y"] - box["height"], 0) for box in boxes]
        assert min(np.hypot(beside, above)) < 12


def test_the_page_can_be_printed(open_page):
    page = open_page(small_network(), table=small_table())
    page.emulate_media(media="print")
    assert not page.locator(".controls").is_visible()
    assert page.locator("#network").is_visible()


def test_hidden_causes_are_circles_that_can_be_asked(open_page):
    page = open_page(two_causes())
    box = node(page, 9).locator(".box")
    assert float(box.get_attribute("rx")) == pytest.approx(float(box.get_attribute("width")) / 2)
    node(page, 9).click()
    assert "acts on N0" in page.locator("#panel").inner_text()
    page.locator("#answer-9-2").check()  # high
    changes = page.locator("[data-part=changes]").inner_text()
    assert "Given H1 = high (1.28)" in changes
    assert "H2" in changes
    page.locator("#least").fill("0.45")
    shown = page.locator("#n-shown").inner_text()
    assert shown.endswith("of 11 links and loadings shown")
    assert not shown.startswith("11")


def test_dashes_begin_at_the_head_of_an_arrow(open_page):
    weights = np.zeros((4, 4))
    weights[[0, 1, 2], [2, 2, 3]] = -0.5
    page = open_page(FittedNetwork.from_parameters(weights, [[0.0]] * 4))
    starts = """[...document.querySelectorAll('.edge:has(.head)')].map(edge => {
      const line = edge.querySelector('.line'), box = edge.querySelector('.head').getBBox();
      const first = line.getPointAtLength(0), last = line.getPointAtLength(line.getTotalLength());
      const away = point => Math.hypot(point.x - box.x - box.width / 2, point.y - box.y - box.height / 2);
      return away(first) < away(last);
    })"""
    found = page.evaluate(starts)
    assert found
    assert all(found)


def test_on_paper_the_drawing_has_the_height_that_leaves_room_for_the_findings(open_page):
    page = open_page(small_network())
    page.emulate_media(media="print")
    assert page.locator("#network").bounding_box()["height"] == pytest.approx(125 / 25.4 * 96, abs=1)

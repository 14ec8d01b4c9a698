"""What the page can do besides: going back, links, files, painting in one stroke, giving up."""

from __future__ import annotations

from pathlib import Path

from tests.browser.visitor import PHONE, Visit, Visitor, link_to
from tsolve.api.shipped import example

DISPUTE = example("dispute").text


def test_undo_and_redo(visit: Visit) -> None:
    visitor: Visitor = visit()
    visitor.pick("hand", "milit", "Militia")
    visitor.pick("hand", "dagg", "Dagger")
    visitor.tap(".tool:has-text('Undo')")
    assert visitor.chips("hand") == ["Militia"]
    visitor.page.locator(".brand").click()
    visitor.page.keyboard.press("Control+z")
    visitor.settle()
    assert visitor.chips("hand") == []
    visitor.tap(".tool:has-text('Redo')")
    visitor.tap(".tool:has-text('Redo')")
    assert visitor.chips("hand") == ["Militia", "Dagger"]
    assert visitor.page.locator(".tool:has-text('Redo')").is_disabled()


def test_quick_taps_all_count(visit: Visit) -> None:
    """One Torch, and five taps without waiting for what comes of them: six."""
    visitor: Visitor = visit(link_to("game: thunderstone\nturn: dungeon\nhand: [Torch]\n"))
    visitor.settle()
    visitor.page.evaluate(
        "for (const _ of Array(5)) document.querySelector('#field-hand .chip .name').click()"
    )
    visitor.settle()

    assert visitor.chips("hand") == ["6 × Torch"]


def test_what_is_typed_while_the_page_changes_stays(visit: Visit) -> None:
    visitor: Visitor = visit()
    visitor.page.evaluate("window.send = order(['add', 'hand', 'Torch'])")
    visitor.page.locator('[name="typed.claims"]').fill("6 gold")
    visitor.settle()

    assert visitor.chips("hand") == ["Torch"]
    assert visitor.page.locator('[name="typed.claims"]').input_value() == "6 gold"


def test_a_name_that_may_mean_several(visit: Visit) -> None:
    """What could be meant is there to be tapped."""
    visitor: Visitor = visit(width=PHONE)
    visitor.write("hand", "sword")
    offers = visitor.field("hand").locator(".offer")
    wanted = offers.first.inner_text()
    assert offers.count() > 1
    assert "which card" in visitor.page.locator("#told").inner_text()
    visitor.tap(offers.first)

    assert visitor.chips("hand") == [wanted]
    assert visitor.field("hand").locator(".note-of").count() == 0


def test_a_link_opens_the_answer_again(visit: Visit) -> None:
    visitor: Visitor = visit(link_to(DISPUTE, "check"))
    visitor.page.wait_for_selector("#answer h1")
    visitor.page.locator("button", has_text="Copy link").click()
    visitor.page.wait_for_selector("text=Copied")
    link: str = visitor.page.evaluate("navigator.clipboard.readText()")
    visitor.page.locator("button", has_text="Copy as YAML").click()
    visitor.page.wait_for_selector("button:has-text('Copied') >> nth=0")
    assert visitor.page.evaluate("navigator.clipboard.readText()") == DISPUTE

    assert "#p=" in link
    other: Visitor = visit(link[link.index("#") :], width=PHONE)
    other.page.wait_for_selector("#answer h1")
    assert other.verdict == visitor.verdict
    assert other.file == DISPUTE
    other.page.reload()  # the address is that of the answer
    other.page.wait_for_selector("#answer h1")
    assert other.verdict == visitor.verdict


def test_files_that_are_chosen_and_dropped(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(DISPUTE, encoding="utf-8")
    visitor: Visitor = visit()
    visitor.tap("#menu-file summary")
    visitor.page.set_input_files("input[type=file]", file)
    visitor.page.wait_for_selector("#field-hand .chip")
    assert visitor.file == DISPUTE

    quest = example("quest-dungeon").text
    dropped = visitor.page.evaluate_handle(
        "text => { const all = new DataTransfer(); all.items.add(new File([text], 'a.yaml')); return all; }",
        quest,
    )
    visitor.page.dispatch_event("#main", "drop", {"dataTransfer": dropped})
    visitor.page.wait_for_selector("#field-dungeon")
    assert visitor.file == quest


def test_a_file_without_a_script(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(DISPUTE, encoding="utf-8")
    visitor: Visitor = visit(script=False)
    visitor.tap("#menu-file summary")
    visitor.page.set_input_files("input[type=file]", file)
    visitor.tap("#menu-file button")

    assert visitor.file == DISPUTE


def test_page_picture_and_file_to_keep(visit: Visit) -> None:
    visitor: Visitor = visit(link_to(DISPUTE, "check"))
    visitor.page.wait_for_selector("#answer h1")
    kept = {}
    for called in ("Page", "Picture", "File"):
        with visitor.page.expect_download() as download:
            visitor.page.locator(".download", has_text=called).click()
        kept[download.value.suggested_filename] = download.value.path().read_text(encoding="utf-8")

    assert sorted(kept) == ["answer.html", "answer.svg", "position.yaml"]
    assert kept["position.yaml"] == DISPUTE
    assert "the maximum is 12" in kept["answer.html"]
    assert kept["answer.svg"].startswith("<svg")


def test_a_stroke_paints_and_a_figure_is_dragged(visit: Visit) -> None:
    visitor: Visitor = visit(link_to("game: gloomhaven\nmap: {size: 5 x 4}\n"))
    visitor.settle()
    visitor.tap(visitor.page.locator(".choice", has_text="trap"))
    _drag(visitor, (0, 0), (0, 1), (0, 2))
    assert "traps: [[0, 0], [0, 1], [0, 2]]" in visitor.file
    _drag(visitor, (0, 3), (0, 2), (0, 1))  # what is painted already stays
    assert "traps: [[0, 0], [0, 1], [0, 2], [0, 3]]" in visitor.file
    visitor.tap(visitor.hex(0, 1))
    assert "traps: [[0, 0], [0, 2], [0, 3]]" in visitor.file

    visitor.pick("characters", "brut", "Brute")
    brute = visitor.page.locator('button.hex[data-figure="Brute"]')
    at = brute.get_attribute("aria-label") or ""
    _drag(visitor, tuple(map(int, at.partition(":")[0].split(","))), (3, 1), (4, 1))
    assert (brute.get_attribute("aria-label") or "").startswith("4,1")
    visitor.tap(visitor.hex(4, 3))  # it is taken up: a tap puts it elsewhere
    assert (brute.get_attribute("aria-label") or "").startswith("4,3")
    _drag(visitor, (4, 3), (3, 3), (2, 3), (3, 3))  # it stays where it is let go, not where it was farthest
    assert (brute.get_attribute("aria-label") or "").startswith("3,3")


def _drag(visitor: Visitor, *places: tuple[int, ...]) -> None:
    mouse = visitor.page.mouse
    visitor.page.locator(".hexgrid").evaluate("each => each.scrollIntoView({block: 'center'})")
    for number, (column, row) in enumerate(places):
        box = visitor.hex(column, row).bounding_box()
        assert box is not None
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if number == 0:
            mouse.down()
    mouse.up()
    visitor.settle()


def test_hexes_are_reached_by_arrows(visit: Visit) -> None:
    visitor: Visitor = visit(link_to("game: gloomhaven\nmap: {size: 3 x 3, walls: [[0, 0]]}\n"))
    visitor.settle()
    visitor.hex(0, 0).focus()
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        visitor.page.keyboard.press(key)
    visitor.settle()

    assert "walls: [[0, 0], [1, 1]]" in visitor.file


def test_a_question_is_given_up(visit: Visit) -> None:
    """No answer comes: the page says that it works, and goes on when it is told to stop."""
    visitor: Visitor = visit(link_to(DISPUTE))
    visitor.settle()
    visitor.page.route("**/api/check", lambda _: None)
    visitor.page.locator("button[name=ask]", has_text="Judge it").click()
    visitor.page.locator("button", has_text="Cancel").click()
    visitor.settle()
    assert visitor.page.locator("#told").inner_text() == "cancelled"
    assert visitor.page.locator("#answer").count() == 0

    visitor.page.locator("button[name=ask]", has_text="Judge it").click()
    visitor.pick("hand", "milit", "Militia")  # whatever is done ends the question
    assert visitor.chips("hand")[-1] == "Militia"
    visitor.page.unroute("**/api/check")
    assert visitor.ask()


def test_a_question_in_words_is_asked_once(visit: Visit) -> None:
    """What is put in afterwards does not ask it again."""
    visitor: Visitor = visit(link_to(DISPUTE))
    visitor.settle()
    box = visitor.page.locator('[name="typed.question"]')
    box.fill("can I defeat Nixie without the Polearm?")
    box.press("Enter")
    visitor.page.wait_for_selector("#answer h1")
    assert "Nixie" in visitor.verdict
    visitor.pick("hand", "milit", "Militia")
    assert visitor.page.locator("#answer").count() == 0
    assert box.input_value() == "can I defeat Nixie without the Polearm?"


def test_another_reading_is_tried_in_place(visit: Visit) -> None:
    """By 1 instead of 2 for each of 2 points of Light Penalty: 14 instead of 12."""
    visitor: Visitor = visit(link_to(DISPUTE, "check"), width=PHONE)
    visitor.page.wait_for_selector("#answer h1")
    visitor.tap("#readings summary")
    visitor.tap("#readings button[aria-pressed=false]:has-text('lowered by 1')")

    assert "the maximum is 14" in visitor.verdict
    visitor.tap(".edit")
    assert visitor.page.locator("#position").is_visible()


def test_the_best_play_step_by_step(visit: Visit) -> None:
    visitor: Visitor = visit(link_to(DISPUTE, "solve"))
    visitor.page.wait_for_selector("#answer .steps")
    steps = visitor.page.locator("#answer .steps button").all_inner_texts()
    visitor.tap(visitor.page.locator("#answer .steps button", has_text="equip Polearm"))
    marked = visitor.page.locator("#answer .steps [aria-pressed=true]")
    assert marked.inner_text() == "equip Polearm on Thyrian Squire"
    assert "with Polearm" in " ".join(visitor.page.locator("#answer article").inner_text().split())

    visitor.tap(visitor.page.locator("#answer .steps button", has_text="the beginning"))
    assert visitor.page.locator("#answer .steps button").all_inner_texts() == ["the beginning", *steps]
    assert "with Polearm" not in " ".join(visitor.page.locator("#answer article").inner_text().split())


def test_a_finger_paints_and_drags(visit: Visit) -> None:
    """A stroke does not scroll the page while there is something to paint."""
    text = "game: gloomhaven\nmap: {size: 5 x 5}\ncharacters:\n  Brute: {at: [4, 4]}\n"
    visitor: Visitor = visit(link_to(text), width=PHONE)
    visitor.settle()
    visitor.tap(visitor.page.locator(".choice", has_text="trap"))
    _swipe(visitor, (1, 0), (1, 1), (1, 2))
    _swipe(visitor, (4, 4), (3, 3), (3, 1))

    assert "traps: [[1, 0], [1, 1], [1, 2]]" in visitor.file
    assert "Brute: {at: [3, 1]}" in visitor.file


def _swipe(visitor: Visitor, *places: tuple[int, int]) -> None:
    finger = visitor.page.context.new_cdp_session(visitor.page)
    visitor.page.locator(".hexgrid").evaluate("each => each.scrollIntoView({block: 'center'})")
    for number, place in enumerate(places):
        box = visitor.hex(*place).bounding_box()
        assert box is not None
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        kind = "touchMove" if number else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    visitor.page.evaluate("(async () => { while (held) await held; })()")
    visitor.settle()


def test_a_server_that_is_gone(visit: Visit) -> None:
    """The page says so, and keeps what was typed."""
    visitor: Visitor = visit()
    visitor.page.route("**/", lambda route: route.abort())
    visitor.write("hand", "Torch")

    assert visitor.page.locator("[role=alert]").is_visible()
    assert visitor.page.locator('[name="typed.hand"]').input_value() == "Torch"
    visitor.said.clear()  # the browser itself tells of the failed request


def test_what_is_typed_after_a_wrong_name_takes_its_place(visit: Visit) -> None:
    visitor = visit(width=PHONE)
    visitor.write("hand", "Xqzzy")
    assert visitor.field("hand").locator(".wrong").inner_text() == 'there is no "Xqzzy"'

    visitor.page.keyboard.type("Torch")
    visitor.page.keyboard.press("Enter")
    visitor.settle()

    assert visitor.chips("hand") == ["Torch"]


def test_what_is_wrong_stands_right_below_what_is_typed(visit: Visit) -> None:
    visitor = visit(width=PHONE)
    visitor.pick("hand", "torch", "Torch")
    visitor.write("hand", "Xqzzy")

    tops = [visitor.field("hand").locator(each).bounding_box() for each in (".typing", ".wrong", ".chip")]

    assert all(tops)
    assert [each["y"] for each in tops if each] == sorted(each["y"] for each in tops if each)


def test_every_menu_is_within_a_phone(visit: Visit) -> None:
    visitor = visit(width=PHONE)
    for menu in ("#menu-examples", "#menu-file"):
        visitor.tap(f"{menu} summary")
        box = visitor.page.locator(f"{menu} > :not(summary)").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE
        visitor.tap(".brand")


def test_an_answer_says_what_it_does_without_and_where_that_is(visit: Visit) -> None:
    visitor = visit(width=PHONE)
    visitor.pick("hand", "torch", "Torch")
    visitor.write("hand", "Xqzzy")
    visitor.ask()

    told = visitor.page.locator("#answer > .wrong")
    assert told.inner_text() == 'Left out, since it cannot be read: "Xqzzy" in Hand'
    visitor.tap(told.locator("a"))
    assert visitor.field("hand").evaluate("each => each.getBoundingClientRect().top < innerHeight")
    assert visitor.said == []

"""Dealer training: a table is chosen, a mistake is explained by its clause, right answers go on."""

from collections.abc import Callable, Iterator

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, ViewportSize, expect

from pitboss.web.play.school.steps import lesson
from pitboss.web.play.school.training import Chosen, Lesson, Task
from pitboss.web.play.store import person_id
from tests.browser.conftest import DESK, PHONE
from tests.browser.play_room import room, seed_of


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[str, FastAPI]]:
    with room() as found:
        yield found


def _learner(url: str, open_page: Callable[..., Page], viewport: ViewportSize) -> Page:
    """Somebody at the page of dealer training."""
    page = open_page(f"{url}/play", viewport=viewport)
    page.fill("#your-name", "Ada")
    page.click("text=in play chips")
    expect(page.locator("#purse")).to_contain_text("Ada")
    page.goto(f"{url}/play/deal")
    return page


def _at(page: Page, app: FastAPI, *wanted: Callable[[Task], object]) -> Lesson:
    """A lesson with what is wanted, at the table that was chosen."""
    token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "pitboss_player")
    store = app.state.playroom.store
    state = store.exercise(person_id(token), "deal")
    chosen = Chosen.read(state["table"])
    seed = seed_of(chosen, *wanted)
    store.save_exercise(person_id(token), "deal", {**state, "seed": seed, "jackpot": True})
    page.reload()
    return lesson(chosen, seed, True)


def _answer(page: Page, task: Task, number: int) -> None:
    """Do a task as it should be done, on the keypad where it belongs there."""
    if task.pays and task.answer.startswith("pay "):
        page.fill("#amount", f"{int(task.answer.removeprefix('pay ')) / 100:.2f}")
        page.click(".ask [value=pay]")
    elif task.keypad:
        page.click(f'.keypad [name=answer][value="{task.answer}"]')
    else:
        page.click(f'.ask [name=answer][value="{task.answer}"]')
    expect(page.locator(f'.ask [name=at][value="{number}"]')).to_have_count(0)


def _pays_a_full_house(task: Task) -> bool:
    return task.line is not None and task.line.bet == "blind" and str(task.line.odds) == "3 to 1"


def test_the_whole_procedure_with_a_jackpot_hand_and_a_wrong_payout_explained(
    served: tuple[str, FastAPI], open_page: Callable[..., Page]
) -> None:
    url, app = served
    page = _learner(url, open_page, DESK)
    dealt = _at(page, app, _pays_a_full_house)
    assert dealt.steps[0] == "START GAME"
    expect(page.locator(".pays")).to_contain_text("Trips")
    expect(page.locator(".pays")).to_contain_text("50 to 1")
    page.click(".ask >> text=START GAME can wait")  # a step out of order
    expect(page.locator(".mistake")).to_contain_text("START GAME locks the sensors")
    expect(page.locator(".mistake .clause")).to_contain_text("the dealer presses START GAME")
    wrong = 0
    for number, task in enumerate(dealt.tasks):
        line = task.line
        if line is not None and _pays_a_full_house(task) and not wrong:
            wrong = line.wager_cents  # even money, where the Blind pays by its table
            page.fill("#amount", f"{wrong / 100:.2f}")
            page.click(".ask [value=pay]")
            mistake = page.locator(".mistake")
            expect(mistake).to_contain_text(f"You paid ${wrong / 100:.2f}")
            expect(mistake).to_contain_text(str(line.odds))
            expect(mistake.locator("tr", has_text="correct")).to_contain_text("Full house")
            expect(mistake.locator("tr", has_text="you paid")).to_contain_text("Straight")
            expect(mistake.locator(".clause")).to_contain_text("Ultimate Texas Hold'em, rule 5")
        _answer(page, task, number)
        if page.locator("#amount").count():
            expect(page.locator("#amount")).to_have_value("")  # what was paid before is gone
    assert wrong, "the lesson pays a Blind"
    expect(page.locator("#question")).to_have_text("Round complete.")
    payouts = sum(task.pays for task in dealt.tasks)
    expect(page.locator(".score")).to_contain_text(f"{payouts - 1} of {payouts}")
    steps = len(dealt.tasks) - payouts
    expect(page.locator(".score")).to_contain_text(f"{steps - 1} of {steps}")


def test_an_aquarius_table_is_chosen_and_dealt_on_a_phone_with_cover_all_and_envy(
    served: tuple[str, FastAPI], open_page: Callable[..., Page]
) -> None:
    url, app = served
    page = _learner(url, open_page, PHONE)
    page.click("button:has-text('Caribbean Stud Poker')")
    expect(page.locator("h1")).to_contain_text("Caribbean Stud Poker")
    page.click(".set-up summary")
    page.select_option("[name=controller]", "aquarius")
    page.select_option("[name=progressive]", "CSTUD-15")
    page.click("text=Deal at this table")
    expect(page.locator(".keypad")).to_contain_text("Aquarius")
    dealt = _at(
        page,
        app,
        lambda task: task.answer.startswith("Tuck"),
        lambda task: "Cover All is in play" in task.prompt,
        lambda task: task.owed == "Envy",
    )
    assert (dealt.steps[0], dealt.steps[-1]) == ("COIN IN", "GAME OVER")
    page.click(".pays-open")
    expect(page.locator(".pays")).to_contain_text("envy $1,000")
    expect(page.locator(".pays")).to_contain_text(f"{len(dealt.played.wagers) + 1} hands dealt")
    page.click(".pays >> text=Close")
    for number, task in enumerate(dealt.tasks):
        _answer(page, task, number)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), task
    expect(page.locator("#question")).to_have_text("Round complete.")
    pressed = [task.answer for task in dealt.tasks if task.keypad == "keys"]
    assert pressed[:3] == ["JPH", "J-POT", "RUN"]
    assert pressed[-1] == "GAME OVER"
    page.click("text=Next round")
    page.locator(".keypad, .ask").first.wait_for()
    expect(page.locator(".pays")).to_contain_text("CSTUD-15")

"""Dealer training: a mistake is caught and explained by its clause; right answers go on."""

from collections.abc import Callable, Iterator

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, expect

from pitboss.games import GAMES
from pitboss.web.play.store import person_id
from pitboss.web.play.training import Lesson, Task, lesson
from tests.browser.play_room import room


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[str, FastAPI]]:
    with room() as found:
        yield found


def _learner(
    url: str, app: FastAPI, open_page: Callable[..., Page], slug: str, seed: int
) -> tuple[Page, Lesson]:
    """Somebody in front of a known lesson."""
    page = open_page(f"{url}/play")
    page.fill("#your-name", "Ada")
    page.click("text=in play chips")
    expect(page.locator("#purse")).to_contain_text("Ada")
    page.goto(f"{url}/play/deal")
    token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "pitboss_player")
    store = app.state.playroom.store
    state = store.exercise(person_id(token), "deal")
    store.save_exercise(person_id(token), "deal", {**state, "game": slug, "seed": seed, "jackpot": True})
    page.reload()
    return page, lesson(slug, seed, True)


def _answer(page: Page, task: Task, number: int) -> None:
    """Do a task as it should be done, on the keypad where it belongs there."""
    if task.answer.startswith("pay "):
        page.fill("#amount", f"{int(task.answer.removeprefix('pay ')) / 100:.2f}")
        page.click(".ask [value=pay]")
    elif task.keypad:
        page.click(f'.keypad [name=answer][value="{task.answer}"]')
    else:
        page.click(f'.ask [name=answer][value="{task.answer}"]')
    expect(page.locator(f'.ask [name=at][value="{number}"]')).to_have_count(0)


def test_the_whole_procedure_with_a_jackpot_claim_and_a_wrong_payout_explained(
    served: tuple[str, FastAPI], open_page: Callable[..., Page]
) -> None:
    url, app = served
    page, dealt = _learner(url, app, open_page, "ultimate-texas-holdem", 3)
    assert dealt.steps[0] == "START GAME"
    assert "Jackpot claim" in dealt.steps
    page.click('.ask [value="deal"]')  # a step out of order
    expect(page.locator(".mistake")).to_contain_text("START GAME locks the sensors")
    expect(page.locator(".mistake .clause")).to_contain_text("All games, rule 3")
    wrong = 0
    for number, task in enumerate(dealt.tasks):
        line = task.line
        if line is not None and line.bet == "blind" and line.odds is not None and not wrong:
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
    assert wrong, "the lesson pays a Blind"
    expect(page.locator("#question")).to_have_text("The round is dealt.")
    payouts = sum(task.line is not None for task in dealt.tasks)
    expect(page.locator(".score")).to_contain_text(f"{payouts - 1}/{payouts}")
    steps = len(dealt.tasks) - payouts
    expect(page.locator(".score")).to_contain_text(f"{steps - 1}/{steps}")


@pytest.mark.parametrize("slug", GAMES)
def test_every_lesson_follows_from_its_round(slug: str) -> None:
    """Each wager is settled once, in the order and for the amount the game itself settles it."""
    for seed in range(25):
        dealt = lesson(slug, seed, seed % 2 == 0)
        asked = [task.line for task in dealt.tasks if task.line is not None]
        folded = [line for line in dealt.played.lines if line.seat in dealt.played.view().folded]
        owed = [line for line in dealt.played.lines if line.outcome != "collected"]
        assert [line for line in owed if line in asked] == asked
        assert all(line in asked or line in folded for line in owed)
        for task in dealt.tasks:
            assert task.clause
            assert task.line is not None or task.answer in dict(task.options)

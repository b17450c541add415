"""Dealer training follows the table chosen: every option, every paytable, both generations of keypads."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType

import pytest
from starlette.testclient import TestClient

from pitboss.errors import BadInput
from pitboss.games import GAMES, Line, Round
from pitboss.hands.poker import strength
from pitboss.jackpots.config import TrayPays
from pitboss.jackpots.controllers import Profile
from pitboss.paytables import FixedPay, MeterShare, paytable
from pitboss.web.app import create_app
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.routes import COOKIE
from pitboss.web.play.school.steps import is_price, lesson
from pitboss.web.play.school.training import SECONDS, Chosen, Lesson, Task, explain
from pitboss.web.play.school.views import lots_of
from pitboss.web.play.store import person_id
from tests.web.outside import OUTSIDE

JACKPOT_GAMES = ("caribbean-stud", "ultimate-texas-holdem")
SENT = {"X-Pitboss": "1"}


def _tables(slug: str) -> Iterator[dict[str, str]]:
    """A table for every approved value of every option and for every paytable, on both keypads."""
    game = GAMES[slug]
    yield {}
    for option in game.options:
        values = set(option.values) - {option.default} - {outside.value for outside in option.outside}
        yield from ({option.name: value} for value in sorted(values))
    for bet in game.bets:
        for table in game.paytables(bet.slug)[1:]:
            decks = {"decks": str(table.decks)} if table.decks else {}
            yield {bet.slug: table.designator} | decks
    for controller in Profile:
        yield from ({"controller": controller.value, "tray_pays": who} for who in ("dealer", "supervisor"))


def _lessons(
    slug: str, count: int, settings: Mapping[str, str] = MappingProxyType({}), claimed: bool = False
) -> list[Lesson]:
    chosen = Chosen.read({"game": slug, **settings})
    return [lesson(chosen, seed, claimed) for seed in range(count)]


def _prompted(dealt: Lesson, words: str) -> list[Task]:
    return [task for task in dealt.tasks if words in task.prompt]


@pytest.mark.parametrize("slug", [*GAMES, *OUTSIDE])
def test_every_lesson_follows_from_its_round_whatever_the_table(outside: None, slug: str) -> None:
    """Each wager is settled once, in the order and for the amount the game itself settles it."""
    for number, settings in enumerate(_tables(slug)):
        for seed in (number, number + 1000):
            dealt = lesson(Chosen.read({"game": slug, **settings}), seed, seed % 2 == 0)
            asked = [task.line for task in dealt.tasks if task.line is not None]
            assert asked == [line for line in dealt.played.lines if line in asked]
            for line in dealt.played.lines:
                assert line in asked or _taken_at_once(dealt, line), (settings, seed, line)
            for task in dealt.tasks:
                assert task.clause
                assert task.step in dealt.steps
                assert task.pays or task.answer in dict(task.options), (settings, task)


def _taken_at_once(dealt: Lesson, line: Line) -> bool:
    """Off the layout without being settled at the showdown: a jackpot chip, a folder's wager, a price."""
    folded = line.seat in dealt.played.view().folded and line.outcome == "lose"
    return line.outcome == "collected" or folded or is_price(dealt.game.bet(line.bet))


@pytest.mark.parametrize("slug", JACKPOT_GAMES)
@pytest.mark.parametrize("controller", Profile)
def test_a_lesson_with_a_jackpot_hand_presses_the_keys_of_its_generation_in_order(
    slug: str, controller: Profile
) -> None:
    start, records, end = {
        Profile.NEXUS: ("START GAME", ["CONFIRM", "CARD"], "END GAME"),
        Profile.AQUARIUS: ("COIN IN", ["JPH", "J-POT", "RUN"], "GAME OVER"),
    }[controller]
    table = {"controller": controller.value, "tray_pays": "supervisor"}
    for dealt in _lessons(slug, 12, table, claimed=True):
        claims = dealt.played.claims
        assert claims
        assert dealt.steps[0] == start
        assert dealt.steps[-1] == end
        pressed = [task for task in dealt.tasks if task.keypad]
        keys = [task.answer for task in pressed if task.keypad == "keys"]
        assert keys == [*records * len(claims), end]
        called = [task.answer for task in _prompted(dealt, "The claim is open")]
        assert called == ["Call a supervisor"] * len(claims)
        spots = [task.answer for task in pressed if task.keypad == "spots"]
        hands = [task.answer for task in pressed if task.keypad == "hands"]
        assert spots == [str(claim.seat) for claim in claims]
        assert hands == [claim.hand for claim in claims]
        first = next(task.keypad for task in pressed)
        assert first == ("spots" if controller is Profile.NEXUS else "hands")


def test_every_line_of_a_jackpot_table_comes_up() -> None:
    for slug, table in (("caribbean-stud", "CSTUD-13"), ("ultimate-texas-holdem", "UTH-JP-01")):
        bet = "progressive" if slug == "caribbean-stud" else "jackpot"
        seen = {
            claim.hand
            for dealt in _lessons(slug, 60, {bet: table}, claimed=True)
            for claim in dealt.played.claims
        }
        assert seen == {line.hand for line in paytable(table).lines}


def test_a_pay_from_the_tray_is_recorded_by_a_supervisor_unless_the_table_says_otherwise() -> None:
    """Where it lets the dealer's press record small ones, those of the amount it names are a supervisor's."""
    pays = {line.hand: line.pay for line in paytable("CSTUD-15").lines}
    kinds = set()
    for who in ("dealer", "supervisor"):
        for dealt in _lessons(
            "caribbean-stud", 15, {"progressive": "CSTUD-15", "tray_pays": who}, claimed=True
        ):
            won = [pays[claim.hand] for claim in dealt.played.claims]
            tray = [f"pay {pay.cents}" for pay in won if isinstance(pay, FixedPay)]
            assert [task.answer for task in dealt.tasks if task.owed.startswith("Jackpot")] == tray
            alone = [pay for pay in won if isinstance(pay, FixedPay) and pay.cents < 100_00]
            supervised = len(won) - (len(alone) if who == "dealer" else 0)
            assert len(_prompted(dealt, "The claim is open")) == supervised
            kinds.add((who, bool(tray), len(alone) < len(tray)))
    assert {("dealer", True, True), ("dealer", True, False), ("supervisor", True, False)} <= kinds
    assert Chosen.read({"game": "caribbean-stud"}).tray_pays is TrayPays.SUPERVISOR


def test_the_wager_of_a_sensor_is_the_one_its_table_is_printed_for() -> None:
    for dealt in _lessons("caribbean-stud", 5, {"progressive": "CSTUD-16"}, claimed=True):
        laid = {wagers["progressive"] for wagers in dealt.played.wagers.values() if "progressive" in wagers}
        assert laid == {500}
        pays = {line.hand: line.pay for line in paytable("CSTUD-16").lines}
        owed = [pays[claim.hand] for claim in dealt.played.claims]
        asked = [task.answer for task in dealt.tasks if task.owed.startswith("Jackpot")]
        assert asked == [f"pay {pay.cents}" for pay in owed if isinstance(pay, FixedPay)]


def test_envy_goes_to_the_other_lit_seats_and_never_to_the_winner() -> None:
    seen = 0
    for dealt in _lessons("caribbean-stud", 40, {"progressive": "MG-01"}, claimed=True):
        for claim in dealt.played.claims:
            line = next(line for line in paytable("MG-01").lines if line.hand == claim.hand)
            who = _prompted(dealt, f"Seat {claim.seat}'s")
            assert bool(who) == bool(line.envy_cents)
            if line.envy_cents:
                assert isinstance(line.pay, MeterShare)
                seen += 1
                others = [
                    str(seat)
                    for seat, laid in sorted(dealt.played.wagers.items())
                    if "progressive" in laid and seat != claim.seat
                ]
                assert [digit for digit in who[0].answer if digit.isdigit()] == others
                owed = [task.answer for task in dealt.tasks if task.owed == "Envy"]
                assert owed == ([f"pay {line.envy_cents}"] if others else [])
    assert seen


def test_a_late_chip_is_given_back_and_the_count_is_compared() -> None:
    for dealt in _lessons("caribbean-stud", 10, claimed=True):
        lit = [seat for seat, laid in dealt.played.wagers.items() if "progressive" in laid]
        assert _prompted(dealt, "accepted")[0].answer == str(len(lit))
        late = _prompted(dealt, "puts a chip on its sensor")
        assert bool(late) == (len(lit) < len(dealt.played.wagers))
        assert all(task.answer.startswith("Give it back") for task in late)


def test_cover_all_pays_for_the_hands_dealt_and_its_highest_hand_stays_exposed() -> None:
    answers = set()
    for dealt in _lessons("caribbean-stud", 60):
        played = dealt.played
        if not any("cover-all" in laid for laid in played.wagers.values()):
            assert not _prompted(dealt, "Cover All is in play")
            continue
        assert _prompted(dealt, "For how many hands")[0].answer == str(len(played.wagers) + 1)
        lines = [line for line in played.lines if line.bet == "cover-all"]
        decides = _prompted(dealt, "Which hand decides")
        assert bool(decides) == any(line.outcome == "win" for line in lines)
        if decides:
            hands = {"Your hand": played.view().dealer}
            hands |= {f"Seat {seat}": played.view(seat).own for seat in played.wagers}
            best = max(hands, key=lambda owner: strength([card for card in hands[owner] if card is not None]))
            assert decides[0].answer == best
        answers |= {task.answer for task in _prompted(dealt, "Cover All is in play")}
    assert answers == {
        "Leave it exposed",
        "Leave it exposed and take in the hand exposed before",
        "Take it in as usual",
    }


def test_a_wrong_cover_all_payout_is_explained_by_the_pays_for_the_hands_dealt() -> None:
    for dealt in _lessons("caribbean-stud", 20):
        for task in dealt.tasks:
            if task.line is not None and task.line.bet == "cover-all" and task.line.outcome == "win":
                hands = len(dealt.played.wagers) + 1
                told = explain(task, "take", dealt.played.rules, hands)
                right = [row for row in told.rows if row.right]
                assert [row.odds for row in right] == [str(task.line.odds)]
                return
    raise AssertionError("no lesson pays Cover All")


@pytest.mark.parametrize(
    ("settings", "tucked", "collected"),
    [
        ({}, True, "Ante"),
        ({"bonus_after_fold": "lose", "cover_all_after_fold": "lose"}, False, "Ante, Caribbean Stud Bonus"),
    ],
)
def test_a_fold_at_caribbean_stud_tucks_the_cards_under_what_is_alive_or_counts_them(
    settings: dict[str, str], tucked: bool, collected: str
) -> None:
    seen = 0
    for dealt in _lessons("caribbean-stud", 30, settings):
        for seat in dealt.played.view().folded:
            cards = _prompted(dealt, f"Where do the cards of seat {seat} go?")
            if "bonus" in dealt.played.wagers[seat] and "cover-all" not in dealt.played.wagers[seat]:
                taken = _prompted(dealt, f"Seat {seat} folds. What do you collect")
                assert taken[0].answer == collected
                assert [task.answer for task in cards] == (
                    ["Tucked under Caribbean Stud Bonus"] if tucked else []
                )
                seen += 1
        counted = _prompted(dealt, "How do you clear the spot?")
        assert all("count five" in task.answer for task in counted)
        assert bool(counted) or tucked or not dealt.played.view().folded
    assert seen


def test_a_folded_hand_that_may_win_the_jackpot_stays_at_its_spot() -> None:
    settings = {"bonus_after_fold": "lose", "cover_all_after_fold": "lose", "folded_hands_qualify": "yes"}
    kept = [
        task
        for dealt in _lessons("caribbean-stud", 20, settings)
        for task in _prompted(dealt, "Where do the cards of seat")
    ]
    assert kept
    assert {task.answer for task in kept} == {"Face down at the spot"}


def test_the_price_of_the_rabbit_card_is_verified_and_taken_at_once() -> None:
    wrong = right = 0
    for dealt in _lessons("rabbit-hunter", 40):
        prices = [line for line in dealt.played.lines if line.bet == "rabbit-card"]
        taken = [task for task in dealt.tasks if task.answer == "Take it at once, into the tray"]
        assert len(taken) == len(prices)
        right += len(taken)
        wrong += sum(task.answer.startswith("Have it made") for task in dealt.tasks)
        bought = "play-and-buy" in dealt.played.decisions
        assert bool(_prompted(dealt, "The price is in the tray")) == bought
        assert bool(_prompted(dealt, "does not buy")) == ("play" in dealt.played.decisions)
    assert right > wrong > 0


def test_options_change_what_the_dealer_has_to_do() -> None:
    def answer(slug: str, words: str, **settings: str) -> set[str]:
        found = (_prompted(dealt, words) for dealt in _lessons(slug, 12, settings))
        return {task.answer for tasks in found for task in tasks}

    looks = "when do you look at your hole card"
    assert answer("blackjack-switch", looks, version="1") == {"After the switch, before a hand is played"}
    assert answer("blackjack-switch", looks, version="2") == {"Before the players switch"}
    first = "What do you deal first"
    assert answer("ultimate-texas-holdem", first, procedure="hand-held") != answer(
        "ultimate-texas-holdem", first, procedure="packets"
    )
    for order, highest in (("right-to-left", True), ("left-to-right", False)):
        for dealt in _lessons("ultimate-texas-holdem", 6, {"settlement_order": order}):
            seats = [line.seat for line in dealt.played.lines if line.bet == "play"]
            assert seats == sorted(seats, reverse=highest)
    for version, draws in (("1", "draw"), ("4", "stand")):
        soft = answer("blackjack-switch", "You have soft 17", version=version)
        assert soft <= {draws}


def test_a_table_that_no_game_has_is_refused() -> None:
    for given in (
        {"game": "tiddlywinks"},
        {"game": "caribbean-stud", "bonus": "UTH-01"},
        {"game": "caribbean-stud", "bonus_after_fold": "perhaps"},
        {"game": "caribbean-stud", "controller": "abacus"},
        {"game": "caribbean-stud", "tray_pays": "nobody"},
        {"game": "caribbean-stud", "tray_supervisor_above": "a hundred"},
        {"game": "caribbean-stud", "settlement_order": "left-to-right"},
        {"game": "caribbean-stud", "controller": "aquarius", "progressive": "MG-01"},
        {"game": "blackjack-switch", "decks": "8", "super-match": "SM-1"},
    ):
        with pytest.raises(BadInput):
            Chosen.read(given)
    assert (
        Chosen.read(Chosen.read({"game": "blackjack-switch", "version": "3"}).written()).rules.options[
            "version"
        ]
        == "3"
    )


class Learner:
    """Somebody at the training page, without a browser."""

    def __init__(self, client: TestClient, room: Playroom) -> None:
        self.client, self.room = client, room
        assert client.post("/play/name", json={"name": "Ada"}, headers=SENT).status_code == 200
        self.person = person_id(client.cookies["pitboss_player"])

    def send(self, path: str, **body: str) -> int:
        return self.client.post(f"/play/deal/{path}", json=body, headers=SENT).status_code

    @property
    def state(self) -> dict[str, object]:
        state = self.room.store.exercise(self.person, "deal")
        assert state is not None
        return state


@pytest.fixture
def learner() -> Iterator[Learner]:
    app = create_app()
    with TestClient(app) as client:
        yield Learner(client, app.state.playroom)


def test_the_page_offers_every_option_and_paytable_and_deals_the_table_chosen(learner: Learner) -> None:
    for slug, game in GAMES.items():
        assert learner.send("next", game=slug) == 200
        page = learner.client.get("/play/deal").text
        for option in game.options:
            values = set(option.values) - {outside.value for outside in option.outside if not outside.when}
            assert len(values) == 1 or f'<select name="{option.name}">' in page
            assert len(values) == 1 or all(f'<option value="{value}"' in page for value in values)
        chosen_by_option = {option.chooses for option in game.options}
        for bet in game.bets:
            tables = game.paytables(bet.slug)
            if bet.slug in chosen_by_option:
                assert f'<select name="{bet.slug}">' not in page, "one control says it"
            else:
                assert len(tables) < 2 or all(f'value="{table.designator}"' in page for table in tables)
        assert ('name="controller"' in page) == any(bet.kind == "jackpot" for bet in game.bets)
        assert "What it pays" in page
    assert learner.send("next", game="caribbean-stud", controller="aquarius", progressive="CSTUD-09") == 200
    page = learner.client.get("/play/deal").text
    assert "J-POT" in page
    assert "CSTUD-09" in page
    assert "hands dealt" in page
    assert learner.send("next") == 200
    assert learner.state["table"] == {
        "game": "caribbean-stud",
        "progressive": "CSTUD-09",
        "controller": "aquarius",
        "tray_pays": "supervisor",
        "tray_supervisor_above": "$100",
    }
    assert learner.send("next", game="caribbean-stud", bonus="UTH-01") == 422
    assert learner.send("next", table="BJS-2") == 200
    table = learner.state["table"]
    assert isinstance(table, dict)
    assert (table["version"], table["decks"], table["super-match"]) == ("4", "8", "SM-2")


def test_answers_are_judged_once_and_the_next_task_comes_with_the_answer(learner: Learner) -> None:
    assert learner.send("next", game="solitaire-stud") == 200
    state = learner.state
    dealt = lesson(Chosen.read(state["table"]), state["seed"], state["jackpot"])  # type: ignore[arg-type]
    task = dealt.tasks[0]
    wrong = next(value for value, _ in task.options if value != task.answer)
    sent = {"at": "0", "answer": wrong}
    told = learner.client.post("/play/deal/answer", json=sent, headers=SENT).json()["main"]
    assert "Wrong: it is “" in told
    assert learner.send("answer", at="0", answer="nonsense") == 422
    assert learner.send("answer", at="0", answer="pay", amount="5") == 422
    assert learner.send("answer", at="0", answer=task.answer) == 200
    assert learner.send("answer", at="0", answer=task.answer) == 200  # pressed twice
    assert learner.state["at"] == 1
    assert learner.state["shift"]["steps"] == [0, 1]  # type: ignore[index]


def test_a_lesson_begun_before_tables_could_be_chosen_is_dealt_afresh_and_the_shift_goes_on(
    learner: Learner,
) -> None:
    shift = {"rounds": 4, "payouts": [9, 11], "steps": [30, 33], "late": 1, "times": [4.0]}
    old = {"game": "rabbit-hunter", "seed": 5, "jackpot": False, "at": 31, "shown_us": 0}
    learner.room.store.save_exercise(
        learner.person, "deal", old | {"slip": "take", "slips": [30], "shift": shift}
    )
    page = learner.client.get("/play/deal")
    assert page.status_code == 200
    assert "Rabbit Hunter" in page.text
    assert "9 of 11" in page.text
    assert learner.state["at"] == 0


def test_whose_turn_it_is_is_asked_where_a_stage_begins_with_another_player() -> None:
    """Also when nobody was passed over: the flop goes back to the first player, the last to act before it."""
    begun = 0
    for dealt in _lessons("ultimate-texas-holdem", 12):
        played = dealt.played
        requests = [
            Round(played.rules, played.wagers, played.order, played.decisions[:number]).request
            for number in range(len(played.decisions))
        ]
        for was, now in pairwise(requests):
            assert was is not None
            assert now is not None
            if was.stage != now.stage and was.seat != now.seat:
                begun += 1
                assert _prompted(dealt, f"Whose decision is it now ({now.stage})?")
    assert begun > 3


def test_how_many_hands_cover_all_pays_for_is_asked_when_nobody_has_decided_yet() -> None:
    tasks = [
        task for dealt in _lessons("caribbean-stud", 12) for task in _prompted(dealt, "For how many hands")
    ]
    assert {task.decisions for task in tasks} == {0}


def test_who_folds_has_folded_on_the_table_that_the_dealer_is_asked_about() -> None:
    asked = 0
    for dealt in _lessons("caribbean-stud", 12):
        for task in _prompted(dealt, "What do you collect at once?"):
            played = dealt.played
            shown = Round(played.rules, played.wagers, played.order, played.decisions[: task.decisions])
            assert int(task.prompt.split()[1]) in shown.view().folded, task.prompt
            asked += 1
    assert asked > 3


def test_the_hand_is_not_named_where_its_pay_is_asked_for() -> None:
    """What it makes is half of the answer; the other questions say it under every hand that is face up."""
    named = 0
    for dealt in _lessons("caribbean-stud", 6):
        for task in dealt.tasks:
            lots = [lot for lot in lots_of(dealt, task, over=False) if task.decisions >= 0]
            words = [lot.words for lot in lots if lot.name.startswith("Seat")]
            assert not (task.pays and any(words)), task
            named += any(words)
    assert named


def test_the_clock_of_a_question_about_pay_runs_for_its_seconds() -> None:
    app = create_app()
    room: Playroom = app.state.playroom
    token, person = room.welcome("Noor")
    with TestClient(app, cookies={COOKIE: token}) as client:
        client.get("/play/deal")
        state = room.store.exercise(person.id, "deal")
        assert state is not None
        tasks = lesson(Chosen.read(state["table"]), state["seed"], state["jackpot"]).tasks
        state |= {"at": next(number for number, task in enumerate(tasks) if task.pays)}
        room.store.save_exercise(person.id, "deal", state)
        until_ms = state["shown_us"] // 1000 + SECONDS * 1000
        assert f'data-until="{until_ms}"' in client.get("/play/deal").text


def test_a_dealer_who_always_plays_against_some_hands_is_never_said_not_to_qualify() -> None:
    """High Five decides it seat by seat: a straight is played against with any hand."""
    answers = set()
    for seed in range(30):
        dealt = lesson(Chosen.read({"game": "high-five-poker"}), seed, False)
        for task in dealt.tasks:
            if "Does the dealer qualify?" in task.prompt:
                assert [words for _, words in task.options] == [
                    "Dealer qualifies",
                    "Dealer qualifies against a straight or better only",
                ]
                answers.add(task.answer)
    assert answers == {"yes", "no"}


@pytest.mark.parametrize(("slug", "refunds"), [("six-card-poker", True), ("three-card-poker", False)])
def test_the_rule_on_refunded_antes_is_cited_where_there_are_some(slug: str, refunds: bool) -> None:
    cited = [
        "All games, rule 6" in task.clause
        for seed in range(40)
        for task in lesson(Chosen.read({"game": slug}), seed, False).tasks
    ]
    assert any(cited) is refunds

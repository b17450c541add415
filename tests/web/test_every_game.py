"""Whatever game is found has every page, every verb and a lesson; own games from a folder outside too."""

import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from pitboss.analysis import registry
from pitboss.analysis.counting_process import Aside
from pitboss.games import GAMES, discovery, game
from pitboss.games.situation import situations_of
from pitboss.games.strategy import has_simple
from pitboss.games.words import words_of
from pitboss.web.app import create_app
from pitboss.web.play import coach
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.routes import COOKIE
from pitboss.web.play.school.steps import lesson
from pitboss.web.play.school.training import Chosen
from pitboss.web.play.sitting import Sitting
from tests.cli.running import run

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "add-a-game.md").read_text(encoding="utf-8")
BARE = (TESTS / "games/own/plain_stud/__init__.py").read_text("utf-8").replace("plain-stud", "bare-stud")
OUTSIDE = {
    "plain-stud": ("game.toml", "\n".join(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))),
    "bare-stud": ("__init__.py", BARE),
}
"""The game of `docs/add-a-game.md`; and one of code without a word besides."""
SENT = {"X-Pitboss": "1"}
WAIT_S = 240
every_game = pytest.mark.parametrize("slug", [*GAMES, *OUTSIDE])


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Games in a folder of somebody's own."""
    folder = tmp_path_factory.mktemp("own")
    for slug, (name, text) in OUTSIDE.items():
        place = folder / slug.replace("-", "_")
        place.mkdir()
        (place / name).write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(discovery.VARIABLE, str(folder))
        assert not GAMES.troubles
        yield
    discovery.forget()


@pytest.fixture(scope="module")
def served(outside: None) -> Iterator[TestClient]:
    # The process that counts for other tests may have begun before these games were there.
    counting = Aside()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coach, "aside", counting)
        with TestClient(create_app(per_s=100_000), headers=SENT) as client:
            yield client
    counting.end()


@pytest.fixture
def playroom(served: TestClient) -> Playroom:
    found: Playroom = served.app.state.playroom  # type: ignore[attr-defined]
    return found


@pytest.fixture
def client(served: TestClient, playroom: Playroom) -> TestClient:
    """Somebody with a name and chips."""
    served.cookies.set(COOKIE, playroom.welcome("Noor")[0])
    return served


def shown(client: TestClient, address: str, **fields: str) -> str:
    """The page at an address, once what it works out is there."""
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        page = client.get(address, params=fields)
        assert page.status_code == 200, (address, fields, words(page.text)[-300:])
        if "data-working" not in page.text:
            return page.text
        time.sleep(0.05)
    raise AssertionError(f"{address} {fields} takes too long")


def words(markup: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", markup)))


def sent(client: TestClient, address: str, **fields: str) -> str:
    answer = client.post(address, json=fields)
    assert answer.status_code == 200, (address, fields, answer.text)
    return answer.text


def analysed(slug: str) -> bool:
    return bool(registry.analysis_of(slug).values)


def table_of(playroom: Playroom, slug: str) -> Sitting:
    return next(at for at in playroom.sittings.values() if at.game.slug == slug and not at.room.links)


def lay(client: TestClient, at: Sitting, address: str) -> None:
    """The least a round needs, and every side bet."""
    for bet in at.game.bets:
        limit = at.room.limits.bets.get(bet.slug)
        while limit and not bet.equals and at.chairs[1].wagers.get(bet.slug, 0) < limit.least_cents:
            chip = 500 if limit.least_cents >= 500 else 100
            sent(client, f"{address}/lay", bet=bet.slug, chip=str(chip))


@every_game
def test_a_whole_round_is_played_at_its_table_and_told_again(
    client: TestClient, playroom: Playroom, slug: str
) -> None:
    lobby = words(shown(client, "/play"))
    assert f"{game(slug).words} {game(slug).mark}".strip() in lobby
    at = table_of(playroom, slug)
    address = f"/play/tables/{at.room.name}"
    assert game(slug).mark in words(shown(client, address))
    sent(client, f"{address}/sit", seat="1")
    sent(client, f"{address}/bot")
    asked = 0
    while not asked:  # in some games few rounds ask for a decision
        lay(client, at, address)
        assert "Place your bets" in words(shown(client, address))
        sent(client, f"{address}/ready")
        while (request := at.request) is not None:
            page = shown(client, address)
            assert f'value="{request.choices[0].name}"' in page
            step = len(at.table.round.decisions) if at.table.round else 0
            sent(client, f"{address}/decide", decision=request.choices[0].name, step=str(step))
            asked += 1
    page = shown(client, address)
    if not analysed(slug):
        assert "Nobody has counted" in words(page)
    else:
        end = time.monotonic() + WAIT_S
        while "data-verdict" not in page and time.monotonic() < end:
            time.sleep(0.05)
            page = shown(client, address)
        assert re.search(r"data-verdict>(✓ best<|\S+ \w+, costs \$)", page)
    sent(client, f"{address}/leave")
    rounds = shown(client, "/play/rounds")
    found = re.search(r'href="(/play/rounds/[^"?]+)', rounds)
    assert found
    shown(client, found[1], seat="1")
    for number in range(asked + 1):
        shown(client, f"{found[1]}/step/{number}", seat="1")
    assert slug in shown(client, f"{found[1]}.txt")
    assert client.get(f"{found[1]}.json").json()["game"] == slug
    shown(client, "/play/report")


@every_game
def test_a_dealer_learns_to_deal_it(client: TestClient, playroom: Playroom, slug: str) -> None:
    sent(client, "/play/deal/next", game=slug)
    person = playroom.person(client.cookies[COOKIE])
    assert person
    state = playroom.store.exercise(person.id, "deal")
    assert state
    dealt = lesson(Chosen.read(state["table"]), state["seed"], state["jackpot"])
    page = words(shown(client, "/play/deal"))
    assert game(slug).name in page
    assert game(slug).mark in page
    for number, task in enumerate(dealt.tasks):
        assert task.clause
        wrong = next((value for value, _ in task.options if value != task.answer), "")
        if wrong and number < 3:
            assert "mistake" in sent(client, "/play/deal/answer", at=str(number), answer=wrong)
        amount = task.answer.removeprefix("pay ") if task.answer.startswith("pay ") else ""
        answer = (
            {"answer": "pay", "amount": f"{int(amount) / 100:.2f}"} if amount else {"answer": task.answer}
        )
        sent(client, "/play/deal/answer", at=str(number), **answer)
    assert "Round complete" in shown(client, "/play/deal")


@every_game
def test_its_close_decisions_are_drilled_with_reasons(client: TestClient, slug: str) -> None:
    if not analysed(slug):
        assert "choose one of the games" in client.post("/play/drill/next", json={"game": slug}).text
        return
    sent(client, "/play/drill/next", game=slug)
    page = shown(client, "/play/drill", game=slug)
    choices = re.findall(r'name="decision" value="([^"]+)"', page)
    assert len(choices) > 1
    assert game(slug).mark in words(page)
    assert words_of(game(slug)).places or "Your hand" in page
    sent(client, "/play/drill/answer", decision=choices[0])
    page = words(shown(client, "/play/drill", game=slug))
    told = r"is better by \$[\d.,]+ on average|costs \$[\d.,]+ more on average|is worth the same"
    assert re.search(told, page), page[-400:]


@every_game
def test_the_laboratory_has_it(client: TestClient, slug: str) -> None:
    each, analysis = game(slug), registry.analysis_of(slug)
    if not analysis.par:
        for address in ("/lab", "/lab/ev", "/lab/strategy"):
            refused = client.get(address, params={"game": slug})
            assert refused.status_code == 422
            assert re.search("(?i)nobody has counted|not analysed", refused.text)
        return
    page = shown(client, "/lab", game=slug, bet="base")
    assert each.name in words(page)
    if each.mark:
        assert each.mark in words(page)
    assert shown(client, "/lab/strategy", game=slug)
    example = situations_of(each).example
    page = shown(client, "/lab/ev", game=slug)
    assert example in page
    page = shown(client, "/lab/ev", game=slug, at=example)
    told = {one.name for one in registry.values(slug, example).decisions}
    assert set(re.findall(r'data-decision="([^"]+)"', page)) == told
    assert client.get("/lab/ev.json", params={"game": slug, "at": example}).json()["situation"] == example
    for bet in each.bets:
        if bet.kind == "jackpot":
            assert shown(client, "/lab/meter", paytable=each.paytables(bet.slug)[0].designator)
    pdf = client.get("/lab/par.pdf", params={"game": slug, "bet": "base"})
    assert pdf.content.startswith(b"%PDF")


@every_game
def test_every_verb_takes_it(outside: None, slug: str) -> None:
    each, known = game(slug), analysed(slug)
    learnt = has_simple(each)
    assert slug in run("games").stdout
    told = {
        ("rules", slug): True,
        ("par", slug): known,
        ("ev", slug, situations_of(each).example or "AsKdQhJc8s"): known,
        ("strategy", slug): known,
        ("simulate", slug, "--rounds", "1000", "--strategy", "simple"): learnt,
        ("play", slug, "--auto", "2", "--seats", "2", "--seed", "1"): learnt,
        ("play", slug, "--auto", "2", "--bots", "random", "--seed", "1"): True,
        ("play", slug, "--auto", "1", "--bots", "optimal", "--seed", "1"): known,
    }
    for typed, works in told.items():
        ran = run(*typed)
        assert ran.exit_code == (0 if works else 2), (typed, ran.output[-400:])
        assert "Traceback" not in ran.output

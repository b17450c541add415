"""Every bet agrees with its exact value for tables of one's own, 1 to 7 seats, any options and odd wagers."""

import random
from fractions import Fraction

import pytest

from pitboss.analysis.registry import analysis_of, par
from pitboss.errors import BadInput
from pitboss.games import GAMES, Option, game
from pitboss.money import Odds
from pitboss.paytables import (
    FixedPay,
    Line,
    MeterShare,
    OddsByHands,
    Paytable,
    Spot,
    paytables,
    ranking,
    spots_of,
)
from pitboss.paytables.model import Pay
from pitboss.simulation.counted import Exact
from pitboss.simulation.job import Job, compiled, new_job
from pitboss.simulation.results import simulate
from tests.cli.running import run

BASE = {"bet", "blind", "super-bonus"}
"""Tables of the base games: another one means another optimal play, which takes a while to count."""
HANDS_DEALT = range(2, 9)


def own_odds(chance: random.Random, stake_back: bool = True) -> Odds:
    return Odds(chance.randint(1, 40), chance.choice((1, 1, 2, 3)), stake_back)


def own_pay(bet: str, metered: bool, chance: random.Random) -> Pay:
    if bet == "cover-all":
        return OddsByHands(tuple((hands, own_odds(chance)) for hands in HANDS_DEALT))
    if not metered:
        return own_odds(chance)
    kind = chance.randrange(4)
    if kind == 0:
        return MeterShare(Fraction(chance.randint(1, 200), 10_000), "main")
    return (
        Odds(chance.randint(1, 5), 1, False) if kind == 1 else FixedPay(chance.randint(50, 2000), kind == 2)
    )


def own_table(slug: str, bet: str, spot: Spot, chance: random.Random) -> Paytable:
    """Some of the outcomes, the lowest ones too, each with a pay; envy of a few dollars at a meter."""
    by, metered = chance.choice(spot.rankings), spot.metered
    outcomes = ranking(by).outcomes
    paid = [outcome for outcome in outcomes if bet == "bet" or chance.random() < 0.6] or [outcomes[-1]]
    if bet == "cover-all":  # all pairs alike
        paid = [outcome for outcome in paid if not outcome.startswith("pair")] + ["pair"]
    lines = [
        Line(hand, own_pay(bet, metered, chance), chance.choice((0, 25, 100)) if metered else 0)
        for hand in paid
    ]
    if metered:
        others = (line for line in lines if line.hand != outcomes[0])
        lines = [Line(outcomes[0], MeterShare(Fraction(1), "main"), 500), *others]
    return Paytable(
        *("OWN", "Own", slug, bet, by),
        lines=tuple(lines),
        wager_cents=chance.choice((100, 500)) if metered else None,
        seed_cents=chance.choice((123_45, 300_00)) if metered else None,
    )


def own_options(options: tuple[Option, ...], chance: random.Random) -> dict[str, str]:
    return {option.name: str(chance.choice(option.values)) for option in options}


def own_job(slug: str, rounds: int, chance: random.Random, base_tables: bool) -> Job:
    options = own_options(game(slug).options, chance)
    played = game(slug).rules(options).game
    tables: dict[str, str | Paytable] = {}
    printed = dict.fromkeys(table.game for table in paytables())
    for of, bet in ((each, bet) for each in printed for bet in spots_of(each)):
        paid = spots_of(of)[bet]
        mine = paid.metered or chance.random() < 0.8  # a printed jackpot is too large for odd cents
        if of == slug and mine and played.has(bet) and (base_tables or bet not in BASE):
            tables[bet] = own_table(slug, bet, paid, chance)
    rules = played.rules(options, tables)
    laid = {}
    ante = chance.choice((5, 25, 101))
    for spot in played.bets:
        if not spot.in_round:
            fixed = rules.paytables[spot.slug].wager_cents if spot.kind == "jackpot" else None
            laid[spot.slug] = fixed or (ante if spot.required else chance.choice((1, 5)))
    return new_job(
        slug,
        rounds,
        chance.randrange(1 << 32),
        seats=chance.randint(1, played.seats_max),
        strategy=chance.choice((None, None, "simple")),
        options=options,
        paytables=tables,
        wagers=laid,
    )


def check(slug: str, seed: int, rounds: int, base_tables: bool) -> None:
    job = own_job(slug, rounds, random.Random(f"{slug} {seed}"), base_tables)
    found = simulate(job)
    said = f"{slug} {seed}: {job.seats} seats, {job.strategy}, {dict(job.options)}, {found.notes}"
    for row in found.bets:
        if row.deviations is not None:
            assert abs(row.deviations) < 4.5, (row, said)
    assert any(row.exact is not None for row in found.bets) or job.strategy != "optimal", said


@pytest.mark.parametrize("slug", GAMES)
def test_every_bet_of_ones_own_tables_agrees_with_its_exact_value(slug: str) -> None:
    """Once, by chance; the soak does it thirty times for each, for longer."""
    check(slug, 0, 300_000, base_tables=slug not in ("ultimate-texas-holdem", "solitaire-stud"))


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "seed"), [(slug, seed) for slug in GAMES for seed in range(100, 130)])
def test_every_bet_agrees_in_many_more_rounds(slug: str, seed: int) -> None:
    check(slug, seed, 20_000_000, base_tables=True)


RULE_SETS = [
    (slug, bet, option.name, value)
    for slug, played in GAMES.items()
    for bet, entry in analysis_of(slug).par.items()
    for option in (*entry.options, *entry.names)
    if option.name in {one.name for one in played.options}
    for value in option.values
]


@pytest.mark.parametrize(("slug", "bet", "name", "value"), RULE_SETS)
def test_simulate_takes_every_value_of_an_option_that_par_answers(
    slug: str, bet: str, name: str, value: str
) -> None:
    assert dict(new_job(slug, 1, options={name: value}, strategy="simple").options)[name] == value


@pytest.mark.parametrize("decks", ["1", "2", "4"])
def test_a_shoe_outside_the_approved_text_agrees_with_its_sheet(decks: str) -> None:
    found = simulate(new_job("blackjack-switch", 400_000, options={"decks": decks}))
    assert not found.job.rules.approved
    for bet in ("base", "kings-bounty", "super-match"):
        assert abs(found.bet(bet).deviations or 0) < 4
    sheet = par("blackjack-switch", options={"decks": decks})
    assert found.bet("base").exact == Exact.of_sheet(sheet)


def test_a_shoe_too_short_for_the_seats_is_refused() -> None:
    for decks, seats in ((1, 1), (2, 2), (4, 5), (6, 7)):
        compiled(
            new_job("blackjack-switch", 1, seats=seats, strategy="simple", options={"decks": str(decks)})
        )
    for decks, seats in ((1, 2), (2, 3), (4, 6)):
        job = new_job("blackjack-switch", 1, seats=seats, strategy="simple", options={"decks": str(decks)})
        with pytest.raises(BadInput, match=f"cards enough for {seats - 1} seats? only, not for {seats}"):
            compiled(job)


def test_no_table_deals_a_shoe_that_is_counted_only() -> None:
    done = run("play", "blackjack-switch", "-o", "decks=1", "--auto", "1")
    assert done.exit_code == 2
    assert "a table deals by the approved rules only: decks=1 is not in the approved text" in done.stderr

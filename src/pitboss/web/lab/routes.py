"""The routes of the laboratory: every page is a function of its address, and so is every download."""

import asyncio
import csv
import io
import json
import logging
import math
import os
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Body, FastAPI, Header, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.templating import Jinja2Templates
from jinja2 import StrictUndefined
from markupsafe import Markup, escape

from pitboss.analysis import audit, printing, registry, report
from pitboss.analysis.charts import session_chart
from pitboss.analysis.families.budget import SECONDS, TooLong, allowing
from pitboss.analysis.parsheet import BASE, ParSheet, digest
from pitboss.analysis.results import Strategy, Values
from pitboss.cards import Card
from pitboss.errors import BadInput, Trouble
from pitboss.games import GAMES
from pitboss.games.words import option_name, shown_first, value_name, words_of
from pitboss.ledger import sheets as signed
from pitboss.ledger.notes import SigningKey
from pitboss.paytables.edited import LINES_MAX
from pitboss.web.bar import bar
from pitboss.web.lab import business, calculator, sheets, simulating, strategies, views
from pitboss.web.lab.jobs import Job, Jobs, TooBusyError
from pitboss.web.lab.setup import (
    ODDS_MAX,
    ROUNDS_MAX,
    SetUp,
    as_toml,
    brought_back,
    checked,
    options_in,
    whole_number,
)
from pitboss.web.patience import Patience
from pitboss.web.play.drawing import card_svg, sprite
from pitboss.web.spelling import times_in_pictures

if TYPE_CHECKING:
    from pitboss.simulation.projected import Projected
    from pitboss.web.lab.meters import Projection

DOWNLOAD_S_MAX = 300.0
FAILED = "A fault in the laboratory kept this from being worked out. The server's log says more."
COVER = {
    "date": "day",
    "author": "author",
    "document": "number",
    "revision": "revision",
    "client": "client",
    "paper": "paper",
    "rounds": "rounds",
}
"""What an address calls the parts of a document's cover."""
VERDICTS = (audit.DIFFERS, audit.UNSPECIFIED, audit.AGREES)

router = APIRouter(prefix="/lab", include_in_schema=False)
LONG_COUNT_S = 900
"""How long a strategy may be counted that somebody asks for although it takes longer than others may."""
templates = Jinja2Templates(Path(__file__).parents[1] / "templates")
templates.env.finalize = times_in_pictures
templates.env.globals.update(
    bar=bar,
    live="",
    card=card_svg,
    sprite=sprite,
    games=GAMES,
    bet_title=printing.bet_title,
    spoken=printing.spoken,
    sources_of=printing.sources,
    tone=strategies.tone,
    parts=strategies.parts,
    legend=strategies.legend,
    example_of=strategies.example_of,
    readings=sheets.readings,
    option_name=option_name,
    value_name=value_name,
)
templates.env.filters["minus"] = printing.signs
templates.env.filters["asked"] = lambda text, slug: _linked(text, slug)
templates.env.undefined = StrictUndefined  # a page that asks for what is not there is wrong
templates.env.trim_blocks = True
templates.env.lstrip_blocks = True


def _linked(text: str, slug: str) -> Markup:
    """A sentence that leads to the calculator of a game where the terminal's would name its verb."""
    link = f'<a href="/lab/ev?game={slug}">the calculator</a>'
    return Markup(str(escape(text)).replace("`pitboss ev`", link))


def add_laboratory(app: FastAPI) -> None:
    """Serve the laboratory."""
    app.state.laboratory = Jobs()
    app.include_router(router)


Page = Callable[..., Awaitable[Response]]


def page(path: str) -> Callable[[Page], Page]:
    """A page or a download at that address; what is refused or fails is said in a page."""

    def make(show: Page) -> Page:
        @router.get(path, response_class=HTMLResponse)
        @wraps(show)
        async def shown(request: Request, **names: str) -> Response:
            request.state.patience = Patience()
            try:
                return await show(request, **names)
            except BadInput as error:
                return _sentence(request, 422, str(error))
            except TooBusyError as error:
                return _sentence(request, 503, str(error))
            except Exception:
                logging.getLogger(__name__).exception("%s failed", request.url)
                return _sentence(request, 500, FAILED)

        return shown

    return make


def _sentence(request: Request, status: int, sentence: str) -> Response:
    refused = _render(request, "refused", views.Refused(sentence, _again(request), status == 500))
    refused.status_code = status
    return refused


def _again(request: Request) -> str:
    """The page to begin again from: this one, or the one a download belongs to."""
    path = request.url.path.rpartition(".")[0] or request.url.path
    return "/lab" if path == "/lab/par" else path


def _ask(request: Request, key: object, compute: Callable[[], Any], kept: bool = False) -> Job:
    jobs: Jobs = request.app.state.laboratory
    return jobs.ask(key, compute, kept)


def _render(request: Request, name: str, *shown: Any, job: Job | None = None) -> HTMLResponse:
    """A page of these views; with a job it says how far that is."""
    return templates.TemplateResponse(
        request, f"lab/{name}.html", views.fields_of(*shown, views.Waiting(job))
    )


async def _ready(request: Request, job: Job) -> bool:
    """Whether a job is done while the page may wait."""
    patience: Patience = request.state.patience
    return await job.done_within(patience.left_s)


async def _finished(job: Job) -> Any:
    """The result of a job that somebody wants whole."""
    if not await job.done_within(DOWNLOAD_S_MAX):
        raise BadInput(
            "this takes longer than a download can wait; open its page and try again when it is done"
        )
    return job.future.result()


def _check_form(form: str, what: str, *forms: str) -> None:
    if form not in forms:
        raise BadInput(f"the {what} comes as {', '.join(forms)}, not as {form[:12]!r}")


def _download(content: str | bytes, name: str) -> Response:
    kinds = {"pdf": "application/pdf", "svg": "image/svg+xml", "json": "application/json", "csv": "text/csv"}
    kind = kinds.get(name.rpartition(".")[2], "application/toml")
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)


def _json(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _csv(rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _has_tables(request: Request) -> bool:
    """Whether this server has tables and drills to lead to."""
    return "play" in getattr(request.app.state, "parts", ())


# The par sheet


def _measure(request: Request, set_up: SetUp) -> Job:
    key = ("sheet", set_up.question)
    return _ask(request, key, lambda: sheets.measure(set_up), kept=True)


def _tables(request: Request, set_up: SetUp) -> Job:
    key = ("tables", set_up.game, set_up.bet, tuple(sorted(set_up.options.items())))
    return _ask(request, key, lambda: sheets.measure_tables(set_up), kept=True)


def _changes(request: Request, set_up: SetUp) -> Job:
    key = ("target", set_up.question, set_up.target)
    return _ask(request, key, lambda: sheets.measure_changes(set_up))


def _simulation(set_up: SetUp) -> tuple[str, str, int, int]:
    return "simulation", set_up.question, set_up.rounds, set_up.seed


@router.post("/stop")
async def stop(request: Request, x_pitboss: Annotated[str, Header()] = "") -> dict[str, str]:
    """Let the simulation of an address end with the rounds it has."""
    if x_pitboss:
        jobs: Jobs = request.app.state.laboratory
        jobs.stop(_simulation(SetUp.read(request.query_params.multi_items())))
    return {}


@router.post("/design")
async def bring_back(
    body: Annotated[dict[str, str], Body()], x_pitboss: Annotated[str, Header()] = ""
) -> dict[str, str]:
    """The page of a paytable that was taken away as a file."""
    return {"go": brought_back(body.get("text", "")).link()} if x_pitboss else {}


@page("")
async def par(request: Request) -> Response:
    """A par sheet with pictures, whose paytable can be edited."""
    set_up = SetUp.read(request.query_params.multi_items())
    if "line" in request.query_params:
        return RedirectResponse(set_up.link(), 303)
    found, others = _measure(request, set_up), _tables(request, set_up)
    bench = views.Bench(
        set_up,
        heading=set_up.game_name if set_up.bet == BASE else printing.bet_title(set_up.game, set_up.bet),
        bets=registry.bets(set_up.game),
        listed={bet.name: bet.refusal(GAMES[set_up.game]) for bet in GAMES[set_up.game].listed},
        today=printing.day_of(None).isoformat(),
        plays=_has_tables(request),
        limits={"lines": LINES_MAX, "odds": ODDS_MAX, "rounds": ROUNDS_MAX},
        rounds_offered=simulating.ROUNDS,
    )
    if not await _ready(request, found):
        return _render(request, "par", bench, job=found)
    try:
        measured: sheets.Measured = found.future.result()
    except TooLong as refused:
        return await _instead(request, set_up, bench, refused)
    known: dict[str, ParSheet] = others.future.result() if await _ready(request, others) else {}
    sheet, cells = measured.sheet, sheets.cells(set_up)
    printed = known.get(set_up.printed.designator) if set_up.printed else None
    other = known.get(set_up.compare.designator) if set_up.compare and set_up.table else None
    shown = views.Sheet(
        sheet,
        cells,
        ending=sheets.only_number(set_up.printed, set_up.hands) if set_up.printed else "",
        rows=sheets.rows(set_up, sheet, cells),
        from_meter=sheets.pays_from_meter(set_up),
        mean=sheets.with_sign(sheet.expected_value),
        headlines=sheets.headlines(set_up, sheet, printed),
        further=sheets.further(sheet),
        one_round=sheets.round_picture(sheet),
        returns=sheets.returns_picture(set_up, sheet, printed),
        session=measured.session,
        session_picture=session_chart(measured.session) if measured.session else None,
        others=None if others.future.done() else others,
        tables=sheets.table_rows(set_up, known) if known else (),
        edges=sheets.edges_picture(set_up, sheet, known) if len(known) > 1 else None,
        compared=sheets.compared(set_up, sheet, other) if other else (),
        digest=sheet.as_json()["digest"],
    )
    changes = await _shown_changes(request, set_up) if set_up.target else views.Changes()
    rounds = await _simulated(request, set_up) if set_up.rounds else views.Rounds()
    return _render(request, "par", bench, shown, changes, rounds)


async def _instead(request: Request, set_up: SetUp, bench: views.Bench, refused: TooLong) -> Response:
    """What takes too long to be counted is simulated, with its standard error."""
    rounds = await _simulated(request, replace(set_up, rounds=set_up.rounds or simulating.ROUNDS[1]))
    return _render(request, "simulated", bench, views.NotCounted(refused.size), rounds)


async def _simulated(request: Request, set_up: SetUp) -> views.Rounds:
    job = _ask(request, _simulation(set_up), lambda: simulating.run(set_up))
    if not await _ready(request, job):
        return views.Rounds(simulation_job=job)
    try:
        return views.Rounds(simulation=simulating.shown(set_up, job.future.result()))
    except (BadInput, Trouble) as error:
        return views.Rounds(not_simulated=str(error))


async def _shown_changes(request: Request, set_up: SetUp) -> views.Changes:
    job = _changes(request, set_up)
    if not await _ready(request, job):
        return views.Changes(changes_job=job)
    try:
        found = job.future.result()
        return views.Changes(changes=sheets.change_rows(set_up, found), change_notes=found.notes)
    except BadInput as error:
        return views.Changes(no_change=str(error))


@page("/par.{form}")
async def par_download(request: Request, form: str) -> Response:
    """The par sheet as PDF, CSV or JSON, or its paytable as a file for `pitboss par --paytable`."""
    _check_form(form, "par sheet", "pdf", "csv", "json", "toml")
    query = request.query_params.multi_items()
    cover = _cover([field for field in query if field[0] in COVER])
    set_up = SetUp.read([field for field in query if field[0] not in COVER])
    table = set_up.table
    name = f"{set_up.game}-{set_up.bet}{f'-{table.designator}' if table else ''}.{form}".replace(" ", "-")
    if form == "toml":
        if table is None:
            raise BadInput(f"{set_up.bet} of {set_up.game} has no paytable")
        return _download(as_toml(table), name)
    sheet = (await _finished(_measure(request, set_up))).sheet
    if form == "json":
        return _download(_json(sheet.as_json()), name)
    if form == "csv":
        return _download(sheet.as_csv(), name)
    signature = _signature(signed.PAR_SHEET, sheet.as_json()["digest"])
    paper = printing.of_par(sheet, cover, table, signature)
    return _download(await asyncio.to_thread(paper.as_pdf), name)


def _signature(document: str, digest: str) -> printing.Signature | None:
    """The signature of a document's data by the key that the house named for it, if it did."""
    path = os.environ.get("PITBOSS_SHEET_KEY", "")
    if not path:
        return None
    return printing.Signature(*signed.sign(digest, SigningKey.load(Path(path)), document))


def _cover(query: Iterable[tuple[str, str]]) -> printing.Cover:
    """What the document says of itself; it is dated only if the address says when."""
    given = checked(query, set(COVER))
    day = printing.read_date(given["date"]) if "date" in given else None
    rounds = whole_number(given["rounds"]) if "rounds" in given else None
    if rounds is None and "rounds" in given:
        raise BadInput(f"{given['rounds']!r} is no number of rounds")
    named = {COVER[name]: text for name, text in given.items() if name not in ("date", "rounds")}
    return printing.Cover(day, **named, rounds=rounds)


# Business


@page("/business")
async def plan(request: Request) -> Response:
    """What the bet on the bench brings the house."""
    query = request.query_params.multi_items()
    set_up = SetUp.read([field for field in query if field[0] not in business.NAMES])
    says = business.read(set_up, [field for field in query if field[0] in business.NAMES])
    job = _measure(request, set_up)
    house = views.House(
        set_up,
        apart={"compare": None, "target": None, "simulate": None, "seed": None},
        title=business.title(set_up),
        settings=[(one, business.written(one, says[one.name])) for one in business.SETTINGS],
    )
    if not await _ready(request, job):
        return _render(request, "business", house, job=job)
    sheet: ParSheet = job.future.result().sheet
    rows = business.rows(sheet, says)
    metered = set_up.table is not None and set_up.table.metered
    brought = views.Plan(
        sheet,
        heads=business.columns(rows[0]),
        rows=[(row, business.cells(row)) for row in rows],
        bankrolls=[] if metered else business.bankrolls(sheet, says),
        edge=report.percent(sheet.house_edge),
        risk=report.percent(sheet.element_of_risk),
        deviation=None if (variance := business.variance_of(sheet)) is None else math.sqrt(variance),
        unit=words_of(GAMES[set_up.game]).unit if set_up.bet == BASE else "bet",
        metered=metered,
        share=business.to_meter(sheet),
        lopsided=any(row.lopsided for row in rows),
    )
    return _render(request, "business", house, brought)


# Strategy


def _strategy_of(request: Request) -> tuple[str, dict[str, str], str, Job]:
    fields = checked(request.query_params.multi_items(), {"game", "hand", "at", "paper", "card", "count"})
    slug = fields.get("game", shown_first())
    options = options_in(fields)
    registry.resolve_options(slug, options, registry.analysis_of(slug).base_options)
    allowed_s = LONG_COUNT_S if fields.get("count") == "1" else SECONDS
    key = ("strategy", slug, tuple(sorted(options.items())), allowed_s)
    hand = fields.get("hand") or strategies.starting_hand(slug, fields.get("at", ""))

    def solve() -> Strategy:
        with allowing(allowed_s):
            return registry.strategy(slug, options)

    return slug, options, hand, _ask(request, key, solve, kept=True)


@page("/strategy")
async def strategy(request: Request) -> Response:
    """Optimal play as charts, and rules with their cost."""
    slug, options, hand, job = _strategy_of(request)
    asked = views.Asked(
        slug,
        options,
        known=registry.analysis_of(slug).base_options,
        unit=words_of(GAMES[slug]).unit,
        plays=_has_tables(request),
    )
    if not await _ready(request, job):
        return _render(request, "strategy", asked, job=job)
    try:
        found: Strategy = job.future.result()
    except TooLong as refused:
        offered = request.query_params.get("count") != "1"
        return _render(request, "unsolved", asked, views.NotCounted(refused.size), views.Longer(offered))
    if not found.charts:
        why, *more = found.notes
        ends = [sheets.with_sign(found.expected_value + side * found.error, 4) for side in (-1, 1)]
        words = f"The best play is worth from {ends[0]} to {ends[1]} {words_of(GAMES[slug]).units} a round."
        bounded = views.NotCounted(why.removesuffix("."), (words, *more))
        return _render(
            request, "unsolved", asked, bounded, views.Longer(request.query_params.get("count") != "1")
        )
    short, long = strategies.charts(found)
    play = views.Charts(
        found,
        value=sheets.with_sign(found.expected_value, 6),
        square=strategies.starting_hands(found),
        hand=hand,
        worth=strategies.values_of(found, hand),
        charts=short,
        long_charts=long,
        rules=strategies.rules(found),
    )
    return _render(request, "strategy", asked, play)


@page("/strategy.{form}")
async def strategy_download(request: Request, form: str) -> Response:
    """The strategy as PDF, with `card=1` as a pocket card; as SVG or JSON."""
    _check_form(form, "strategy", "pdf", "svg", "json")
    slug, _, _, job = _strategy_of(request)
    found: Strategy = await _finished(job)
    card = request.query_params.get("card") == "1"
    name = f"{slug}-{'card' if card else 'strategy'}.{form}"
    if form == "json":
        return _download(_json(found.as_json()), name)
    made = printing.of_card if card else printing.of_charts
    paper = made(found, request.query_params.get("paper", "a4"))
    pages = await asyncio.to_thread(paper.pages, "pdf" if form == "pdf" else "svg")
    return _download(pages[0], name)


# The decision calculator


def _values(request: Request, table: calculator.Table) -> Job:
    key = ("ev", table.link(table.situation))
    return _ask(request, key, lambda: registry.values(table.game, table.situation, table.options))


@page("/ev")
async def ev(request: Request) -> Response:
    """Click the cards and see what every decision is worth."""
    table = calculator.Table.read(request.query_params.multi_items())
    dealt = views.Dealt(
        table,
        places=table.places(),
        board=_suits(table.board()),
        questions=table.questions(),
        example=table.situations.example,
        unit=words_of(GAMES[table.game]).unit,
        known=registry.analysis_of(table.game).base_options,
    )
    if not table.complete:
        return _render(request, "ev", dealt, views.Decisions())
    job = _values(request, table)
    if not await _ready(request, job):
        return _render(request, "ev", dealt, views.Decisions(), job=job)
    try:
        values: Values = job.future.result()
    except BadInput as error:
        return _render(request, "ev", dealt, views.Decisions(sentence=str(error)))
    return _render(request, "ev", dealt, views.Decisions(values, calculator.shown(values)))


def _suits(board: list[tuple[Card, str]]) -> list[list[tuple[Card, str]]]:
    return [board[start : start + 13] for start in range(0, len(board), 13)]


@page("/ev.json")
async def ev_download(request: Request) -> Response:
    """The values of all decisions as JSON."""
    table = calculator.Table.read(request.query_params.multi_items())
    values: Values = await _finished(_values(request, table))
    return _download(_json(values.as_json()), f"{table.game}-ev.json")


# The audit


def _audit(request: Request) -> Job:
    return _ask(request, "audit", audit.audit, kept=True)


@page("/audit")
async def audited(request: Request) -> Response:
    """Every stated figure beside the computed one."""
    fields = checked(request.query_params.multi_items(), {"verdict", "game"})
    wanted, slug = fields.get("verdict", ""), fields.get("game", "")
    if wanted and wanted not in VERDICTS:
        raise BadInput(f"no verdict is called {wanted!r}; there are {', '.join(VERDICTS)}")
    job = _audit(request)
    if not await _ready(request, job):
        return _render(request, "audit", job=job)
    findings: tuple[audit.Finding, ...] = job.future.result()
    shown = views.Audited(
        total=len(findings),
        counts={verdict: sum(row.verdict == verdict for row in findings) for verdict in VERDICTS},
        wanted=wanted,
        slug=slug,
        findings=[
            (row, report.percent(row.computed))
            for verdict in VERDICTS
            for row in findings
            if row.verdict == verdict and wanted in ("", verdict) and slug in ("", row.game)
        ],
    )
    return _render(request, "audit", shown)


@page("/audit.{form}")
async def audit_download(request: Request, form: str) -> Response:
    """The audit as PDF, CSV or JSON."""
    _check_form(form, "audit", "pdf", "csv", "json")
    findings: audit.Audit = await _finished(_audit(request))
    if form == "json":
        return _download(_json(findings.as_json()), "audit.json")
    if form == "pdf":
        signature = _signature("audit", printing.audit_digest(findings))
        return _download(await asyncio.to_thread(printing.of_audit(findings, signature).as_pdf), "audit.pdf")
    columns = ("game", "bet", "paytable", "figure", "stated", "exact", "value", "verdict", "note")
    spots = [(row.game, row.bet, row.paytable, row.figure, row.stated) for row in findings]
    found = [(row.computed, float(row.computed), row.verdict, row.note) for row in findings]
    rows = [(*spot, *verdict) for spot, verdict in zip(spots, found, strict=True)]
    return _download(_csv([columns, *rows]), "audit.csv")


# Meters


def _projected(request: Request) -> "tuple[Projection, Job]":
    from pitboss.web.lab import meters  # it simulates, so it needs the compiler

    wanted = meters.Projection.read(request.query_params.multi_items())
    return wanted, _ask(request, ("meter", wanted.link()), lambda: meters.project(wanted))


@page("/meter")
async def meter(request: Request) -> Response:
    """What rates, seeds and handle do to a jackpot."""
    from pitboss.simulation import projected
    from pitboss.web.lab import meters

    wanted, job = _projected(request)
    asked = views.Meter(wanted, meters.tables_by_mark(), meters.base_tables(wanted.table))
    if not await _ready(request, job):
        return _render(request, "meter", asked, job=job)
    found: Projected = job.future.result()
    risk = _ask(request, ("risk", wanted.risk_key()), lambda: meters.risks(wanted))
    ready = risk.future.done()  # what follows the figures comes when it is there
    life = views.Life(
        found,
        rows=projected.rows(found),
        by_level=projected.by_level(found),
        pictures=projected.pictures(found),
        risk=meters.risk_picture(wanted, risk.future.result()) if ready else None,
        risk_job=None if ready else risk,
    )
    return _render(request, "meter", asked, life)


@page("/meter.{form}")
async def meter_download(request: Request, form: str) -> Response:
    """The life of the meter as a PDF of pictures, CSV or JSON."""
    from pitboss.simulation import projected

    _check_form(form, "projection", "pdf", "csv", "json")
    wanted, job = _projected(request)
    found: Projected = await _finished(job)
    name = f"{wanted.table.designator}-meter.{form}"
    if form == "json":
        return _download(_json(projected.data(found)), name)
    if form == "pdf":
        signature = _signature("meter", digest(projected.data(found)))
        return _download(await asyncio.to_thread(projected.on_sheets(found, signature).as_pdf), name)
    return _download(_csv(projected.csv_rows(found)), name)

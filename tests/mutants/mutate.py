"""Small faults that a programmer might make, each a change of one expression or statement of a source."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_FLIPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
_UNSEEN = frozenset({"annotation", "returns", "decorator_list", "type_comment", "type_params", "bases"})
"""Parts of the tree where a change is no fault: types, and what names them."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: where it is and what stands there instead."""

    path: str
    line: int
    column: int
    lines: range
    """The lines of the statement around it, by which tests are found that run it."""
    kind: str
    source: str
    """The whole file with the fault in it."""


def mutants(path: str, source: str) -> Iterator[Mutant]:
    """Every fault of this kind that a file can have, in the order of the file.

    >>> [(made.kind, made.source) for made in mutants("x.py", "held = most + 1")]
    [('Add', 'held = most - 1'), ('number', 'held = most + 2')]
    """
    tree = ast.parse(source)
    starts = [0]
    for text in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(text.encode()))
    for node, lines in _seen(tree, range(0)):
        for kind, new in _faults(node):
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            raw = source.encode()
            written = ast.unparse(ast.fix_missing_locations(new))
            if isinstance(node, ast.expr) and not isinstance(node, ast.Constant):
                written = f"({written})" if _is_part(source, raw[:begin].decode()) else written
            changed = (raw[:begin] + written.encode() + raw[end:]).decode()
            yield Mutant(path, node.lineno, node.col_offset, lines, kind, changed)


def _is_part(source: str, before: str) -> bool:
    """Whether an expression may stand inside another, where its new operator could bind otherwise."""
    return not before.rstrip(" ").endswith(("=", "return", "if", "elif", "while", "assert", "(", "["))


def _seen(node: ast.AST, lines: range) -> Iterator[tuple[ast.expr | ast.stmt, range]]:
    """Every expression and statement with the lines of what runs around it."""
    for name, value in ast.iter_fields(node):
        if name in _UNSEEN:
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or _is_talk(child):
                continue
            own = lines
            if isinstance(child, ast.stmt):
                body = getattr(child, "body", None)
                last = body[0].lineno - 1 if isinstance(body, list) and body else child.end_lineno
                own = range(child.lineno, max(child.lineno, last or 0) + 1)
            if isinstance(child, ast.expr | ast.stmt):
                yield child, own
            yield from _seen(child, own)


def _is_talk(node: ast.AST) -> bool:
    """Docstrings, asserts, what is logged, and what only types need: a fault there is none in the product."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.JoinedStr() | ast.AnnAssign(value=None):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(value=ast.Call(func=func)):
            return "logging" in ast.unparse(func)
    return False


def _faults(node: ast.expr | ast.stmt) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Compare(left=left, ops=[op], comparators=right) if type(op) in _FLIPPED:
            yield type(op).__name__, ast.Compare(left, [_FLIPPED[type(op)]()], right)  # type: ignore[list-item]
        case ast.BinOp(left=left, op=op, right=other) if type(op) in _FLIPPED and not _is_text(left, other):
            yield type(op).__name__, ast.BinOp(left, _FLIPPED[type(op)](), other)  # type: ignore[arg-type]
        case ast.BoolOp(op=op, values=values):
            yield type(op).__name__, ast.BoolOp(_FLIPPED[type(op)](), values)  # type: ignore[arg-type]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not", operand
        case ast.Constant(value=bool(value)):
            yield "constant", ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield "number", ast.Constant(value + 1)
        case ast.Expr(value=ast.Call()):
            yield "removed", ast.Pass()
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            yield "returned", ast.Return(ast.Constant(None))


def _is_text(*parts: ast.expr) -> bool:
    return any(
        isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and isinstance(part.value, str))
        for part in parts
    )

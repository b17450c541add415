"""Small faults that a programmer might make, each a change of one expression or statement of a source."""

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

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

_RUN_LATER = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: where it is and what stands there instead."""

    path: str
    number: int
    """Its place among all faults of the file."""
    line: int
    kind: str
    at_import: bool
    """Whether its line runs when the file is read, before any test."""
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
    for number, (node, inside, kind, new) in enumerate(_all_faults(tree)):
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        raw = source.encode()
        written = ast.unparse(ast.fix_missing_locations(new))
        if isinstance(node, ast.expr) and not isinstance(node, ast.Constant):
            written = f"({written})" if _is_part(source, raw[:begin].decode()) else written
        changed = (raw[:begin] + written.encode() + raw[end:]).decode()
        yield Mutant(path, number, node.lineno, kind, not inside, changed)


def watched(source: str, numbers: Collection[int], passed: str) -> str:
    """The same program, which calls `passed` with the number of a fault where that could do harm.

    Every function calls it too, without a number: that finds the tests of what runs at import.

    >>> print(watched("def f(a):\\n    return a + 1", {0}, "note"))
    def f(a):
        note()
        return (note(0), a + 1)[1]
    """
    tree = ast.parse(source)
    places: dict[ast.AST, int] = {node: n for n, (node, *_) in enumerate(_all_faults(tree)) if n in numbers}
    return ast.unparse(ast.fix_missing_locations(_Watch(places, passed).visit(tree)))


class _Watch(ast.NodeTransformer):
    def __init__(self, places: dict[ast.AST, int], passed: str) -> None:
        self.places = places
        self.passed = passed

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.match_case):  # its pattern can call nothing, so its body does
            found = [self.places[one] for one in ast.walk(node.pattern) if one in self.places]
            node.guard = node.guard and self.visit(node.guard)
            node.body = [*(ast.Expr(self._call(n)) for n in found), *map(self.visit, node.body)]
            return node
        self.generic_visit(node)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.body.insert(1 if ast.get_docstring(node) else 0, ast.Expr(self._call()))
        if node not in self.places:
            return node
        if isinstance(node, ast.Expr | ast.Return) and node.value:
            node.value = self._noting(self.places[node], node.value)
            return node
        assert isinstance(node, ast.expr)
        return self._noting(self.places[node], node)

    def _noting(self, number: int, value: ast.expr) -> ast.expr:
        both = ast.Tuple([self._call(number), value], ast.Load())
        return ast.Subscript(both, ast.Constant(1), ast.Load())

    def _call(self, *arguments: int) -> ast.expr:
        return ast.Call(ast.parse(self.passed, mode="eval").body, [ast.Constant(n) for n in arguments], [])


def _all_faults(tree: ast.Module) -> Iterator[tuple[ast.expr | ast.stmt, bool, str, ast.AST]]:
    for node, inside in _seen(tree, False):
        for kind, new in _faults(node):
            yield node, inside, kind, new


def _is_part(source: str, before: str) -> bool:
    """Whether an expression may stand inside another, where its new operator could bind otherwise."""
    return not before.rstrip(" ").endswith(("=", "return", "if", "elif", "while", "assert", "(", "["))


def _seen(node: ast.AST, inside: bool) -> Iterator[tuple[ast.expr | ast.stmt, bool]]:
    """Every expression and statement, and whether a function is around it."""
    for name, value in ast.iter_fields(node):
        if name in _UNSEEN:
            continue
        deeper = inside or (
            name == "body" and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        )
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or _is_talk(child):
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield child, deeper
            yield from _seen(child, deeper)


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

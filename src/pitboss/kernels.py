"""Compiled functions: named where they are written, compiled when first called, kept for the next time.

`@kernel` stands where numba's `njit` would. Importing a module with kernels does not import numba; calling
one does. What is compiled is kept under a digest of the kernel's code, of the kernels it calls and of every
value it takes from its module, so an edited or upgraded checkout never runs yesterday's machine code, which
numba alone would: it looks at one file, not at what that file calls.
"""

import contextlib
import functools
import hashlib
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Generic, ParamSpec, TypeVar, overload

from pitboss.disk import cache_folder

_one_folder_at_a_time = threading.Lock()
"""Numba has one setting for all threads; taking it from another thread would put code into any folder."""
_one_compiler = threading.RLock()
"""Two threads that call their first kernel at once would make two, and all would be told twice."""


Given = ParamSpec("Given")
Found = TypeVar("Found")


class Kernel(Generic[Given, Found]):
    """A function to be compiled. Other kernels call it as their own, Python calls it like any function.

    >>> @kernel
    ... def twice(number: int) -> int:
    ...     return 2 * number
    >>> twice.__name__, twice.function(21)
    ('twice', 42)
    """

    def __init__(self, function: Callable[Given, Found], options: dict[str, Any]) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self._options = options
        self._dispatcher: Any = None

    @property
    def dispatcher(self) -> Any:
        """Numba's own object, made when it is first asked for."""
        if self._dispatcher is None:
            with _one_compiler:
                compiler = _compiler()
            self._dispatcher = compiler(self.function, self._options)
        return self._dispatcher

    def __call__(self, *given: Given.args, **named: Given.kwargs) -> Found:
        found: Found = (self._dispatcher or self.dispatcher)(*given, **named)
        return found


_told: list[Callable[[str], None]] = []
_told_of_loading: list[Callable[[], None]] = []
_told_of_the_end: list[Callable[[], None]] = []


@contextlib.contextmanager
def compiling(
    tell: Callable[[str], None],
    loading: Callable[[], None] = lambda: None,
    ended: Callable[[], None] = lambda: None,
) -> Iterator[None]:
    """Within this block `tell` hears the name of every kernel as the compiler begins with it.

    `loading` hears that kernels are needed at all: loading what runs them takes a second the first time.
    `ended` hears that a kernel is done with all that it calls, and that what needed it goes on.
    """
    listeners: list[tuple[list[Any], Any]]
    listeners = [(_told, tell), (_told_of_loading, loading), (_told_of_the_end, ended)]
    for heard, listener in listeners:
        heard.append(listener)
    try:
        yield
    finally:
        for heard, listener in listeners:
            heard.remove(listener)


@overload
def kernel(function: Callable[Given, Found]) -> Kernel[Given, Found]: ...


@overload
def kernel(
    *, inlined: bool = False, makes_arrays: bool = True
) -> Callable[[Callable[Given, Found]], Kernel[Given, Found]]: ...


def kernel(
    function: Callable[..., Any] | None = None, *, inlined: bool = False, makes_arrays: bool = True
) -> Any:
    """Compile a function when it is first called; `inlined` asks for its code in every caller.

    A kernel that makes no arrays can do without counting who refers to them, which costs more than the cards.
    """
    options: dict[str, Any] = {"nogil": True}
    if inlined:
        options["forceinline"] = True
    if not makes_arrays:
        options["_nrt"] = False
    if function is None:
        return lambda written: Kernel(written, options)
    return Kernel(function, options)


def digest_of(function: Callable[..., Any]) -> str:
    """A digest of all that the machine code of a kernel's function comes from."""
    hasher = hashlib.sha256()
    met: set[CodeType] = set()

    def add_code(code: CodeType, names: dict[str, Any]) -> None:
        if code in met:
            return
        met.add(code)
        hasher.update(code.co_code + repr((code.co_name, code.co_varnames, code.co_names)).encode())
        for value in code.co_consts:
            add_value(value, names)
        for name in code.co_names:
            add_value(names.get(name), names)
            for module in filter(_is_ours, map(names.get, code.co_names)):
                add_value(getattr(module, name, None), names)

    def add_value(value: Any, names: dict[str, Any]) -> None:
        if isinstance(value, CodeType):
            add_code(value, names)
        elif isinstance(value, Kernel):
            add_code(value.function.__code__, value.function.__globals__)
        elif hasattr(value, "tobytes") and not isinstance(value, type):  # arrays and numbers of numpy
            hasher.update(f"{value.dtype}{value.shape}".encode() + value.tobytes())
        elif hasattr(value, "__wrapped__") or isinstance(value, FunctionType):
            # No kernel can call it: a field has the same name. Its text would tell where it lies in memory.
            hasher.update(value.__qualname__.encode())
        elif not isinstance(value, ModuleType):
            hasher.update(f"{value!r}{getattr(value, '_fields', '')}".encode())

    add_code(function.__code__, function.__globals__)
    return hasher.hexdigest()


def _is_ours(value: object) -> bool:
    return isinstance(value, ModuleType) and value.__name__.startswith("pitboss")


@functools.cache
def _compiler() -> Callable[[Callable[..., Any], dict[str, Any]], Any]:
    """Numba, told where to keep what it compiles, and that a kernel met in another one is a function."""
    for tell_loading in _told_of_loading:
        tell_loading()
    import numba
    from numba.core import event, types
    from numba.core.compiler_lock import global_compiler_lock
    from numba.extending import models, register_model, typeof_impl

    class KernelType(types.Dispatcher):
        """One machine code for a call with 3 and one with n: numba would compile the former apart."""

        def get_call_type(self, context: Any, given: Any, named: Any) -> Any:
            return super().get_call_type(context, tuple(map(types.unliteral, given)), named)

    register_model(KernelType)(models.OpaqueModel)

    @typeof_impl.register(Kernel)
    def of_kernel(value: Kernel[..., Any], context: object) -> Any:
        return KernelType(value.dispatcher)

    class Listener(event.Listener):
        """Hands on what the compiler begins with, and when nothing is left of it."""

        begun = 0

        def on_start(self, event: Any) -> None:
            self.begun += 1
            for tell in _told:
                tell(event.data["dispatcher"].py_func.__name__)

        def on_end(self, event: Any) -> None:
            self.begun -= 1
            if not self.begun:
                for tell_the_end in _told_of_the_end:
                    tell_the_end()

    listen: Any = event.register
    listen("numba:compile", Listener())

    def compiler(function: Callable[..., Any], options: dict[str, Any]) -> Any:
        folder = cache_folder("kernels") / digest_of(function)[:16]
        kept = _can_be_written(folder)
        config: Any = numba.config
        with _one_folder_at_a_time:
            before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
            try:
                made = numba.njit(cache=kept, **options)(function)
            finally:
                config.CACHE_DIR = before
        if kept:
            made.compile = _one_process_at_a_time(made.compile, folder, global_compiler_lock)
        return made

    return compiler


def _one_process_at_a_time(
    compile_for: Callable[[Any], Any], folder: Path, in_this_process: contextlib.AbstractContextManager[Any]
) -> Callable[[Any], Any]:
    """Compile what no other process compiles just now; whoever waited finds it in the folder.

    A kernel waits only for kernels that it calls, so nobody waits in a circle; `in_this_process` keeps
    another thread from waiting for the file while it holds the compiler. A kernel that meets itself goes on.
    """
    held = False

    def compiled(signature: Any) -> Any:
        nonlocal held
        with in_this_process:
            if held:
                return compile_for(signature)
            with _locked(folder):
                held = True
                try:
                    return compile_for(signature)
                finally:
                    held = False

    return compiled


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold a folder until this block ends, where the system can."""
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # some network drives know no locks: compiled twice, as before
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _can_be_written(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK)

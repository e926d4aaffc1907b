"""The door between Python and the compiled core: everything is passed by name, and the typed face says what is there.

The face, ``_core.pyi``, is generated but kept in the tree. Checkers read the sources, where an editable install puts no
extension; and a build should not have to run what it has made, which it cannot for another processor or with
sanitizers.
"""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "ordag"
FACE = SOURCE / "_core.pyi"
DOORS = sorted((SOURCE / "kernels").glob("*.py"))


def functions(tree: ast.AST) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def native_methods() -> set[str]:
    """Names of the methods of compiled classes."""
    classes = [node for node in ast.parse(FACE.read_text("utf-8")).body if isinstance(node, ast.ClassDef)]
    return {
        function.name
        for cls in classes
        for function in functions(cls)
        if not function.decorator_list and not function.name.startswith("__")
    }


def positional_calls(source: str, methods: set[str]) -> list[str]:
    """Calls of compiled functions, constructors and methods with arguments that are not named."""
    tree = ast.parse(source)
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "ordag._core"
        for alias in node.names
    }

    def is_native(called: ast.expr) -> bool:
        if isinstance(called, ast.Name):
            return called.id in imported
        if not isinstance(called, ast.Attribute):
            return False
        return called.attr in methods or (isinstance(called.value, ast.Name) and called.value.id == "_core")

    return [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and is_native(node.func)
        and (node.args or any(k.arg is None for k in node.keywords))
    ]


@pytest.mark.parametrize("door", DOORS, ids=lambda path: path.name)
def test_what_is_passed_to_the_core_is_named(door: Path) -> None:
    assert positional_calls(door.read_text("utf-8"), native_methods()) == []


@pytest.mark.parametrize(
    "call",
    ["_core.relabel(score, order=order)", "_core.relabel(**given)", "Skeleton(1)", "self._search.perturb(3, seed=1)"],
)
def test_positional_calls_would_be_found(call: str) -> None:
    assert len(positional_calls(f"from ordag._core import Skeleton\n{call}", {"perturb"})) == 1


def test_compiled_functions_name_their_arguments() -> None:
    nameless = [
        function.name
        for function in functions(ast.parse(FACE.read_text("utf-8")))
        if [argument for argument in function.args.posonlyargs if argument.arg != "self"]
        and not any(ast.unparse(decorator).endswith(".setter") for decorator in function.decorator_list)
    ]
    assert nameless == []


def test_the_typed_face_is_that_of_the_extension(tmp_path: Path) -> None:
    made = tmp_path / "_core.pyi"
    generate = [sys.executable, "-m", "nanobind.stubgen", "--quiet", "--module", "ordag._core"]
    subprocess.run([*generate, "--output-file", str(made)], check=True, timeout=60)
    same = ast.dump(ast.parse(made.read_text("utf-8"))) == ast.dump(ast.parse(FACE.read_text("utf-8")))
    assert same, "a binding has changed: run `make stubs`"

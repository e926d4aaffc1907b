# SPDX-License-Identifier: MIT
"""Signatures as they stand in the source.

Evaluated annotations unfold every alias, so that one ``ArrayLike`` would fill half a page.
"""

import ast
import inspect
import textwrap
from typing import Any

from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    """Let autodoc show written signatures."""
    app.connect("autodoc-process-signature", _replace)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def written_signature(function: Any) -> tuple[str, str] | None:
    """Parameters and result of a function as its source has them; None where there is no source."""
    try:
        definition = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError):
        return None
    if not isinstance(definition, ast.FunctionDef):
        return None
    arguments = definition.args
    bound = arguments.posonlyargs or arguments.args
    if bound and bound[0].arg in {"self", "cls"}:
        del bound[0]
    return f"({ast.unparse(arguments)})", ast.unparse(definition.returns) if definition.returns else ""


def written_fields(record: type) -> str:
    """The fields of a dataclass as its source has them."""
    definition = ast.parse(textwrap.dedent(inspect.getsource(record))).body[0]
    fields = [line for line in getattr(definition, "body", ()) if isinstance(line, ast.AnnAssign)]
    return f"({', '.join(ast.unparse(field) for field in fields if not _is_late(field))})"


def _is_late(field: ast.AnnAssign) -> bool:
    """Whether a field is no argument but computed from the others."""
    return isinstance(field.value, ast.Call) and any(
        keyword.arg == "init" and ast.unparse(keyword.value) == "False" for keyword in field.value.keywords
    )


def _replace(app: Sphinx, what: str, name: str, thing: Any, options: Any, signature: str, result: str) -> Any:
    """Callback of autodoc."""
    if what in {"function", "method"}:
        return written_signature(inspect.unwrap(getattr(thing, "__func__", thing)))
    if what == "class" and "__dataclass_fields__" in vars(thing):
        return written_fields(thing), ""
    if what == "class" and "__init__" in vars(thing):
        written = written_signature(thing.__init__)
        return written and (written[0], "")
    return None

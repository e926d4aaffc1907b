"""The reference names everything that is public."""

import importlib
import inspect

import pytest
from page_code import DOCS

import ordag

WRITTEN = "\n".join(page.read_text() for page in (DOCS / "reference").glob("*.md"))
MODULES = [name for name, home in ordag._PUBLIC.items() if home is None]


@pytest.mark.parametrize("module", MODULES)
def test_every_public_class_and_function_has_an_entry(module):
    if f"automodule:: ordag.{module}\n   :members:" in WRITTEN:
        return
    names = importlib.import_module(f"ordag.{module}").__all__
    public = {name: getattr(importlib.import_module(f"ordag.{module}"), name) for name in names}
    own = [name for name, thing in public.items() if inspect.isclass(thing) or inspect.isfunction(thing)]
    assert own
    assert [name for name in own if f":: ordag.{module}.{name}\n" not in WRITTEN] == []

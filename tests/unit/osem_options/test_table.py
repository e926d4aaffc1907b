"""The table of options: what else repeats it must agree with it."""

import dataclasses
import inspect

import pytest
import typer
from typer.testing import CliRunner

from ordag import OSEM, GraphPrior
from ordag.cli import inputs
from ordag.cli.app import app
from ordag.osem_options import GRAPH_PRIOR_OPTIONS, OPTIONS
from ordag.osem_options.constraints import Words
from ordag.strategies import SEARCHES
from ordag.strategies.contract import CRITERIA

# Options that not every command has.
ABSENT = {
    "learn": {"penalty", "criterion", "max_parents", "max_rows", "n_jobs", "prior", "hidden"},
    "bootstrap": {"prior", "hidden"},
}


def words_of(name):
    return next(one.values for one in OPTIONS[name].allowed if isinstance(one, Words))


def test_the_estimator_has_the_options_of_the_table_and_their_defaults():
    parameters = inspect.signature(OSEM).parameters.values()
    assert {one.name: one.default for one in parameters} == {name: option.default for name, option in OPTIONS.items()}


def test_the_prior_has_the_options_of_the_table_and_their_defaults():
    declared = {field.name: field.default for field in dataclasses.fields(GraphPrior)}
    assert declared == {name: option.default for name, option in GRAPH_PRIOR_OPTIONS.items()}


def test_the_words_of_an_option_are_those_that_learning_knows():
    assert set(words_of("search")) == set(SEARCHES)
    assert set(words_of("criterion")) == set(CRITERIA)


@pytest.mark.parametrize(("described", "options"), [(OSEM, OPTIONS), (GraphPrior, GRAPH_PRIOR_OPTIONS)])
def test_the_documentation_has_an_entry_for_every_option(described, options):
    page = inspect.getdoc(described)
    assert "{" + "options}" not in page
    for option in options.values():
        assert f"\n{option.documented()}\n" in page


@pytest.mark.parametrize("command", ["fit", "bootstrap", "learn"])
def test_commands_take_defaults_limits_and_help_from_the_table(command):
    taken = {flag: given for given in typer.main.get_command(app).commands[command].params for flag in given.opts}
    stated = [option for name, option in OPTIONS.items() if option.command and name not in ABSENT.get(command, ())]
    assert len(stated) >= 6
    for option in stated:
        given = taken[option.command.flag]
        assert (given.default, given.help) == (option.command.default, option.command.help)


@pytest.mark.parametrize(
    "name", [name for name, option in OPTIONS.items() if option.command and option.least is not None]
)
def test_commands_refuse_what_the_table_does_not_admit(name, tmp_path):
    option = OPTIONS[name]
    command = ["fit", str(tmp_path / "none.csv"), "-o", str(tmp_path / "out"), option.command.flag]
    answers = [CliRunner().invoke(app, [*command, str(option.least - short)]) for short in (1, 0)]
    assert [answer.exit_code for answer in answers] == [2, 1]  # bad usage; no such file


def test_defaults_of_the_command_line_are_those_of_the_estimator_where_it_leaves_no_choice():
    same = ("penalty", "criterion", "random_state")
    assert {name: inputs.DEFAULTS[name] for name in same} == {name: OPTIONS[name].default for name in same}


def test_an_option_without_a_flag_has_none_to_give():
    with pytest.raises(LookupError, match="no option for 'warm_start'"):
        assert OPTIONS["warm_start"].at_command_line

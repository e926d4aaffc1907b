# SPDX-License-Identifier: MIT
"""An analysis by groups: a network for each, learned together, so that they differ only where the data demand it."""

from pathlib import Path

from ordag import OSEM, learn_groups
from ordag.app.document import Document
from ordag.app.results import model_of, picture_of, write_figure, write_view
from ordag.app.words import remarked
from ordag.app.worker import Teller
from ordag.characters import for_files
from ordag.data.encoding.encode import Encoded
from ordag.data.encoding.read import read_grouped
from ordag.data.reading.loading import load
from ordag.files import write_text
from ordag.groups import JointNetworks
from ordag.groups.split import GroupedRows, grouped_rows
from ordag.model.display import counted
from ordag.plots.fonts import fonts_for
from ordag.report import describe
from ordag.report.groups import together_page


def learn_by_group(teller: Teller, document: Document, data: Path, folder: Path, title: str) -> None:
    """The networks of the groups of a column, and the files to download."""
    choices = document.choices
    assert choices.groups is not None
    with remarked() as remarks:
        teller.stage("reading")
        encoded, groups = read_grouped(load(data), choices.groups, document.learned_plan)
        teller.stage("learning")
        estimator = OSEM(**document.knowledge.among(encoded.table.names).arguments())
        found = learn_groups(encoded.table, groups, model=estimator, n_jobs=-1, random_state=choices.seed)
        rows = grouped_rows(encoded.table, groups)
    pictures = _pictures(found, rows, encoded)
    for number, network in enumerate(found.networks.values(), 1):
        network.save(folder / model_of(number), force=True)
    said = f"{counted(len(found.links), 'link')} in all, {found.n_shared} of them the same in all groups"
    shared = {"n_links": len(found.links), "n_shared": found.n_shared}
    view = {"title": title, "said": said, **shared, "remarks": [str(remark) for remark in remarks], "groups": pictures}
    write_view(view, folder)
    teller.tell("picture", n_supported=0)
    teller.stage("writing")
    write_text(folder / "edges.csv", found.links.to_csv(index=False, lineterminator="\n"), force=True)
    write_text(folder / "report.html", together_page(found, f"{title}: {choices.groups}", said), force=True)
    with fonts_for([*encoded.table.names, *map(str, found.networks)]):
        write_figure(found.plot(), folder)
    encoded.plan.to_toml(folder / "columns.toml", force=True)


def _pictures(found: JointNetworks, rows: GroupedRows, encoded: Encoded) -> list[dict[str, object]]:
    """What the page shows of each group; paragraphs for a paper speak of one network, and are left out."""
    pictures = []
    for (name, network), table in zip(found.networks.items(), rows.tables(), strict=True):
        content = describe(network, table=table, wordings=encoded.plan.wordings, title=name)
        pictures.append({**picture_of(content, table.n_rows), "name": for_files(name), "words": None})
    return pictures

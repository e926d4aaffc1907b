# SPDX-License-Identifier: MIT
"""The document for Word: it opens, and says what the report says."""

import io
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ordag.report import describe, write_report
from ordag.report.word import word_document
from report.small_page import small_content, small_network, small_table

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def body_of(document: bytes) -> ElementTree.Element:
    with zipfile.ZipFile(io.BytesIO(document)) as archive:
        for name in archive.namelist():
            ElementTree.fromstring(archive.read(name))  # every part is well-formed
        return ElementTree.fromstring(archive.read("word/document.xml"))[0]


def texts(element: ElementTree.Element) -> list[str]:
    return ["".join(text.text or "" for text in each.iter(f"{WORD}t")) for each in element.iter(f"{WORD}p")]


def test_it_has_the_paragraphs_and_references_of_the_report() -> None:
    content = small_content()
    said = texts(body_of(word_document(content)))
    assert said[0] == content.title
    assert {content.supplement.methods.text, content.supplement.results.text} <= {*said}
    assert {*content.supplement.references} <= {*said}


def test_its_tables_are_those_of_the_report_cell_by_cell() -> None:
    content = small_content()
    tables = body_of(word_document(content)).findall(f"{WORD}tbl")
    assert len(tables) == len(content.supplement.tables) > 0
    for found, table in zip(tables, content.supplement.tables, strict=True):
        rows = [tuple(texts(cell)[0] for cell in row.findall(f"{WORD}tc")) for row in found.findall(f"{WORD}tr")]
        assert rows == [table.headings, *table.rows]
        assert found.find(f"{WORD}tr/{WORD}trPr/{WORD}tblHeader") is not None


def test_names_with_signs_of_xml_and_control_characters_do_not_break_it() -> None:
    content = describe(small_network(), table=small_table(), title="<w:p> & \x07")
    assert texts(body_of(word_document(content)))[0].startswith("<w:p> & ")


def test_the_same_network_gives_the_same_file() -> None:
    assert word_document(small_content()) == word_document(small_content())


@pytest.mark.parametrize("name", ["paper.docx", "PAPER.DOCX"])
def test_the_ending_of_the_file_tells_what_is_written(tmp_path: Path, name: str) -> None:
    write_report(small_network(), tmp_path / name, table=small_table())
    assert "Methods" in texts(body_of((tmp_path / name).read_bytes()))

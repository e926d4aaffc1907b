# SPDX-License-Identifier: MIT
"""What goes into a paper as a document for Word and LibreOffice: paragraphs, references and tables.

A ``.docx`` file is an archive of a few XML parts (ECMA-376): what is in it, where its text is, the text, and the look
of its paragraphs. Tables have rules above and below the headings and at the end, as papers have them, and headings are
repeated on every page.
"""

import io
import zipfile
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from ordag.characters import for_xml
from ordag.report.content import Content
from ordag.report.tables import PaperTable

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
# The oldest time that an archive can hold, so that the same network gives the same file.
_TIME = (1980, 1, 1, 0, 0, 0)
# Lengths are in twentieths of a point: A4 on its side, which most tables need, with margins of 2 cm.
_WIDTH, _MOST_LETTERS = 14570, 40  # of the text, and of a cell whose column is to hold it in one line
_PAGE = '<w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>'
_MARGINS = '<w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="0" w:footer="0" w:gutter="0"/>'
_RULE = '<w:{side} w:val="single" w:sz="{eighths}" w:space="0" w:color="000000"/>'
_STYLES = (  # name, size in half points, bold, italic, space before and after
    ("Title", 32, True, False, 0, 160),
    ("Heading1", 26, True, False, 240, 80),
    ("Caption", 20, False, True, 240, 60),
    ("Cell", 18, False, False, 20, 20),
    ("Note", 17, False, False, 60, 160),
)


def word_document(content: Content) -> bytes:
    """The document as the bytes of a ``.docx`` file; the same content gives the same bytes.

    Examples
    --------
    >>> from ordag import FittedNetwork
    >>> from ordag.report import describe
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> word_document(describe(network))[:2]  # an archive
    b'PK'
    """
    parts = {
        "[Content_Types].xml": _types(),
        "_rels/.rels": _relations("officeDocument", "word/document.xml"),
        "word/_rels/document.xml.rels": _relations("styles", "styles.xml"),
        "word/styles.xml": _styles(),
        "word/document.xml": _document(content),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name, _TIME), _HEAD + text, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _types() -> str:
    parts = {"/word/document.xml": "document.main", "/word/styles.xml": "styles"}
    overrides = [f'<Override PartName="{part}" ContentType="{_TYPE}.{kind}+xml"/>' for part, kind in parts.items()]
    default = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    return f'<Types xmlns="{_PACKAGE}/content-types">{default}{"".join(overrides)}</Types>'


def _relations(kind: str, target: str) -> str:
    relation = f'<Relationship Id="r1" Type="{_OFFICE}/{kind}" Target="{target}"/>'
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{relation}</Relationships>'


def _styles() -> str:
    styles = [
        f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{name}"/><w:pPr>'
        f'<w:spacing w:before="{before}" w:after="{after}"/></w:pPr>'
        f'<w:rPr>{"<w:b/>" * bold}{"<w:i/>" * italic}<w:sz w:val="{size}"/></w:rPr></w:style>'
        for name, size, bold, italic, before, after in _STYLES
    ]
    font = '<w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:cs="Times New Roman"/><w:sz w:val="22"/>'
    default = f"<w:docDefaults><w:rPrDefault><w:rPr>{font}</w:rPr></w:rPrDefault></w:docDefaults>"
    return f'<w:styles xmlns:w="{_WORD}">{default}{"".join(styles)}</w:styles>'


def _document(content: Content) -> str:
    body = "".join(_blocks(content))
    return f'<w:document xmlns:w="{_WORD}"><w:body>{body}<w:sectPr>{_PAGE}{_MARGINS}</w:sectPr></w:body></w:document>'


def _blocks(content: Content) -> Iterator[str]:
    yield _paragraph(content.title, "Title")
    paper = content.supplement
    if paper is None:
        yield from (_paragraph(finding.text) for finding in content.findings)
        return
    yield _paragraph("Methods", "Heading1")
    yield _paragraph(paper.methods.text)
    yield _paragraph("Results", "Heading1")
    yield _paragraph(paper.results.text)
    yield _paragraph("References", "Heading1")
    yield from (_paragraph(work) for work in paper.references)
    for number, table in enumerate(paper.tables, start=1):
        yield _paragraph(f"Table {number}. {table.caption}", "Caption", keep=True)
        yield _table(table)
        yield _paragraph(f"Note. {table.note}", "Note")


def _paragraph(text: str, style: str = "", *, right: bool = False, keep: bool = False) -> str:
    """A paragraph; `keep` puts it on the page of the next one."""
    chosen = f'<w:pStyle w:val="{style}"/>' if style else ""
    look = chosen + "<w:keepNext/>" * keep + '<w:jc w:val="right"/>' * right
    return f'<w:p><w:pPr>{look}</w:pPr><w:r><w:t xml:space="preserve">{escape(for_xml(text))}</w:t></w:r></w:p>'


def _table(table: PaperTable) -> str:
    last = len(table.rows) - 1
    rows = [_row(table.headings, ("top", "bottom"), is_heading=True)]
    rows += [_row(row, ("bottom",) if k == last else ()) for k, row in enumerate(table.rows)]
    grid = "".join(f'<w:gridCol w:w="{width}"/>' for width in _widths(table))
    look = '<w:tblW w:w="0" w:type="auto"/><w:tblLayout w:type="autofit"/>'
    return f"<w:tbl><w:tblPr>{look}</w:tblPr><w:tblGrid>{grid}</w:tblGrid>{''.join(rows)}</w:tbl>"


def _widths(table: PaperTable) -> list[int]:
    """Of the columns, by their longest cells; Word fits them anew, other programs keep them."""
    longest = [
        min(max(map(len, column)), _MOST_LETTERS) + 4 for column in zip(table.headings, *table.rows, strict=True)
    ]
    return [_WIDTH * length // sum(longest) for length in longest]


def _row(cells: Sequence[str], ruled: Sequence[str], *, is_heading: bool = False) -> str:
    """A row, never parted between pages, with rules at some sides; all cells but the first stand on the right."""
    rules = "".join(_RULE.format(side=side, eighths=8 if side == "top" else 6) for side in ruled)
    borders = f"<w:tcBorders>{rules}</w:tcBorders>" if rules else ""
    shown = [
        f'<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/>{borders}</w:tcPr>{_paragraph(cell, "Cell", right=k > 0)}</w:tc>'
        for k, cell in enumerate(cells)
    ]
    return f"<w:tr><w:trPr><w:cantSplit/>{'<w:tblHeader/>' * is_heading}</w:trPr>{''.join(shown)}</w:tr>"

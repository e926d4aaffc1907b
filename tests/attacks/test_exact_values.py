"""Converting and imputing change no value, be it for its type. (All fail on 10b451c.)"""

from pathlib import Path

import openpyxl
import pandas as pd
import pyarrow
import pytest
from pyarrow import parquet

from ordag.data import write_frame
from ordag.errors import FileError

LARGE = "9007199254740993"  # which no floating-point number is
TEXT = f"id,zip,price,age\n{LARGE},007,1.10,31\n,12345,0.12345678901234567890,\n3,00001,2,40\n"


@pytest.mark.parametrize("ending", ["csv", "tsv"])
def test_text_stays_as_written(ending: str, attack_here, tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text(TEXT)
    assert attack_here("convert", "data.csv", f"again.{ending}").returncode == 0
    assert (tmp_path / f"again.{ending}").read_text() == TEXT.replace(",", "\t" if ending == "tsv" else ",")


@pytest.mark.parametrize("ending", ["parquet", "xlsx", "sav", "dta"])
def test_no_format_changes_a_number(ending: str, attack_here, tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text(TEXT)
    answer = attack_here("convert", "data.csv", f"data.{ending}")
    assert answer.returncode == 0, answer.stderr
    assert attack_here("convert", f"data.{ending}", "again.csv").returncode == 0
    again = pd.read_csv(tmp_path / "again.csv", dtype=str, keep_default_na=False)
    assert again["id"].tolist() == [LARGE, "", "3"]
    assert again["zip"].tolist() == ["007", "12345", "00001"]
    assert again["age"].tolist() == ["31", "", "40"]
    assert again["price"][1] == "0.12345678901234567890"


@pytest.mark.parametrize("ending", ["parquet", "xlsx", "sav", "dta"])
def test_texts_that_look_like_formulas_stay_texts(ending: str, attack_here, tmp_path: Path) -> None:
    texts = ["=1+1", "=HYPERLINK(A1)", "-2+3", "@SUM(A1)", "'=quoted", "{=1}", "_x0041_"]
    pd.DataFrame({"=said": texts, "n": range(7)}).to_csv(tmp_path / "data.csv", index=False)
    answer = attack_here("convert", "data.csv", f"data.{ending}")
    if ending in {"sav", "dta"}:  # which have rules for names
        (tmp_path / "data.csv").write_text((tmp_path / "data.csv").read_text().replace("=said", "said", 1))
        answer = attack_here("convert", "data.csv", f"data.{ending}", "--force")
    assert answer.returncode == 0, answer.stderr
    assert attack_here("convert", f"data.{ending}", "again.csv").returncode == 0
    assert (tmp_path / "again.csv").read_text() == (tmp_path / "data.csv").read_text()


def test_a_workbook_holds_no_formula_that_a_text_would_be(tmp_path: Path) -> None:
    write_frame(pd.DataFrame({"=1+1": ["=1+1", "#N/A", None], "n": [1, 2, 3]}), tmp_path / "data.xlsx")
    cells = [cell for row in openpyxl.load_workbook(tmp_path / "data.xlsx").active.iter_rows() for cell in row]
    assert not {cell.data_type for cell in cells} & {"f", "e"}
    assert [cell.value for cell in cells[::2]] == ["=1+1", "=1+1", "#N/A", None]


@pytest.mark.parametrize(("text", "found"), [("x" * 32_768, "32,768 characters"), ("bell\x07", r"bell\\x07")])
def test_a_text_that_no_cell_holds_is_refused(text: str, found: str, tmp_path: Path) -> None:
    for frame in (pd.DataFrame({"a": ["b", text]}), pd.DataFrame({text: [1, 2]})):
        with pytest.raises(FileError, match=found):
            write_frame(frame, tmp_path / "data.xlsx")
    assert list(tmp_path.iterdir()) == []


def test_large_whole_numbers_beside_gaps_leave_a_parquet_file_as_they_were(attack_here, tmp_path: Path) -> None:
    parquet.write_table(pyarrow.table({"id": [int(LARGE), None, 3], "age": [31, None, 40]}), tmp_path / "data.parquet")
    assert attack_here("convert", "data.parquet", "again.csv").returncode == 0
    assert (tmp_path / "again.csv").read_text().split() == ["id,age", f"{LARGE},31", ",", "3,40"]
    assert attack_here("convert", "data.parquet", "again.parquet").returncode == 0
    assert parquet.read_table(tmp_path / "again.parquet")["id"].to_pylist() == [int(LARGE), None, 3]


def test_imputing_changes_no_other_value(attack_here, survey: Path, tmp_path: Path) -> None:
    assert attack_here("fit", survey, "-o", "out", "--penalty", "3").returncode == 0
    frame = pd.read_csv(survey)
    identifiers = [int(LARGE) + k if k % 7 else None for k in range(len(frame))]
    table = pyarrow.Table.from_pandas(frame).append_column("id", pyarrow.array(identifiers, pyarrow.int64()))
    parquet.write_table(table, tmp_path / "new.parquet")
    for target in ("complete.csv", "complete.parquet"):
        answer = attack_here("impute", "out/model.json", "new.parquet", "-o", target)
        assert answer.returncode == 0, answer.stderr
    written = pd.read_csv(tmp_path / "complete.csv", dtype=str)["id"]
    assert written.fillna("").tolist() == ["" if x is None else str(x) for x in identifiers]
    assert parquet.read_table(tmp_path / "complete.parquet")["id"].to_pylist() == identifiers

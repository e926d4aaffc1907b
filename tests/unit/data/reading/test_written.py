from ordag.data.reading.written import written_like


def test_numbers_take_the_decimals_and_the_mark_of_their_column() -> None:
    assert written_like([1.23456, 2], ["0,5", "12,25", "NA"]) == ["1,23", "2,00"]
    assert written_like([1.5001, 1], [18, 20]) == ["2", "1"]
    assert written_like([1.23456789], [" .5", "-0.25"]) == ["1.23"]


def test_numbers_in_a_column_without_any_have_six_digits() -> None:
    assert written_like([1234.56789], ["?", "1e-5"]) == ["1234.57"]


def test_labels_stay_as_they_are() -> None:
    assert written_like(["often", True], ["never", "1"]) == ["often", "True"]

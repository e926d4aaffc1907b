// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ordag {

// A table of level codes, one column after the other; -1 stands for a missing entry.
struct CodedColumns {
    int n_rows = 0;
    std::vector<std::int32_t> codes;  // codes[column * n_rows + row], below n_levels[column]
    std::vector<int> n_levels;

    int n_columns() const { return static_cast<int>(n_levels.size()); }
    const std::int32_t* column(int index) const { return codes.data() + static_cast<std::size_t>(index) * n_rows; }
};

// Which of the observed configurations of some columns each row has.
struct Strata {
    std::vector<int> of_row;  // -1 for rows left out
    int n_strata = 0;
    int n_rows = 0;           // rows not left out
    std::vector<int> labels;  // scratch
};

// Numbers the configurations of `columns` that occur, in the order in which they are met; rows with a missing entry in
// `columns` or in `others` are left out. Time O(rows * columns), whatever the number of possible configurations.
void stratify(const CodedColumns& table, std::span<const int> columns, std::span<const int> others, Strata& strata);

// Counts of (stratum, x, y), the level of y running fastest.
struct StratifiedCounts {
    int n_strata = 0;
    int x_levels = 0;
    int y_levels = 0;
    int n_rows = 0;  // rows counted
    std::vector<int> counts;

    std::span<const int> stratum(int index) const {
        const std::size_t size = static_cast<std::size_t>(x_levels) * y_levels;
        return {counts.data() + index * size, size};
    }
};

// Counts x against y within each observed configuration of `given`, over the rows where all of them are observed.
void count(const CodedColumns& table, int x, int y, std::span<const int> given, Strata& strata, StratifiedCounts& out);

}  // namespace ordag

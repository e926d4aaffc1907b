// SPDX-License-Identifier: MIT
#include "ordag/contingency.hpp"

namespace ordag {

void stratify(const CodedColumns& table, std::span<const int> columns, std::span<const int> others, Strata& strata) {
    strata.of_row.assign(table.n_rows, 0);
    for (const int other : others) {
        const std::int32_t* codes = table.column(other);
        for (int row = 0; row < table.n_rows; ++row)
            if (codes[row] < 0) strata.of_row[row] = -1;
    }
    int n_strata = 1;
    for (const int column : columns) {
        // Pairs (stratum so far, level) are renumbered at once, so there are never more strata than rows.
        const int levels = table.n_levels[column];
        const std::int32_t* codes = table.column(column);
        strata.labels.assign(static_cast<std::size_t>(n_strata) * levels, -1);
        int found = 0;
        for (int row = 0; row < table.n_rows; ++row) {
            int& stratum = strata.of_row[row];
            if (stratum < 0) continue;
            if (codes[row] < 0) {
                stratum = -1;
                continue;
            }
            int& label = strata.labels[static_cast<std::size_t>(stratum) * levels + codes[row]];
            if (label < 0) label = found++;
            stratum = label;
        }
        n_strata = found;
    }
    strata.n_strata = n_strata;
    strata.n_rows = 0;
    for (const int stratum : strata.of_row) strata.n_rows += stratum >= 0;
}

void count(const CodedColumns& table, int x, int y, std::span<const int> given, Strata& strata, StratifiedCounts& out) {
    const int pair[] = {x, y};
    stratify(table, given, pair, strata);
    out.n_strata = strata.n_strata;
    out.x_levels = table.n_levels[x];
    out.y_levels = table.n_levels[y];
    out.n_rows = strata.n_rows;
    out.counts.assign(static_cast<std::size_t>(out.n_strata) * out.x_levels * out.y_levels, 0);
    const std::int32_t* xs = table.column(x);
    const std::int32_t* ys = table.column(y);
    for (int row = 0; row < table.n_rows; ++row) {
        const int stratum = strata.of_row[row];
        if (stratum < 0) continue;
        ++out.counts[(static_cast<std::size_t>(stratum) * out.x_levels + xs[row]) * out.y_levels + ys[row]];
    }
}

}  // namespace ordag

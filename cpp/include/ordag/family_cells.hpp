// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ordag {

// The rows of a table of codes, told apart by the levels of some columns: rows that agree in all of them share a cell.
// Only cells that hold a row have a number, so tables of cells stay smaller than rows times levels. Not thread safe:
// the cells of the columns asked for last are kept, from which those that differ in one column are split off.
class FamilyCells {
  public:
    struct Cells {
        std::vector<int> of_row;
        int n = 1;
    };

    // Column-major codes: codes[node * n_rows + row] in 0 ... n_levels[node] - 1.
    FamilyCells(std::span<const std::int16_t> codes, std::size_t n_rows, std::span<const int> n_levels);

    int n_nodes() const { return static_cast<int>(n_levels_.size()); }
    int n_levels(int node) const { return n_levels_[node]; }
    std::span<const std::int16_t> column(int node) const;

    // The cells of these nodes, ascending; valid until the next call. Cost: rows times nodes, or rows alone for sets
    // that differ from one another in a single node, as searches ask for them.
    const Cells& of(std::span<const int> nodes);

    // counts[cell * n_levels(node) + level]: sum of the weights of the rows there; of a node that is no part of cells,
    // some codes may be -1, and those rows are not counted.
    void count(const Cells& cells, int node, std::span<const double> weights, std::vector<double>& counts) const;

  private:
    void split(Cells& cells, int node);
    void place_base(std::span<const int> nodes);

    std::vector<std::int16_t> codes_;
    std::size_t n_rows_;
    std::vector<int> n_levels_;

    std::vector<int> base_, last_;  // nodes whose cells are kept, and those of the call before
    Cells base_cells_;
    Cells cells_;               // scratch
    std::vector<int> numbers_;  // scratch: the number given to each cell
};

}  // namespace ordag

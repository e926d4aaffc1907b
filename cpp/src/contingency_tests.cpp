// SPDX-License-Identifier: MIT
#include "ordag/contingency_tests.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ordag/tail_probability.hpp"

namespace ordag {

namespace {

struct Margins {
    std::vector<int> rows, columns;
    int total = 0;
};

void margins(std::span<const int> counts, int n_rows, int n_columns, Margins& out) {
    out.rows.assign(n_rows, 0);
    out.columns.assign(n_columns, 0);
    out.total = 0;
    for (int i = 0; i < n_rows; ++i)
        for (int j = 0; j < n_columns; ++j) {
            const int n = counts[static_cast<std::size_t>(i) * n_columns + j];
            out.rows[i] += n;
            out.columns[j] += n;
            out.total += n;
        }
}

// Sum of t (t - 1) (2 t + 5), t (t - 1) (t - 2) and t (t - 1) over the sizes t of tied groups.
struct TieSums {
    double cubic = 0.0, triples = 0.0, pairs = 0.0;

    explicit TieSums(std::span<const int> groups) {
        for (const double t : groups) {
            cubic += t * (t - 1) * (2 * t + 5);
            triples += t * (t - 1) * (t - 2);
            pairs += t * (t - 1);
        }
    }
};

// Variance of the Jonckheere-Terpstra statistic of one stratum under independence, ties on both sides allowed for
// (Kendall 1970). NaN with fewer than three rows.
double jonckheere_variance(const Margins& m) {
    const double n = m.total;
    const TieSums x(m.rows);
    const TieSums y(m.columns);
    const double all = n * (n - 1) * (2 * n + 5);
    return (all - x.cubic - y.cubic) / 72.0 + x.triples * y.triples / (36.0 * n * (n - 1) * (n - 2)) +
           x.pairs * y.pairs / (8.0 * n * (n - 1));
}

constexpr double kNoVariance = 1.490116e-08;  // square root of the machine epsilon, as in bnlearn

}  // namespace

GSquaredTest::GSquaredTest(CodedColumns table, bool adaptive, double min_rows_per_df)
    : table_(std::move(table)),
      adaptive_(adaptive),
      min_rows_per_df_(min_rows_per_df),
      complete_(std::all_of(table_.codes.begin(), table_.codes.end(), [](int code) { return code >= 0; })),
      n_log_n_(table_.n_rows + 1, 0.0) {
    for (int n = 1; n <= table_.n_rows; ++n) n_log_n_[n] = n * std::log(static_cast<double>(n));
}

double GSquaredTest::p_value(int x, int y, std::span<const int> given) {
    double cells = 1.0;
    for (const int node : given) cells *= table_.n_levels[node];
    double df = (table_.n_levels[x] - 1.0) * (table_.n_levels[y] - 1.0) * cells;
    cells *= static_cast<double>(table_.n_levels[x]) * table_.n_levels[y];
    if (df < 1.0) return 1.0;
    if (complete_ && table_.n_rows < min_rows_per_df_ * df) return 1.0;
    count(table_, x, y, given, strata_, counts_);
    if (counts_.n_rows < min_rows_per_df_ * df) return 1.0;
    int n_nonzero = 0;
    const double g = statistic(n_nonzero);
    if (adaptive_) df = std::max(1.0, df - (cells - n_nonzero));
    return chi_squared_tail(g, df);
}

// 2 sum n log(n n_k / (n_i n_j)) over all cells, as sums of n log n, which are looked up.
double GSquaredTest::statistic(int& n_nonzero) const {
    Margins m;
    double sum = 0.0;
    for (int k = 0; k < counts_.n_strata; ++k) {
        const auto cells = counts_.stratum(k);
        margins(cells, counts_.x_levels, counts_.y_levels, m);
        double part = n_log_n_[m.total];
        for (const int n : cells) {
            part += n_log_n_[n];
            n_nonzero += n > 0;
        }
        for (const int n : m.rows) part -= n_log_n_[n];
        for (const int n : m.columns) part -= n_log_n_[n];
        sum += part;
    }
    return 2.0 * sum;
}

double concordance(std::span<const int> counts, int n_rows, int n_columns) {
    // earlier[j]: count of the rows above in column j; left and right: its sums on either side of a column.
    std::vector<double> earlier(n_columns, 0.0);
    double sum = 0.0;
    for (int i = 0; i < n_rows; ++i) {
        const int* row = counts.data() + static_cast<std::size_t>(i) * n_columns;
        double left = 0.0;
        double right = 0.0;
        for (const double n : earlier) right += n;
        for (int j = 0; j < n_columns; ++j) {
            right -= earlier[j];
            sum += row[j] * (left - right);
            left += earlier[j];
        }
        for (int j = 0; j < n_columns; ++j) earlier[j] += row[j];
    }
    return sum;
}

double JonckheereTerpstraTest::statistic(int x, int y, std::span<const int> given) {
    count(table_, x, y, given, strata_, counts_);
    Margins m;
    double deviation = 0.0;
    double variance = 0.0;
    for (int k = 0; k < counts_.n_strata; ++k) {
        const auto cells = counts_.stratum(k);
        margins(cells, counts_.x_levels, counts_.y_levels, m);
        // The statistic minus its mean is half of concordant minus discordant pairs.
        deviation += 0.5 * concordance(cells, counts_.x_levels, counts_.y_levels);
        const double part = jonckheere_variance(m);
        // A stratum of two rows has no variance by this formula, and yet a deviation: bnlearn keeps the latter.
        if (part > kNoVariance) variance += part;
    }
    return variance < kNoVariance ? 0.0 : deviation / std::sqrt(variance);
}

double JonckheereTerpstraTest::p_value(int x, int y, std::span<const int> given) {
    return normal_two_sided(statistic(x, y, given));
}

namespace {

// Rows in the order of one column's codes, and where each level starts.
struct Sorted {
    std::vector<int> rows, starts;

    void sort(const std::int32_t* codes, int n_rows, int n_levels) {
        starts.assign(n_levels + 1, 0);
        for (int row = 0; row < n_rows; ++row)
            if (codes[row] >= 0) ++starts[codes[row] + 1];
        for (int level = 0; level < n_levels; ++level) starts[level + 1] += starts[level];
        rows.resize(starts.back());
        std::vector<int> next(starts.begin(), starts.end() - 1);
        for (int row = 0; row < n_rows; ++row)
            if (codes[row] >= 0) rows[next[codes[row]]++] = row;
    }
};

// Concordant minus discordant pairs without a table, for columns of many levels: rows in the order of x meet a tree of
// counts over the levels of y. Time O(rows log levels).
double concordance_of_many(const Sorted& by_x, const std::int32_t* ys, int y_levels, std::vector<int>& tree) {
    tree.assign(y_levels + 1, 0);
    const auto up_to = [&](int level) {  // rows met so far with a level below `level`
        int sum = 0;
        for (int k = level; k > 0; k -= k & -k) sum += tree[k];
        return sum;
    };
    double sum = 0.0;
    int met = 0;
    for (std::size_t group = 0; group + 1 < by_x.starts.size(); ++group) {
        for (int pass = 0; pass < 2; ++pass)
            for (int k = by_x.starts[group]; k < by_x.starts[group + 1]; ++k) {
                const int y = ys[by_x.rows[k]];
                if (y < 0) continue;
                if (pass == 0) {
                    sum += up_to(y) - (met - up_to(y + 1));
                } else {
                    for (int t = y + 1; t <= y_levels; t += t & -t) ++tree[t];
                    ++met;
                }
            }
    }
    return sum;
}

// Tables of more cells than rows times this are not filled.
constexpr double kCellsPerRow = 8.0;

}  // namespace

void kendall_matrix(const CodedColumns& table, double* tau, double* pair_rows) {
    const int n = table.n_columns();
    Sorted by_x;
    std::vector<int> tree, counts, x_margin, y_margin;
    for (int x = 0; x < n; ++x) {
        const std::int32_t* xs = table.column(x);
        by_x.sort(xs, table.n_rows, table.n_levels[x]);
        tau[x * n + x] = 1.0;
        pair_rows[x * n + x] = static_cast<double>(by_x.rows.size());
        for (int y = x + 1; y < n; ++y) {
            const std::int32_t* ys = table.column(y);
            x_margin.assign(table.n_levels[x], 0);
            y_margin.assign(table.n_levels[y], 0);
            const double cells = static_cast<double>(table.n_levels[x]) * table.n_levels[y];
            const bool small = cells <= kCellsPerRow * table.n_rows;
            counts.assign(small ? static_cast<std::size_t>(cells) : 0, 0);
            int rows = 0;
            for (int row = 0; row < table.n_rows; ++row) {
                if (xs[row] < 0 || ys[row] < 0) continue;
                ++rows;
                ++x_margin[xs[row]];
                ++y_margin[ys[row]];
                if (small) ++counts[static_cast<std::size_t>(xs[row]) * table.n_levels[y] + ys[row]];
            }
            const double score = small ? concordance(counts, table.n_levels[x], table.n_levels[y])
                                       : concordance_of_many(by_x, ys, table.n_levels[y], tree);
            const double pairs = static_cast<double>(rows) * (rows - 1);
            const double untied = std::sqrt((pairs - TieSums(x_margin).pairs) * (pairs - TieSums(y_margin).pairs));
            tau[x * n + y] = tau[y * n + x] =
                untied > 0.0 ? 2.0 * score / untied : std::numeric_limits<double>::quiet_NaN();
            pair_rows[x * n + y] = pair_rows[y * n + x] = rows;
        }
    }
}

}  // namespace ordag

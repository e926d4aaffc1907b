// SPDX-License-Identifier: MIT
#include "ordag/polychoric.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ordag/dispatch.hpp"
#include "ordag/normal.hpp"
#include "ordag/parallel.hpp"
#include "polyserial.hpp"
#include "simd/level_sets.hpp"
#include "table_likelihood.hpp"

namespace ordag {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Estimate {
    double correlation = nan;
    double standard_error = nan;
    double n_rows = 0.0;
};

// The cuts of a column without the levels that have no room between theirs: such a level was declared and never seen.
struct OpenLevels {
    std::vector<int> place;  // per declared level, its place among the open ones or -1
    std::vector<double> cuts;

    explicit OpenLevels(const std::vector<double>& all) {
        double last = -infinity;
        for (std::size_t level = 0; level <= all.size(); ++level) {
            const double end = level < all.size() ? all[level] : infinity;
            place.push_back(end > last ? static_cast<int>(cuts.size()) : -1);
            if (end > last && end < infinity) cuts.push_back(end);
            last = std::max(last, end);
        }
    }
};

struct LevelSetKernels {
    decltype(&baseline::mark_level) mark_level;
    decltype(&baseline::shared_rows) shared_rows;
};

// In larger tables one pass over the rows is faster.
constexpr std::size_t most_cells_by_sets = 128;

LevelSetKernels level_set_kernels() { return {ORDAG_WIDEST(mark_level), ORDAG_WIDEST(shared_rows)}; }

// For each column the sets of rows at each level, in bits: a cell of a table is then the size of a meeting of two sets.
// Empty for continuous columns and for those with too many levels for any of their tables.
class LevelSets {
  public:
    LevelSets(const MixedColumns& columns, int n_threads)
        : kernels_(level_set_kernels()),
          n_words_((columns.n_rows + row_block - 1) / row_block * level_set_block),
          sets_(columns.n_columns) {
        // A row's weight is not a bit.
        if (columns.weights != nullptr) return;
        parallel_for(columns.n_columns, n_threads, [&](int column) {
            const std::size_t n_levels = columns.cuts[column].size() + 1;
            if (n_levels == 1 || 2 * n_levels > most_cells_by_sets) return;
            sets_[column].assign(n_words_ * n_levels, 0);
            const std::int16_t* codes = columns.codes + static_cast<std::size_t>(column) * columns.n_rows;
            for (std::size_t level = 0; level < n_levels; ++level)
                kernels_.mark_level(codes, columns.n_rows, static_cast<std::int16_t>(level),
                                    sets_[column].data() + n_words_ * level);
        });
    }

    bool serves(int x, int y) const {
        const std::size_t cells = n_levels(x) * n_levels(y);
        return cells > 0 && cells <= most_cells_by_sets;
    }

    double count(int x, std::size_t level_x, int y, std::size_t level_y) const {
        return static_cast<double>(kernels_.shared_rows(sets_[x].data() + n_words_ * level_x,
                                                        sets_[y].data() + n_words_ * level_y,
                                                        static_cast<std::int64_t>(n_words_)));
    }

  private:
    static constexpr std::size_t row_block = std::size_t{64} * level_set_block;

    std::size_t n_levels(int column) const { return n_words_ == 0 ? 0 : sets_[column].size() / n_words_; }

    LevelSetKernels kernels_;
    std::size_t n_words_;
    std::vector<std::vector<std::uint64_t>> sets_;
};

// The estimates of pairs, one after another, with the scratch space they share.
class PairEstimator {
  public:
    PairEstimator(const MixedColumns& columns, const std::vector<OpenLevels>& levels, const LevelSets& sets,
                  CellSmoothing smoothing, bool standard_errors)
        : columns_(columns), levels_(levels), sets_(sets), smoothing_(smoothing), standard_errors_(standard_errors) {}

    Estimate operator()(int x, int y) {
        if (is_continuous(x) && is_continuous(y)) return pearson(x, y);
        if (is_continuous(x)) return polyserial(y, x);
        if (is_continuous(y)) return polyserial(x, y);
        return polychoric(x, y);
    }

  private:
    bool is_continuous(int column) const { return columns_.cuts[column].empty(); }
    const std::int16_t* codes(int column) const {
        return columns_.codes + static_cast<std::size_t>(column) * columns_.n_rows;
    }
    const double* values(int column) const {
        return columns_.values + static_cast<std::size_t>(columns_.continuous[column]) * columns_.n_rows;
    }
    double weight(int row) const { return columns_.weights == nullptr ? 1.0 : columns_.weights[row]; }

    Estimate polychoric(int x, int y);
    Estimate polyserial(int ordinal, int continuous);
    Estimate pearson(int x, int y) const;
    void tabulate(int x, int y);
    void smooth(const OpenLevels& x, const OpenLevels& y);

    const MixedColumns& columns_;
    const std::vector<OpenLevels>& levels_;
    const LevelSets& sets_;
    CellSmoothing smoothing_;
    bool standard_errors_;
    TableLikelihood likelihood_;
    std::vector<double> tally_, counts_;
    std::vector<int> row_levels_;
    std::vector<double> row_values_, row_weights_;
};

// Adds each row's weight to its cell of a tally whose first row and column are for missing entries, so that the loop
// needs no branch. Neighbouring rows go to different copies of the tally: most rows share few cells, and adding to a
// number that was stored a moment ago would wait for the store.
template <typename Weight>
void tally_rows(const std::int16_t* x, const std::int16_t* y, int n_rows, std::size_t width, std::size_t size,
                std::vector<double>& tally, Weight weight) {
    constexpr int n_copies = 4;
    tally.assign(n_copies * size, 0.0);
    for (int row = 0; row < n_rows; ++row)
        tally[(row % n_copies) * size + static_cast<std::size_t>(x[row] + 1) * width + (y[row] + 1)] += weight(row);
    for (std::size_t cell = 0; cell < size; ++cell)
        for (int copy = 1; copy < n_copies; ++copy) tally[cell] += tally[copy * size + cell];
}

// Fills counts_ with the table of the open levels.
void PairEstimator::tabulate(int x, int y) {
    const std::vector<int>& place_x = levels_[x].place;
    const std::vector<int>& place_y = levels_[y].place;
    const std::size_t width = place_y.size() + 1;
    const std::size_t size = (place_x.size() + 1) * width;
    const double* weights = columns_.weights;
    const bool by_sets = sets_.serves(x, y);
    if (!by_sets && weights == nullptr)
        tally_rows(codes(x), codes(y), columns_.n_rows, width, size, tally_, [](int) { return 1.0; });
    else if (!by_sets)
        tally_rows(codes(x), codes(y), columns_.n_rows, width, size, tally_, [=](int row) { return weights[row]; });

    const std::size_t n_y = levels_[y].cuts.size() + 1;
    counts_.assign((levels_[x].cuts.size() + 1) * n_y, 0.0);
    for (std::size_t i = 0; i < place_x.size(); ++i)
        for (std::size_t j = 0; j < place_y.size(); ++j)
            if (place_x[i] >= 0 && place_y[j] >= 0)
                counts_[place_x[i] * n_y + place_y[j]] =
                    by_sets ? sets_.count(x, i, y, j) : tally_[(i + 1) * width + j + 1];
}

void PairEstimator::smooth(const OpenLevels& x, const OpenLevels& y) {
    const std::size_t n_y = y.cuts.size() + 1;
    const auto share = [](const OpenLevels& levels, std::size_t i) {
        return normal_interval(i == 0 ? -infinity : levels.cuts[i - 1],
                               i == levels.cuts.size() ? infinity : levels.cuts[i]);
    };
    if (smoothing_ == CellSmoothing::add_one)
        for (double& count : counts_) count += 1.0;
    else if (smoothing_ == CellSmoothing::independence)
        for (std::size_t i = 0; i <= x.cuts.size(); ++i)
            for (std::size_t j = 0; j < n_y; ++j) counts_[i * n_y + j] += share(x, i) * share(y, j);
}

Estimate PairEstimator::polychoric(int x, int y) {
    Estimate found;
    tabulate(x, y);
    for (double count : counts_) found.n_rows += count;
    if (found.n_rows == 0.0 || levels_[x].cuts.empty() || levels_[y].cuts.empty()) return found;
    smooth(levels_[x], levels_[y]);
    likelihood_.prepare(levels_[x].cuts, levels_[y].cuts, counts_);
    found.correlation = maximise_correlation([&](double rho) { return likelihood_.slopes(rho); }, likelihood_.guess());
    if (standard_errors_ && std::abs(found.correlation) < correlation_limit)
        found.standard_error = likelihood_.standard_error(found.correlation, found.n_rows);
    return found;
}

Estimate PairEstimator::polyserial(int ordinal, int continuous) {
    Estimate found;
    row_levels_.clear();
    row_values_.clear();
    row_weights_.clear();
    const std::int16_t* code = codes(ordinal);
    const double* value = values(continuous);
    for (int row = 0; row < columns_.n_rows; ++row) {
        const int level = code[row] < 0 ? -1 : levels_[ordinal].place[code[row]];
        if (level < 0 || std::isnan(value[row])) continue;
        row_levels_.push_back(level);
        row_values_.push_back(value[row]);
        row_weights_.push_back(weight(row));
        found.n_rows += weight(row);
    }
    if (found.n_rows == 0.0 || levels_[ordinal].cuts.empty()) return found;
    std::vector<double> cuts{-infinity};
    cuts.insert(cuts.end(), levels_[ordinal].cuts.begin(), levels_[ordinal].cuts.end());
    cuts.push_back(infinity);
    const PolyserialRows rows{cuts, row_levels_, row_values_, row_weights_};
    found.correlation =
        maximise_correlation([&](double rho) { return polyserial_slopes(rows, rho); }, polyserial_guess(rows));
    if (standard_errors_ && std::abs(found.correlation) < correlation_limit)
        found.standard_error = polyserial_standard_error(rows, found.correlation);
    return found;
}

Estimate PairEstimator::pearson(int x, int y) const {
    Estimate found;
    const double *a = values(x), *b = values(y);
    double mean_a = 0.0, mean_b = 0.0;
    for (int row = 0; row < columns_.n_rows; ++row) {
        if (std::isnan(a[row]) || std::isnan(b[row])) continue;
        found.n_rows += weight(row);
        mean_a += weight(row) * a[row];
        mean_b += weight(row) * b[row];
    }
    if (found.n_rows == 0.0) return found;
    mean_a /= found.n_rows;
    mean_b /= found.n_rows;
    double aa = 0.0, ab = 0.0, bb = 0.0;
    for (int row = 0; row < columns_.n_rows; ++row) {
        if (std::isnan(a[row]) || std::isnan(b[row])) continue;
        const double da = a[row] - mean_a, db = b[row] - mean_b;
        aa += weight(row) * da * da;
        ab += weight(row) * da * db;
        bb += weight(row) * db * db;
    }
    if (!(aa > 0.0 && bb > 0.0)) return found;
    const double rho = std::clamp(ab / std::sqrt(aa * bb), -1.0, 1.0);
    found.correlation = rho;
    if (standard_errors_) found.standard_error = (1.0 - rho * rho) / std::sqrt(found.n_rows);
    return found;
}

}  // namespace

PairwiseCorrelations pairwise_correlations(const MixedColumns& columns, CellSmoothing smoothing, bool standard_errors,
                                           int n_threads) {
    const int n = columns.n_columns;
    const std::size_t cells = static_cast<std::size_t>(n) * n;
    PairwiseCorrelations result;
    result.correlation.assign(cells, 1.0);
    result.standard_error.assign(cells, nan);
    result.n_pairs.assign(cells, nan);
    std::vector<OpenLevels> levels;
    levels.reserve(columns.cuts.size());
    for (const std::vector<double>& cuts : columns.cuts) levels.emplace_back(cuts);
    const LevelSets sets(columns, n_threads);

    parallel_for(n, n_threads, [&](int x) {
        PairEstimator estimate(columns, levels, sets, smoothing, standard_errors);
        for (int y = x + 1; y < n; ++y) {
            const Estimate found = estimate(x, y);
            for (const std::size_t at : {static_cast<std::size_t>(x) * n + y, static_cast<std::size_t>(y) * n + x}) {
                result.correlation[at] = found.correlation;
                result.n_pairs[at] = found.n_rows;
                result.standard_error[at] = found.standard_error;
            }
        }
    });
    return result;
}

}  // namespace ordag

// SPDX-License-Identifier: MIT
#include "ordag/symmetric_lrt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ordag/tail_probability.hpp"

namespace ordag {

namespace {

constexpr std::size_t kMostKept = 1 << 20;  // fits; some hundred megabytes
constexpr double kDependent = 1e-9;         // a column with less of its square left is linear in earlier ones
constexpr int kMostSteps = 100;
constexpr double kLeastProbability = 1e-300;  // keeps logarithms finite where two cuts nearly meet
constexpr double kSettled = 1e-10;            // expected gain of log-likelihood of a further Newton step

// One entry of a sparse row of the design.
struct Entry {
    int column;
    double value;
};

// The design in sparse rows, one for each distinct configuration of the predictors.
struct Design {
    int n_columns = 0;                // without the intercept
    int width = 0;                    // entries a row: one a predictor, unused ones with value 0
    std::vector<Entry> entries;       // n_patterns * width
    std::vector<int> pattern_of_row;  // -1 for rows left out
    int n_patterns = 0;
    int n_rows = 0;

    std::span<const Entry> pattern(int index) const {
        return {entries.data() + static_cast<std::size_t>(index) * width, static_cast<std::size_t>(width)};
    }
};

// A dense symmetric system, solved by Cholesky's method with dependent columns left out.
class Normal {
  public:
    explicit Normal(int n) : n_(n), matrix_(static_cast<std::size_t>(n) * n, 0.0), right_(n, 0.0), left_out_(n, 0) {}

    double& at(int i, int j) { return matrix_[static_cast<std::size_t>(i) * n_ + j]; }  // i >= j is read
    double& right(int i) { return right_[i]; }

    void clear() {
        std::fill(matrix_.begin(), matrix_.end(), 0.0);
        std::fill(right_.begin(), right_.end(), 0.0);
    }

    // Factorises in place and returns the rank.
    int factorise() {
        int rank = 0;
        for (int j = 0; j < n_; ++j) {
            const double whole = at(j, j);
            double pivot = whole;
            for (int k = 0; k < j; ++k) pivot -= at(j, k) * at(j, k);
            left_out_[j] = !(pivot > kDependent * whole);
            if (left_out_[j]) {
                for (int i = j; i < n_; ++i) at(i, j) = 0.0;
                continue;
            }
            ++rank;
            const double root = std::sqrt(pivot);
            at(j, j) = root;
            for (int i = j + 1; i < n_; ++i) {
                double sum = at(i, j);
                const double* a = &at(i, 0);
                const double* b = &at(j, 0);
                for (int k = 0; k < j; ++k) sum -= a[k] * b[k];
                at(i, j) = sum / root;
            }
        }
        return rank;
    }

    // L^-1 right, after factorise; its square is right' A^-1 right.
    void forward(std::vector<double>& out) {
        out.assign(n_, 0.0);
        for (int i = 0; i < n_; ++i) {
            if (left_out_[i]) continue;
            double sum = right_[i];
            for (int k = 0; k < i; ++k) sum -= at(i, k) * out[k];
            out[i] = sum / at(i, i);
        }
    }

    void backward(std::vector<double>& inout) {
        for (int i = n_ - 1; i >= 0; --i) {
            if (left_out_[i]) continue;
            double sum = inout[i];
            for (int k = i + 1; k < n_; ++k) sum -= at(k, i) * inout[k];
            inout[i] = sum / at(i, i);
        }
    }

  private:
    int n_;
    std::vector<double> matrix_, right_;
    std::vector<char> left_out_;
};

double square(const std::vector<double>& v) {
    double sum = 0.0;
    for (const double x : v) sum += x * x;
    return sum;
}

Design make_design(const RegressionTable& table, std::span<const int> predictors, std::span<const int> others,
                   Strata& strata) {
    const CodedColumns& coded = table.coded;
    std::vector<int> categorical, observed(others.begin(), others.end());
    bool any_continuous = false;
    for (const int p : predictors) {
        if (coded.n_levels[p] > 0)
            categorical.push_back(p);
        else
            any_continuous = true;
        observed.push_back(p);
    }
    Design design;
    stratify(coded, categorical, observed, strata);
    design.n_rows = strata.n_rows;
    design.n_patterns = strata.n_strata;
    if (any_continuous) {  // every row is its own pattern
        int next = 0;
        for (int& stratum : strata.of_row)
            if (stratum >= 0) stratum = next++;
        design.n_patterns = next;
    }
    design.pattern_of_row = strata.of_row;
    design.width = static_cast<int>(predictors.size());
    design.entries.assign(static_cast<std::size_t>(design.n_patterns) * design.width, Entry{0, 0.0});
    for (int k = 0; k < design.width; ++k) {
        const int p = predictors[k];
        const bool by_level = coded.n_levels[p] > 0;
        for (int row = 0; row < coded.n_rows; ++row) {
            const int pattern = design.pattern_of_row[row];
            if (pattern < 0) continue;
            Entry& entry = design.entries[static_cast<std::size_t>(pattern) * design.width + k];
            if (!by_level)
                entry = {design.n_columns, table.values[static_cast<std::size_t>(p) * coded.n_rows + row]};
            else if (const int code = coded.column(p)[row]; code > 0)
                entry = {design.n_columns + code - 1, 1.0};
        }
        design.n_columns += by_level ? coded.n_levels[p] - 1 : 1;
    }
    return design;
}

// Adds weight * (1, row)' (1, row) to the system, the intercept in position 0.
void add_product(Normal& system, std::span<const Entry> row, double weight) {
    system.at(0, 0) += weight;
    for (const Entry& a : row) {
        system.at(a.column + 1, 0) += weight * a.value;
        for (const Entry& b : row)
            if (b.column <= a.column) system.at(a.column + 1, b.column + 1) += weight * a.value * b.value;
    }
}

// The logistic function and one minus it, neither by cancellation.
struct Logistic {
    double below, above;

    explicit Logistic(double t) {
        const double small = std::exp(-std::abs(t));
        const double larger = 1.0 / (1.0 + small);
        below = t >= 0.0 ? larger : small * larger;
        above = t >= 0.0 ? small * larger : larger;
    }
    Logistic(double lower, double upper) : below(lower), above(upper) {}
};

// Proportional-odds regression by Newton's method: logit P(Y <= k) = cut_k - row * slope. The log-likelihood is concave
// in (cut, slope), so halving a step that does not gain is enough.
class ProportionalOdds {
  public:
    ProportionalOdds(const Design& design, const std::vector<int>& counts, int n_levels)
        : design_(design),
          counts_(counts),
          n_levels_(n_levels),
          n_cuts_(n_levels - 1),
          size_(n_cuts_ + design.n_columns),
          system_(size_) {}

    double maximise() {
        std::vector<double> point(size_, 0.0);
        start(point);
        double value = evaluate(point);
        std::vector<double> step, trial(size_);
        for (int iteration = 0; iteration < kMostSteps; ++iteration) {
            system_.factorise();
            system_.forward(step);
            const double gain = 0.5 * square(step);
            if (gain < kSettled) break;
            system_.backward(step);
            double length = 1.0;
            double reached = -std::numeric_limits<double>::infinity();
            for (; length > 1e-6; length *= 0.5) {
                for (int i = 0; i < size_; ++i) trial[i] = point[i] + length * step[i];
                reached = evaluate(trial);
                if (reached > value) break;
            }
            if (!(reached > value)) break;
            point = trial;
            value = reached;
        }
        return value;
    }

  private:
    void start(std::vector<double>& point) const {
        std::vector<double> totals(n_levels_, 0.0);
        for (std::size_t cell = 0; cell < counts_.size(); ++cell) totals[cell % n_levels_] += counts_[cell];
        double below = 0.0;
        for (int k = 0; k < n_cuts_; ++k) {
            below += totals[k];
            point[k] = std::log(below / (design_.n_rows - below));
        }
    }

    // Log-likelihood at `point`; also gradient and information, in the system. -infinity where the cuts are not in
    // order.
    double evaluate(const std::vector<double>& point) {
        for (int k = 0; k + 1 < n_cuts_; ++k)
            if (!(point[k] < point[k + 1])) return -std::numeric_limits<double>::infinity();
        system_.clear();
        double value = 0.0;
        for (int pattern = 0; pattern < design_.n_patterns; ++pattern) {
            const auto row = design_.pattern(pattern);
            double shift = 0.0;
            for (const Entry& e : row) shift += point[n_cuts_ + e.column] * e.value;
            double slope_gradient = 0.0;
            double slope_information = 0.0;
            for (int level = 0; level < n_levels_; ++level) {
                const int n = counts_[static_cast<std::size_t>(pattern) * n_levels_ + level];
                if (n > 0) value += n * add_cell(point, shift, level, n, row, slope_gradient, slope_information);
            }
            for (const Entry& a : row) {
                if (a.value == 0.0) continue;
                const int i = n_cuts_ + a.column;
                system_.right(i) -= slope_gradient * a.value;
                for (const Entry& b : row)
                    if (b.column <= a.column && b.value != 0.0)
                        system_.at(i, n_cuts_ + b.column) += slope_information * a.value * b.value;
            }
        }
        return value;
    }

    // One level of one pattern: log-probability of the level, derivatives with respect to the cuts above and below.
    double add_cell(const std::vector<double>& point, double shift, int level, double n, std::span<const Entry> row,
                    double& slope_gradient, double& slope_information) {
        const bool has_upper = level < n_cuts_;
        const bool has_lower = level > 0;
        const Logistic upper = has_upper ? Logistic(point[level] - shift) : Logistic(1.0, 0.0);
        const Logistic lower = has_lower ? Logistic(point[level - 1] - shift) : Logistic(0.0, 1.0);
        const double difference = lower.below > 0.5 ? lower.above - upper.above : upper.below - lower.below;
        const double p = std::max(difference, kLeastProbability);
        const double ga = upper.below * upper.above / p;
        const double gb = -lower.below * lower.above / p;
        const double haa = ga * ga - ga * (upper.above - upper.below);
        const double hbb = gb * gb - gb * (lower.above - lower.below);
        const double hab = ga * gb;
        slope_gradient += n * (ga + gb);
        slope_information += n * (haa + 2.0 * hab + hbb);
        if (has_upper) add_cut(level, n * ga, n * haa, n * (haa + hab), row);
        if (has_lower) add_cut(level - 1, n * gb, n * hbb, n * (hbb + hab), row);
        if (has_upper && has_lower) system_.at(level, level - 1) += n * hab;
        return std::log(p);
    }

    void add_cut(int cut, double gradient, double information, double with_slope, std::span<const Entry> row) {
        system_.right(cut) += gradient;
        system_.at(cut, cut) += information;
        for (const Entry& e : row)
            if (e.value != 0.0) system_.at(n_cuts_ + e.column, cut) -= with_slope * e.value;
    }

    const Design& design_;
    const std::vector<int>& counts_;
    int n_levels_, n_cuts_, size_;
    Normal system_;
};

// Counts of (pattern, level of the target), levels that do not occur squeezed out; returns the number of levels left.
int count_target(const CodedColumns& table, int target, const Design& design, std::vector<int>& counts) {
    const std::int32_t* codes = table.column(target);
    std::vector<int> label(table.n_levels[target], -1);
    for (int row = 0; row < table.n_rows; ++row)
        if (design.pattern_of_row[row] >= 0) label[codes[row]] = 0;
    int n_levels = 0;
    for (int& l : label)
        if (l == 0) l = n_levels++;
    counts.assign(static_cast<std::size_t>(design.n_patterns) * n_levels, 0);
    for (int row = 0; row < table.n_rows; ++row)
        if (const int pattern = design.pattern_of_row[row]; pattern >= 0)
            ++counts[static_cast<std::size_t>(pattern) * n_levels + label[codes[row]]];
    return n_levels;
}

// Residual sum of squares of the linear regression of a continuous target; `gram` receives the factor of the design.
double residual_square(const RegressionTable& table, int target, const Design& design, Normal& gram) {
    const double* values = table.values.data() + static_cast<std::size_t>(target) * table.coded.n_rows;
    double total = 0.0;
    for (int row = 0; row < table.coded.n_rows; ++row) {
        const int pattern = design.pattern_of_row[row];
        if (pattern < 0) continue;
        total += values[row] * values[row];
        gram.right(0) += values[row];
        for (const Entry& e : design.pattern(pattern)) gram.right(e.column + 1) += e.value * values[row];
    }
    std::vector<double> explained;
    gram.forward(explained);
    const double rest = total - square(explained);
    return rest > kDependent * total ? rest : 0.0;
}

}  // namespace

SymmetricTest::SymmetricTest(RegressionTable table)
    : table_(std::move(table)),
      complete_(std::all_of(table_.coded.codes.begin(), table_.coded.codes.end(), [](int code) { return code >= 0; })) {
}

SymmetricTest::Fit SymmetricTest::fit(int target, std::span<const int> predictors, std::span<const int> others) {
    const Design design = make_design(table_, predictors, others, strata_);
    Fit result{0.0, 0.0, 0, design.n_rows};
    if (design.n_rows == 0) return result;
    Normal gram(design.n_columns + 1);
    std::vector<int> sizes(design.n_patterns, 0);
    for (const int pattern : design.pattern_of_row)
        if (pattern >= 0) ++sizes[pattern];
    for (int k = 0; k < design.n_patterns; ++k) add_product(gram, design.pattern(k), sizes[k]);
    result.rank = gram.factorise();
    if (is_continuous(target)) {
        result.residual_square = residual_square(table_, target, design, gram);
        return result;
    }
    std::vector<int> counts;
    const int n_levels = count_target(table_.coded, target, design, counts);
    if (n_levels > 1) result.log_likelihood = ProportionalOdds(design, counts, n_levels).maximise();
    return result;
}

double SymmetricTest::one_sided(int target, int candidate, std::span<const int> given,
                                std::span<const int> with_candidate) {
    std::vector<int> others{target};
    if (!complete_) others.push_back(candidate);
    const auto kept = [&](std::span<const int> predictors) {
        if (!complete_) return fit(target, predictors, others);
        std::string key(reinterpret_cast<const char*>(&target), sizeof(int));
        key.append(reinterpret_cast<const char*>(predictors.data()), predictors.size_bytes());
        if (const auto found = kept_.find(key); found != kept_.end()) return found->second;
        if (kept_.size() >= kMostKept) kept_.clear();
        return kept_.emplace(std::move(key), fit(target, predictors, others)).first->second;
    };
    const Fit small = kept(given);
    const Fit large = kept(with_candidate);
    const double df = large.rank - small.rank;
    if (!(df > 0.0)) return 1.0;
    if (!is_continuous(target)) return chi_squared_tail(2.0 * (large.log_likelihood - small.log_likelihood), df);
    const double rest = large.n_rows - large.rank;
    if (!(rest > 0.0) || small.residual_square == 0.0) return 1.0;
    const double gain = std::max(0.0, small.residual_square - large.residual_square);
    return f_tail(gain / df / (large.residual_square / rest), df, rest);
}

double SymmetricTest::p_value(int x, int y, std::span<const int> given) {
    std::vector<int> set(given.begin(), given.end());
    std::sort(set.begin(), set.end());
    const auto joined = [&](int node) {
        std::vector<int> out(set);
        out.insert(std::upper_bound(out.begin(), out.end(), node), node);
        return out;
    };
    const double p = one_sided(x, y, set, joined(y));
    const double q = one_sided(y, x, set, joined(x));
    return std::min({2.0 * std::min(p, q), std::max(p, q), 1.0});
}

}  // namespace ordag

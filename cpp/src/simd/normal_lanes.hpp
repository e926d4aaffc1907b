// SPDX-License-Identifier: MIT
//
// Normal distribution functions on several lanes at once, without branches or calls, in the vector extensions that GCC
// and Clang share. Everything is static: this header is compiled once per instruction set, and nothing of it may be
// shared between them.
//
// Accuracy (tests/unit/kernels/test_normal_lanes.py): exp, log and the scaled tail are right to a few units in the last
// place, the quantile to 2e-9 in absolute terms, which is exact as far as a random draw or an integration point is
// concerned.
#pragma once

#include <math.h>
#include <stdint.h>

namespace ordag::ORDAG_SIMD {
namespace {

// Lanes: as many doubles as a register of the instruction set holds.
#if defined(__AVX512F__)
constexpr int lanes = 8;
#elif defined(__AVX2__)
constexpr int lanes = 4;
#else
constexpr int lanes = 2;
#endif

typedef double Pack __attribute__((vector_size(8 * lanes)));
typedef double UnalignedPack __attribute__((vector_size(8 * lanes), aligned(8), may_alias));
typedef uint64_t Bits __attribute__((vector_size(8 * lanes)));
typedef int64_t Mask __attribute__((vector_size(8 * lanes)));

constexpr double one_over_sqrt_two_pi = 0.39894228040143267794;
constexpr double far = 1e10;  // stands for an infinite bound where products with zero are taken

inline Pack load(const double* p) { return *reinterpret_cast<const UnalignedPack*>(p); }
inline void store(double* p, Pack x) { *reinterpret_cast<UnalignedPack*>(p) = x; }
inline Pack all(double x) { return Pack{} + x; }
inline Pack choose(Mask mask, Pack yes, Pack no) { return mask ? yes : no; }
inline Pack larger(Pack x, Pack y) { return x < y ? y : x; }
inline Pack smaller(Pack x, Pack y) { return x > y ? y : x; }
inline Pack from_bits(Bits bits) { return reinterpret_cast<Pack>(bits); }
inline Bits to_bits(Pack x) { return reinterpret_cast<Bits>(x); }

inline Pack square_root(Pack x) {
    for (int l = 0; l < lanes; ++l) x[l] = __builtin_sqrt(x[l]);
    return x;
}

inline double sum_of(Pack x) {
    double total = 0.0;
    for (int l = 0; l < lanes; ++l) total += x[l];
    return total;
}

inline bool any(Mask mask) {
    int64_t found = 0;
    for (int l = 0; l < lanes; ++l) found |= mask[l];
    return found != 0;
}

// exp(x) for x <= 0; zero below -708, where the result would leave the normal range.
inline Pack exp_negative(Pack x) {
    constexpr double magic = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to an integer held in the low bits
    const Pack clipped = larger(x, all(-708.0));
    const Pack shifted = clipped * 1.4426950408889634074 + magic;
    const Pack k = shifted - magic;
    const Pack r = (clipped - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10;
    const Pack square = r * r;
    Pack even = all(1.0 / 479001600.0);
    even = even * square + 1.0 / 3628800.0;
    even = even * square + 1.0 / 40320.0;
    even = even * square + 1.0 / 720.0;
    even = even * square + 1.0 / 24.0;
    even = even * square + 0.5;
    even = even * square + 1.0;
    Pack odd = all(1.0 / 39916800.0);
    odd = odd * square + 1.0 / 362880.0;
    odd = odd * square + 1.0 / 5040.0;
    odd = odd * square + 1.0 / 120.0;
    odd = odd * square + 1.0 / 6.0;
    odd = odd * square + 1.0;
    const Pack p = odd * r + even;
    const Pack scale = from_bits((to_bits(shifted) + 1023) << 52);
    return choose(x < -708.0, all(0.0), p * scale);
}

// log(x) for positive normal x.
inline Pack log_positive(Pack x) {
    const Bits bits = to_bits(x);
    Pack m = from_bits((bits & 0x000FFFFFFFFFFFFFull) | 0x3FF0000000000000ull);
    Pack e = from_bits((bits >> 52) | 0x4330000000000000ull) - (4503599627370496.0 + 1023.0);
    const Mask high = m > 1.4142135623730950488;
    m = choose(high, 0.5 * m, m);
    e = choose(high, e + 1.0, e);
    const Pack s = (m - 1.0) / (m + 1.0);
    const Pack z = s * s;
    const Pack square = z * z;
    Pack even = all(1.0 / 21.0);
    even = even * square + 1.0 / 17.0;
    even = even * square + 1.0 / 13.0;
    even = even * square + 1.0 / 9.0;
    even = even * square + 1.0 / 5.0;
    even = even * square + 1.0;
    Pack odd = all(1.0 / 19.0);
    odd = odd * square + 1.0 / 15.0;
    odd = odd * square + 1.0 / 11.0;
    odd = odd * square + 1.0 / 7.0;
    odd = odd * square + 1.0 / 3.0;
    const Pack p = odd * z + even;
    return e * 6.93147180559945286227e-01 + 2.0 * s * p;
}

// exp(x * x / 2) * P(Z > x) for x >= 0: a polynomial in (x - 5) / (x + 5), fitted by Chebyshev interpolation.
inline Pack scaled_tail(Pack x) {
    const Pack inverse = 1.0 / (x + 5.0);
    const Pack t = (x - 5.0) * inverse;
    const Pack square = t * t;
    Pack even = all(4.9475055136786567e-09);
    even = even * square - 5.7130420833835867e-08;
    even = even * square + 4.1967730778251321e-07;
    even = even * square - 2.7574042334258874e-06;
    even = even * square + 1.6674737940109365e-05;
    even = even * square - 5.9373502295659726e-05;
    even = even * square - 0.00079786986951523725;
    even = even * square + 0.020795066857500211;
    even = even * square + 0.16502036616680343;
    even = even * square + 0.49530561597006201;
    even = even * square + 0.76919304975006264;
    Pack odd = all(-2.3517374046543091e-09);
    odd = odd * square + 2.977963948881246e-08;
    odd = odd * square - 3.2340770103994214e-07;
    odd = odd * square + 3.971952521629959e-06;
    odd = odd * square - 4.975884466923515e-05;
    odd = odd * square + 0.00054489793083688806;
    odd = odd * square - 0.0029933765720179932;
    odd = odd * square - 0.069118638725655046;
    odd = odd * square - 0.31353315667043302;
    odd = odd * square - 0.66538250289006817;
    return (odd * t + even) * inverse;
}

// The x >= 0 with P(Z > x) = exp(-w * w / 2), for w from sqrt(2 log 2) to 39.
inline Pack tail_quantile(Pack w) {
    Pack n = all(2.0822325650656815e-06);
    n = n * w + 0.0054701886797063034;
    n = n * w + 0.47397892775114658;
    n = n * w + 7.9968092144308534;
    n = n * w + 31.048941497464565;
    n = n * w + 24.102138315543797;
    n = n * w + 3.4877436265101993;
    Pack d = all(0.00080298360519346842);
    d = d * w + 0.098289651434124811;
    d = d * w + 2.3472584660403371;
    d = d * w + 14.555323462723971;
    d = d * w + 23.869386869699138;
    d = d * w + 10.963485573807176;
    d = d * w + 1.0;
    return w - n / d;
}

// Standard normals truncated to (lower, upper), turned so that each box leans to the left (lower + upper <= 0). Masses
// are in units of exp(-upper^2 / 2) where upper < 0, so that no box is too far out to have a probability.
struct Box {
    Pack lower, upper;        // after turning, bounds clipped to +-far
    Pack sign;                // -1 where the box was turned
    Pack at_lower, at_upper;  // density at the bounds times sqrt(2 pi), in the same unit
    Pack below, above;        // mass below the lower bound; mass above the upper bound (meant for upper >= 0 only)
    Pack mass;                // mass inside, never zero
    Pack inverse_mass;        // 1 / (mass * sqrt(2 pi))
    Pack log_unit;            // log of the unit
};

inline Box make_box(Pack a, Pack b) {
    Box box;
    a = larger(a, all(-far));
    b = smaller(b, all(far));
    const Mask turn = a + b > 0.0;
    box.sign = choose(turn, all(-1.0), all(1.0));
    box.lower = choose(turn, -b, a);
    box.upper = choose(turn, -a, b);
    const Mask tail = box.upper < 0.0;
    const Pack half_lower = 0.5 * box.lower * box.lower;
    const Pack half_upper = 0.5 * box.upper * box.upper;
    box.log_unit = choose(tail, -half_upper, all(0.0));
    box.at_lower = exp_negative(choose(tail, half_upper - half_lower, -half_lower));
    box.at_upper = choose(tail, all(1.0), exp_negative(-half_upper));
    const Pack lower_tail = box.at_lower * scaled_tail(-box.lower);
    const Pack upper_tail = box.at_upper * scaled_tail(choose(tail, -box.upper, box.upper));
    box.below = lower_tail;
    box.above = upper_tail;
    // A box so thin that the difference is rounding error still holds its width times its lowest density.
    const Pack least = (box.upper - box.lower) * smaller(box.at_lower, box.at_upper) * one_over_sqrt_two_pi;
    box.mass = larger(choose(tail, upper_tail, 1.0 - upper_tail) - lower_tail, larger(least, all(1e-290)));
    box.inverse_mass = one_over_sqrt_two_pi / box.mass;
    return box;
}

// The points of turned boxes below which lies a share u of their mass. Right for upper >= -37.
inline Pack box_quantile(const Box& box, Pack u) {
    const Pack below = box.below + u * box.mass;
    const Pack above = box.above + (1.0 - u) * box.mass;
    const Mask left = (box.upper < 0.0) | (below < above);
    const Pack p = larger(choose(left, below, above), all(1e-300));
    const Pack w_square = -2.0 * (log_positive(p) + box.log_unit);
    constexpr double w_square_median = 1.3862943611198906188;
    const Pack x = tail_quantile(square_root(larger(w_square, all(w_square_median))));
    return smaller(larger(choose(left, -x, x), box.lower), box.upper);
}

// Means of turned boxes, kept inside them.
inline Pack box_mean(const Box& box) {
    const Pack mean = (box.at_lower - box.at_upper) * box.inverse_mass;
    return smaller(larger(mean, box.lower), box.upper);
}

// Variances of turned boxes, from their means: at most that of the whole line and of a flat density on the box, which
// bounds the rounding errors of thin boxes.
inline Pack box_variance(const Box& box, Pack mean) {
    const Pack width = box.upper - box.lower;
    const Pack variance = 1.0 + (box.lower * box.at_lower - box.upper * box.at_upper) * box.inverse_mass - mean * mean;
    return smaller(larger(variance, all(0.0)), smaller(all(1.0), width * width * (1.0 / 12.0)));
}

// Philox 4x32 with ten rounds (Salmon et al. 2011): a counter-based generator, so that a draw depends on where it is
// used and never on the order in which rows are worked through. Each 64-bit lane holds one 32-bit word.
struct Words {
    Bits w0, w1, w2, w3;
};

// Products of the low 32 bits of each lane.
inline Bits multiply_words(Bits x, uint64_t y) {
#if defined(__x86_64__) && !defined(__clang__)
    // GCC does not see that the high halves are zero, and multiplies 64 bits with several instructions.
    typedef int Halves __attribute__((vector_size(8 * lanes)));
    const Halves a = reinterpret_cast<Halves>(x), b = reinterpret_cast<Halves>(Bits{} + y);
#if defined(__AVX512F__)
    typedef long long Wide __attribute__((vector_size(8 * lanes)));
    return reinterpret_cast<Bits>(__builtin_ia32_pmuludq512_mask(a, b, reinterpret_cast<Wide>(x), -1));
#elif defined(__AVX2__)
    return reinterpret_cast<Bits>(__builtin_ia32_pmuludq256(a, b));
#else
    return reinterpret_cast<Bits>(__builtin_ia32_pmuludq128(a, b));
#endif
#else
    return (x & 0xFFFFFFFFull) * y;
#endif
}

inline Words philox(Bits c0, Bits c1, Bits c2, Bits c3, uint64_t seed) {
    constexpr uint64_t low = 0xFFFFFFFFull;
    uint64_t k0 = seed & low, k1 = seed >> 32;
    for (int round = 0; round < 10; ++round) {
        const Bits p0 = multiply_words(c0, 0xD2511F53ull);
        const Bits p1 = multiply_words(c2, 0xCD9E8D57ull);
        c0 = (p1 >> 32) ^ c1 ^ k0;
        c2 = (p0 >> 32) ^ c3 ^ k1;
        c1 = p1 & low;
        c3 = p0 & low;
        k0 = (k0 + 0x9E3779B9u) & low;
        k1 = (k1 + 0xBB67AE85u) & low;
    }
    return {c0, c1, c2, c3};
}

// Uniform numbers strictly between 0 and 1 from 52 of 64 random bits.
inline Pack unit_interval(Bits high, Bits low) {
    return from_bits((high << 20) | (low >> 12) | 0x3FF0000000000000ull) - (1.0 - 0x1p-53);
}

inline Bits consecutive(uint64_t first) {
    Bits out;
    for (int l = 0; l < lanes; ++l) out[l] = first + static_cast<uint64_t>(l);
    return out;
}

inline Bits same(uint64_t x) { return Bits{} + x; }

}  // namespace
}  // namespace ordag::ORDAG_SIMD

// SPDX-License-Identifier: MIT
#include "simd/level_sets.hpp"

#include "simd/normal_lanes.hpp"

namespace ordag::ORDAG_SIMD {
namespace {

typedef uint64_t UnalignedBits __attribute__((vector_size(8 * lanes), aligned(8), may_alias));

// Gathers the lowest bits of eight bytes that are 0 or 1: the product puts byte k at bit 56 + k.
inline uint64_t gathered(const unsigned char* bytes) {
    uint64_t word = 0;
    for (int k = 0; k < 8; ++k) word |= static_cast<uint64_t>(bytes[k]) << (8 * k);
    return (word * 0x0102040810204080ull) >> 56;
}

inline uint64_t marked(const int16_t* codes, int count, int16_t level) {
    unsigned char at_level[64] = {};
    for (int k = 0; k < count; ++k) at_level[k] = codes[k] == level;
    uint64_t word = 0;
    for (int k = 0; k < 8; ++k) word |= gathered(at_level + 8 * k) << (8 * k);
    return word;
}

// Numbers of bits in each byte.
inline Bits bits_by_byte(Bits x) {
    x -= (x >> 1) & 0x5555555555555555ull;
    x = (x & 0x3333333333333333ull) + ((x >> 2) & 0x3333333333333333ull);
    return (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Full;
}

// Sum of the bytes of every lane.
inline Bits sum_of_bytes(Bits x) {
    x = (x & 0x00FF00FF00FF00FFull) + ((x >> 8) & 0x00FF00FF00FF00FFull);
    x += x >> 16;
    return (x + (x >> 32)) & 0xFFFFull;
}

}  // namespace

void mark_level(const int16_t* codes, int64_t n_rows, int16_t level, uint64_t* words) {
    const int64_t n_full = n_rows / 64;
    for (int64_t w = 0; w < n_full; ++w) words[w] = marked(codes + 64 * w, 64, level);
    if (n_rows % 64 != 0) words[n_full] = marked(codes + 64 * n_full, static_cast<int>(n_rows % 64), level);
}

// Counts by byte, as not every processor counts bits; a byte holds the sums of 31 words.
int64_t shared_rows(const uint64_t* one, const uint64_t* other, int64_t n_words) {
    Bits total = {};
    for (int64_t w = 0; w < n_words;) {
        Bits bytes = {};
        for (int k = 0; k < 31 && w < n_words; ++k, w += lanes)
            bytes += bits_by_byte(*reinterpret_cast<const UnalignedBits*>(one + w) &
                                  *reinterpret_cast<const UnalignedBits*>(other + w));
        total += sum_of_bytes(bytes);
    }
    int64_t count = 0;
    for (int l = 0; l < lanes; ++l) count += static_cast<int64_t>(total[l]);
    return count;
}

}  // namespace ordag::ORDAG_SIMD

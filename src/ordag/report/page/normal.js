// Standard normal distribution: Φ from a table with its exact slopes (cubic Hermite, error below 1e-9), and its inverse.
const FAR = 9, STEP = 1 / 64, N_STEPS = 2 * FAR / STEP;
const density = x => Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);

const TABLE = (() => {
  // Lower half by Simpson's rule from the far tail inwards, so that small values keep their digits; the rest by symmetry.
  const table = new Float64Array(N_STEPS + 1);
  for (let k = 1; k <= N_STEPS / 2; k++) {
    const a = -FAR + (k - 1) * STEP;
    let piece = 0;
    for (let half = 0; half < 2; half++) {
      const from = a + half * STEP / 2;
      piece += STEP / 12 * (density(from) + 4 * density(from + STEP / 4) + density(from + STEP / 2));
    }
    table[k] = table[k - 1] + piece;
  }
  for (let k = N_STEPS / 2 + 1; k <= N_STEPS; k++) table[k] = 1 - table[N_STEPS - k];
  return table;
})();

function cumulative(x) {
  if (x <= -FAR) return 0;
  if (x >= FAR) return 1;
  const place = (x + FAR) / STEP, k = Math.min(Math.floor(place), N_STEPS - 1), t = place - k;
  const left = -FAR + k * STEP, rise = TABLE[k + 1] - TABLE[k];
  const d0 = density(left) * STEP, d1 = density(left + STEP) * STEP;
  return TABLE[k] + t * (d0 + t * (3 * rise - 2 * d0 - d1 + t * (d0 + d1 - 2 * rise)));
}

// P(low < Z < high), in the tail that loses no digits.
const between = (low, high) => low > 0 ? cumulative(-low) - cumulative(-high) : cumulative(high) - cumulative(low);

function quantile(p) {
  if (p > 0.5) return -quantile(1 - p);
  if (p <= TABLE[1]) return -FAR;
  let low = 1, high = N_STEPS / 2;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (TABLE[middle] <= p) low = middle; else high = middle;
  }
  let x = -FAR + low * STEP;
  for (let round = 0; round < 3; round++) x += (p - cumulative(x)) / density(x);
  return x;
}

// A point of the interval, at the share u of its probability.
function inside(low, high, u) {
  if (low > 0) return -inside(-high, -low, 1 - u);
  const bottom = cumulative(low), x = quantile(bottom + u * (cumulative(high) - bottom));
  return Math.min(Math.max(x, low), high);
}

// Level distributions given evidence. The latent variables of the evidence are drawn one after the other within their
// intervals (the sequential sampler of Geweke, Hajivassiliou and Keane) at the points of a lattice, and the
// distribution of every other item given each draw is in closed form. The answer is exact up to the lattice.
const N_POINTS = 2048;

// A nominal item has a latent coordinate for each question that its categories answer, any other item has one.
const coordinatesOf = node => node.asked.length ? node.cuts.map((_, k) => node.first + k) : [node.first];
const nCoordinates = nodes => nodes.reduce((n, node) => n + coordinatesOf(node).length, 0);

function correlationMatrix(n, upper) {
  const matrix = Array.from({ length: n }, (_, i) => { const row = new Float64Array(n); row[i] = 1; return row; });
  let k = 0;
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) matrix[i][j] = matrix[j][i] = upper[k++];
  return matrix;
}

function cholesky(matrix, chosen) {
  const lower = chosen.map(() => new Float64Array(chosen.length));
  chosen.forEach((a, i) => {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[a][chosen[j]];
      for (let k = 0; k < j; k++) sum -= lower[i][k] * lower[j][k];
      lower[i][j] = i === j ? Math.sqrt(Math.max(sum, 1e-10)) : sum / lower[j][j];
    }
  });
  return lower;
}

// Shares of the square roots of primes: a lattice that fills the cube evenly in any dimension (Richtmyer).
function latticeSteps(n) {
  const steps = [];
  for (let p = 2; steps.length < n; p++) {
    let prime = true;
    for (let q = 2; q * q <= p; q++) if (p % q === 0) prime = false;
    if (prime) steps.push(Math.sqrt(p) % 1);
  }
  return steps;
}

// Weighted draws of the independent normals z behind the evidence y = L z; evidence is a list of {coordinate, low, high}.
function drawEvidence(evidence, factor) {
  const m = evidence.length, n = m ? N_POINTS : 1;
  const steps = latticeSteps(m), draws = [], weights = new Float64Array(n);
  for (let s = 0; s < n; s++) {
    const z = new Float64Array(m);
    let weight = 1;
    for (let i = 0; i < m; i++) {
      let mean = 0;
      for (let k = 0; k < i; k++) mean += factor[i][k] * z[k];
      const low = (evidence[i].low - mean) / factor[i][i], high = (evidence[i].high - mean) / factor[i][i];
      if (low === high) {
        z[i] = low;
        weight *= density(low);
      } else {
        const shifted = ((s + 0.5) * steps[i]) % 1;
        z[i] = inside(low, high, 1 - Math.abs(2 * shifted - 1));
        weight *= between(low, high);
      }
    }
    draws.push(z);
    weights[s] = weight;
  }
  const total = weights.reduce((a, b) => a + b, 0);
  return { draws, weights: weights.map(w => w / total), possible: total / n > 1e-9 };
}

// For every item the probabilities of its levels, or mean and deviation if it is continuous.
function distributions(nodes, correlation, evidence) {
  // Values first, then narrow intervals: what is drawn later then varies least in weight.
  const known = [...evidence].sort((a, b) => (between(a.low, a.high) - between(b.low, b.high)) || a.coordinate - b.coordinate);
  const chosen = known.map(e => e.coordinate), factor = cholesky(correlation, chosen);
  const { draws, weights, possible } = drawEvidence(known, factor);
  if (!possible) return null;
  return nodes.map(node => {
    if (node.asked.length) return { shares: categoryShares(node, correlation, chosen, draws, weights) };
    const at = chosen.indexOf(node.first);
    const load = at >= 0 ? factor[at] : loadings(correlation, chosen, factor, node.first);
    const residual = at >= 0 ? 0 : Math.sqrt(Math.max(1 - load.reduce((sum, a) => sum + a * a, 0), 1e-10));
    const means = draws.map(z => { let mean = 0; for (let k = 0; k < z.length; k++) mean += load[k] * z[k]; return mean; });
    return node.cuts.length ? levelShares(node.cuts, means, residual, weights) : moments(node, means, residual, weights);
  });
}

// Shares of the categories of a nominal item: question after question, each drawn as not answered yes before the next.
function categoryShares(node, correlation, chosen, draws, weights) {
  const questions = coordinatesOf(node), open = questions.filter(q => !chosen.includes(q));
  const order = [...chosen, ...open], factor = cholesky(correlation, order);
  const steps = latticeSteps(order.length).slice(chosen.length), shares = new Array(node.asked.length).fill(0);
  const n = draws.length > 1 ? 1 : N_POINTS; // without evidence there is one draw, which the lattice repeats
  draws.forEach((draw, s) => {
    for (let r = 0; weights[s] > 0 && r < n; r++) {
      const z = [...draw];
      let left = weights[s] / n;
      questions.forEach((question, k) => {
        const at = order.indexOf(question), row = factor[at];
        let mean = 0, yes;
        for (let i = 0; i < at; i++) mean += row[i] * z[i];
        if (at < chosen.length) {
          yes = +(mean + row[at] * z[at] > node.cuts[k]);
        } else {
          const cut = (node.cuts[k] - mean) / row[at], shifted = ((s * n + r + 0.5) * steps[at - chosen.length]) % 1;
          yes = 1 - cumulative(cut);
          z.push(inside(-Infinity, cut, 1 - Math.abs(2 * shifted - 1)));
        }
        shares[node.asked[k]] += left * yes;
        left *= 1 - yes;
      });
      shares[node.asked[node.asked.length - 1]] += left;
    }
  });
  return shares;
}

// Row that item j would get in the Cholesky factor after the evidence.
function loadings(correlation, chosen, factor, j) {
  const load = new Float64Array(chosen.length);
  for (let i = 0; i < chosen.length; i++) {
    let sum = correlation[j][chosen[i]];
    for (let k = 0; k < i; k++) sum -= factor[i][k] * load[k];
    load[i] = sum / factor[i][i];
  }
  return load;
}

function levelShares(cuts, means, residual, weights) {
  const below = cuts.map(cut => {
    let sum = 0;
    for (let s = 0; s < means.length; s++) {
      if (weights[s] > 0) sum += weights[s] * (residual ? cumulative((cut - means[s]) / residual) : +(means[s] <= cut));
    }
    return sum;
  });
  return { shares: [...below, 1].map((value, k) => Math.max(value - (k ? below[k - 1] : 0), 0)) };
}

// The value of a continuous item that a latent value stands for: a score, or what a curve has in its place.
function valueOf(node, latent) {
  const score = node.mean + node.scale * latent, [scores, values] = node.curve;
  if (!scores) return score;
  const k = scores.findIndex(other => other >= score);
  if (k <= 0) return k ? values[values.length - 1] : values[0];
  return values[k - 1] + (values[k] - values[k - 1]) * (score - scores[k - 1]) / (scores[k] - scores[k - 1]);
}

const WITHIN = Array.from({ length: 41 }, (_, k) => quantile((k + 0.5) / 41)); // stand for a normal variable

function moments(node, means, residual, weights) {
  const points = node.curve.length && residual ? WITHIN : [0];
  let mean = 0, square = 0;
  means.forEach((centre, s) => points.forEach(point => {
    const value = valueOf(node, centre + residual * point), weight = weights[s] / points.length;
    mean += weight * value;
    square += weight * value * value;
  }));
  const inside = node.curve.length ? 0 : node.scale * residual;
  return { mean, deviation: Math.sqrt(Math.max(square - mean * mean, 0) + inside * inside) };
}

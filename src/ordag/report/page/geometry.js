// Where edges run: from box to box through their bends, each at a port of its own, so that arrow heads lie apart.
const PORT_GAP = 15, N_SAMPLES = 24, BOX_GAP = 3, HEAD = 11;

// Offset of both ends of every edge from the middle of its box.
function ports(nodes, edges) {
  const offsets = edges.map(() => ({ start: 0, end: 0 })), sides = new Map();
  edges.forEach((edge, k) => {
    const inner = edge.bends, from = nodes[edge.start], to = nodes[edge.end];
    const next = { start: inner[0] || [to.x, to.y], end: inner[inner.length - 1] || [from.x, from.y] };
    for (const which of ["start", "end"]) {
      const key = edge[which] + (next[which][1] > nodes[edge[which]].y ? "below" : "above");
      if (!sides.has(key)) sides.set(key, []);
      sides.get(key).push({ k, which, x: next[which][0] });
    }
  });
  for (const side of sides.values()) {
    side.sort((a, b) => a.x - b.x);
    const width = nodes[edges[side[0].k][side[0].which]].width;
    const gap = Math.min(PORT_GAP, 0.75 * width / side.length);
    side.forEach((port, place) => { offsets[port.k][port.which] = (place - (side.length - 1) / 2) * gap; });
  }
  return offsets;
}

// Points along an edge, outside both boxes.
function edgePoints(nodes, edge, offset) {
  const from = nodes[edge.start], to = nodes[edge.end];
  const stops = [[from.x + offset.start, from.y], ...edge.bends, [to.x + offset.end, to.y]];
  const slopes = stops.map((_, k) => slopeAt(stops, k)), points = [], last = stops.length - 1;
  for (let k = 0; k < last; k++) {
    const [a, b] = [stops[k], stops[k + 1]], dy = b[1] - a[1], count = N_SAMPLES;
    // Upright for longer where the edge leaves and reaches a box.
    const first = dy * (k ? 1 / 3 : 0.42), final = dy * (k + 1 < last ? 1 / 3 : 0.42);
    for (let i = k ? 1 : 0; i <= count; i++) {
      points.push(bezier(a, [a[0] + slopes[k] * first, a[1] + first], [b[0] - slopes[k + 1] * final, b[1] - final], b, i / count));
    }
  }
  const free = points.filter(p => !covers(from, p) && !covers(to, p));
  return free.length > 1 ? free : [stops[0], stops[last]];
}

// Points along an edge of a drawing by stress: straight, or the parabola whose middle is its bend.
function curvePoints(nodes, edge) {
  const from = nodes[edge.start], to = nodes[edge.end], a = [from.x, from.y], c = [to.x, to.y];
  const middle = edge.bends[0] || [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2];
  const b = [0, 1].map(i => 2 * middle[i] - (a[i] + c[i]) / 2), points = [];
  for (let i = 0; i <= 3 * N_SAMPLES; i++) {
    const t = i / (3 * N_SAMPLES), s = 1 - t;
    points.push([0, 1].map(k => s * s * a[k] + 2 * s * t * b[k] + t * t * c[k]));
  }
  const free = points.filter(p => !covers(from, p) && !covers(to, p));
  return free.length > 1 ? free : [a, c];
}

// Sideways per downwards at a bend: the harmonic mean of both sides, which overshoots neither (Fritsch and Butland).
function slopeAt(stops, k) {
  if (k === 0 || k === stops.length - 1) return 0;
  const [before, after] = [[k - 1, k], [k, k + 1]].map(([i, j]) => (stops[j][0] - stops[i][0]) / ((stops[j][1] - stops[i][1]) || 1));
  return before * after > 0 ? 2 * before * after / (before + after) : 0;
}

function bezier(a, b, c, d, t) {
  const s = 1 - t;
  return [0, 1].map(i => s * s * s * a[i] + 3 * s * s * t * b[i] + 3 * s * t * t * c[i] + t * t * t * d[i]);
}

const covers = (node, [x, y]) => node.hidden ? Math.hypot(x - node.x, y - node.y) < node.width / 2 + BOX_GAP :
  Math.abs(x - node.x) < node.width / 2 + BOX_GAP && Math.abs(y - node.y) < node.height / 2 + BOX_GAP;

// The line without the room of its head, and the head.
function arrow(points, width) {
  const tip = points[points.length - 1], size = HEAD + width;
  let back = points.length - 2;
  while (back > 0 && Math.hypot(points[back][0] - tip[0], points[back][1] - tip[1]) < size) back--;
  const dx = tip[0] - points[back][0], dy = tip[1] - points[back][1], length = Math.hypot(dx, dy) || 1;
  const base = [tip[0] - dx / length * size, tip[1] - dy / length * size];
  const side = [-dy / length * size * 0.42, dx / length * size * 0.42];
  const neck = [tip[0] - dx / length * size * 0.75, tip[1] - dy / length * size * 0.75];
  return {
    line: [...points.slice(0, back + 1), neck],
    head: [tip, [base[0] + side[0], base[1] + side[1]], neck, [base[0] - side[0], base[1] - side[1]]],
  };
}

const pathOf = points => points.map((p, k) => `${k ? "L" : "M"}${p[0].toFixed(1)} ${p[1].toFixed(1)}`).join("");

// Box around nodes and bends, with a margin.
function bounds(nodes, edges = []) {
  const margin = 24, bends = edges.flatMap(edge => edge.bends.map(([x]) => x));
  const left = Math.min(...bends, ...nodes.map(n => n.x - n.width / 2)) - margin, top = Math.min(...nodes.map(n => n.y - n.height / 2)) - margin;
  const right = Math.max(...bends, ...nodes.map(n => n.x + n.width / 2)) + margin, bottom = Math.max(...nodes.map(n => n.y + n.height / 2)) + margin;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

// Stretch the drawing towards the shape of its frame, so that edges get the room that is there.
function spread(nodes, edges, aspect) {
  const box = bounds(nodes, edges), ratio = aspect / (box.width / box.height);
  const sx = Math.min(Math.max(ratio, 1), 2.4), sy = Math.min(Math.max(1 / ratio, 1), 1.7);
  for (const node of nodes) { node.x *= sx; node.y *= sy; }
  for (const edge of edges) edge.bends = edge.bends.map(([x, y]) => [sx * x, sy * y]);
}

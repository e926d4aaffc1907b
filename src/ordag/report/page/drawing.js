// The network as SVG: boxes that can be dragged, reached by keys and chosen; lines that follow.
const SVG = "http://www.w3.org/2000/svg", LEAST_HEIGHT = 320, MOST_HEIGHT = 1150, LEGIBLE = 0.55, COMFORTABLE = 0.85;

function shape(name, attributes = {}, text = null) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== null) element.textContent = text;
  return element;
}

class Drawing {
  constructor(svg, data, choose) {
    Object.assign(this, { svg, nodes: data.nodes, edges: data.edges, unit: data.unit, layout: data.layout, choose });
    this.hasSupport = data.edges.some(edge => edge.support !== null);
    this.world = svg.appendChild(shape("g"));
    this.edgeLayer = this.world.appendChild(shape("g", { class: "edges", "aria-hidden": "true" }));
    this.nodeLayer = this.world.appendChild(shape("g"));
    this.edgeShapes = this.edges.map(edge => this.addEdge(edge));
    this.nodeShapes = this.nodes.map((node, j) => this.addNode(node, j));
    this.setFocusable(0);
    const frame = svg.getBoundingClientRect();
    spread(this.nodes, this.edges, frame.width / this.highest());
    this.route();
    this.fit();
    this.listen();
  }

  // By what links are hidden, and how wide they are.
  strength(edge) { return this.hasSupport ? edge.support : this.size(edge); }
  size(edge) { return Math.min(Math.abs(edge.weight), 1); }

  addEdge(edge) {
    const sign = !edge.signed ? "unsigned" : edge.weight < 0 ? "negative" : "positive", width = 1.2 + 5 * this.size(edge);
    const group = this.edgeLayer.appendChild(shape("g", { class: `edge ${sign}${edge.bridge ? " bridge" : ""}${edge.loading ? " loading" : ""}${edge.weak ? " weak" : ""}` }));
    // By stress groups lie together, and lines between them need no mark.
    const under = edge.bridge && !edge.weak && this.layout !== "stress" ? group.appendChild(shape("path", { class: "under", "stroke-width": width + 7 })) : null;
    const line = group.appendChild(shape("path", { class: "line", "stroke-width": width }));
    const head = edge.directed ? group.appendChild(shape("path", { class: "head" })) : null;
    if (this.hasSupport && !edge.weak) for (const part of [line, head]) if (part) part.setAttribute("opacity", (0.45 + 0.55 * edge.support ** 2).toFixed(2));
    return { group, under, line, head, width };
  }

  addNode(node, j) {
    const group = this.nodeLayer.appendChild(shape("g", { class: `node ${node.hidden ? "cause" : groupClass(node)}`, role: "button", tabindex: -1, "aria-pressed": "false", "aria-label": this.describe(j), "data-node": j }));
    const [w, h] = [node.width, node.height], round = node.hidden ? w / 2 : 8;
    group.appendChild(shape("rect", { class: "ring", x: -w / 2 - 4, y: -h / 2 - 4, width: w + 8, height: h + 8, rx: round + 3 }));
    group.appendChild(shape("rect", { class: "box", x: -w / 2, y: -h / 2, width: w, height: h, rx: round }));
    const bar = node.cuts.length ? 7 : 0, top = -(node.lines.length - 1) * 8 - bar / 2;
    node.lines.forEach((line, k) => group.appendChild(shape("text", { x: 0, y: top + 16 * k + 4.5 }, line)));
    const strip = group.appendChild(shape("g", { class: "strip" }));
    if (node.group) {
      group.appendChild(shape("circle", { class: "badge", cx: -w / 2 + 2, cy: -h / 2 + 2, r: 8 }));
      group.appendChild(shape("text", { class: "letter", x: -w / 2 + 2, y: -h / 2 + 5.5 }, node.group));
    }
    const answer = group.appendChild(shape("text", { class: "answer", x: 0, y: h / 2 + 15 }));
    return { group, strip, answer };
  }

  describe(j) {
    const name = k => this.nodes[k].name, to = [], from = [], open = [];
    this.edges.forEach(edge => {
      if (edge.start === j) (edge.directed ? to : open).push(name(edge.end));
      if (edge.end === j) (edge.directed ? from : open).push(name(edge.start));
    });
    const { wording, group, subscale } = this.nodes[j];
    return [name(j) + (wording ? `: ${wording}` : ""), group && (subscale ? `subscale ${subscale}` : `group ${group}`), from.length && `from ${from.join(", ")}`, to.length && `to ${to.join(", ")}`, open.length && `linked with ${open.join(", ")}`].filter(Boolean).join("; ");
  }

  route() {
    const offsets = ports(this.nodes, this.edges);
    this.edges.forEach((edge, k) => {
      const { under, line, head, width } = this.edgeShapes[k], points = this.layout === "stress" ? curvePoints(this.nodes, edge) : edgePoints(this.nodes, edge, offsets[k]);
      const ended = head ? arrow(points, width) : { line: points };
      // Drawn from the head, so that dashes begin there and none of them is cut short at it.
      line.setAttribute("d", pathOf(head ? [...ended.line].reverse() : ended.line));
      if (head) head.setAttribute("d", pathOf(ended.head) + "Z");
      if (under) under.setAttribute("d", pathOf(points));
    });
    this.nodes.forEach((node, j) => this.nodeShapes[j].group.setAttribute("transform", `translate(${node.x} ${node.y})`));
  }

  // Bends move along: each by its share of the way between the two ends.
  moveNode(j, dx, dy) {
    this.nodes[j].x += dx;
    this.nodes[j].y += dy;
    for (const edge of this.edges) {
      if (edge.start !== j && edge.end !== j) continue;
      const n = edge.bends.length + 1;
      edge.bends = edge.bends.map(([x, y], k) => {
        const share = edge.end === j ? (k + 1) / n : 1 - (k + 1) / n;
        return [x + share * dx, y + share * dy];
      });
    }
    this.route();
  }

  view(box) {
    this.box = box;
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  }

  // How high the frame may be: as the style sheet says, or more if names would be hard to read.
  highest() {
    this.svg.style.height = "";
    return Math.max(this.svg.getBoundingClientRect().height, Math.min(COMFORTABLE * bounds(this.nodes).height, MOST_HEIGHT));
  }

  fit() {
    const most = this.highest(), box = bounds(this.nodes, this.edges), frame = this.svg.getBoundingClientRect();
    this.svg.style.height = `${Math.min(most, Math.max(LEAST_HEIGHT, frame.width * box.height / box.width))}px`;
    // Small networks are not blown up beyond their natural size by much.
    const grow = Math.max(1, frame.width / 1.25 / box.width);
    this.view({ x: box.x - (grow - 1) * box.width / 2, y: box.y, width: grow * box.width, height: box.height });
  }

  zoom(factor, at = null) {
    const { x, y, width, height } = this.box, centre = at || [x + width / 2, y + height / 2];
    this.view({ x: centre[0] + (x - centre[0]) / factor, y: centre[1] + (y - centre[1]) / factor, width: width / factor, height: height / factor });
  }

  // Where names are too small to read, choosing an item brings its neighbourhood closer.
  approach(near) {
    const scale = this.svg.getScreenCTM().a;
    if (scale > LEGIBLE) return;
    const box = bounds(near.map(j => this.nodes[j])), frame = this.svg.getBoundingClientRect();
    const width = Math.max(box.width, frame.width), height = Math.max(box.height, frame.height);
    this.view({ x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height });
  }

  pan(dx, dy) { this.view({ ...this.box, x: this.box.x - dx, y: this.box.y - dy }); }

  toWorld(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  listen() {
    let held = null;
    this.svg.addEventListener("pointerdown", event => {
      const group = event.target.closest(".node");
      held = { node: group ? +group.dataset.node : null, at: this.toWorld(event), moved: 0, id: event.pointerId };
    });
    this.svg.addEventListener("pointermove", event => {
      if (!held || event.pointerId !== held.id) return;
      const now = this.toWorld(event), dx = now[0] - held.at[0], dy = now[1] - held.at[1];
      held.moved += Math.hypot(dx, dy);
      if (held.moved < 4) return;
      if (!this.svg.hasPointerCapture(held.id)) this.svg.setPointerCapture(held.id);
      if (held.node === null) this.pan(dx, dy);
      else { this.moveNode(held.node, dx, dy); held.at = now; }
    });
    this.svg.addEventListener("pointerup", event => {
      if (held && held.moved < 4) this.choose(held.node);
      held = null;
    });
    this.svg.addEventListener("pointercancel", () => { held = null; });
    this.listenToFingers(() => { held = null; });
    this.svg.addEventListener("wheel", event => {
      // The plain wheel scrolls the page.
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 300), this.toWorld(event));
    }, { passive: false });
    this.svg.addEventListener("keydown", event => this.onKey(event));
  }

  // Two fingers zoom and move what lies between them; one finger scrolls the page, as everywhere else.
  listenToFingers(letGo) {
    const fingers = new Map(), ends = () => [...fingers.values()];
    const middle = ([a, b]) => ({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });
    const distance = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1;
    this.svg.addEventListener("touchstart", event => { if (event.touches.length === 2) event.preventDefault(); }, { passive: false });
    this.svg.addEventListener("pointerdown", event => {
      if (event.pointerType !== "touch") return;
      fingers.set(event.pointerId, event);
      if (fingers.size === 2) letGo();
    });
    this.svg.addEventListener("pointermove", event => {
      if (!fingers.has(event.pointerId)) return;
      const before = ends();
      fingers.set(event.pointerId, event);
      if (fingers.size !== 2) return;
      const [was, now] = [this.toWorld(middle(before)), this.toWorld(middle(ends()))];
      this.pan(now[0] - was[0], now[1] - was[1]);
      this.zoom(distance(ends()) / distance(before), was);
    });
    for (const kind of ["pointerup", "pointercancel"]) this.svg.addEventListener(kind, event => fingers.delete(event.pointerId));
  }

  onKey(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const group = event.target.closest(".node"), j = group ? +group.dataset.node : null, step = steps[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step && event.shiftKey && j !== null) this.moveNode(j, 12 * step[0], 12 * step[1]);
    else if (step && j !== null) this.focusTowards(j, step);
    else if ((event.key === "Enter" || event.key === " ") && j !== null) this.choose(j);
    else if (event.key === "+" || event.key === "=") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  // The nearest box in that direction; what lies off to the side counts as farther away.
  focusTowards(j, [sx, sy]) {
    let best = null, least = Infinity;
    this.nodes.forEach((node, k) => {
      const dx = node.x - this.nodes[j].x, dy = node.y - this.nodes[j].y;
      const ahead = dx * sx + dy * sy, aside = Math.abs(dx * sy) + Math.abs(dy * sx);
      if (k !== j && ahead > 1 && ahead + 2.5 * aside < least) { least = ahead + 2.5 * aside; best = k; }
    });
    if (best === null) return;
    this.setFocusable(best);
    this.nodeShapes[best].group.focus();
  }

  // One stop for the tabulator key; arrows go on from there.
  setFocusable(j) { this.nodeShapes.forEach(({ group }, k) => group.setAttribute("tabindex", k === j ? 0 : -1)); }

  showEdges(least) {
    let shown = 0;
    this.edges.forEach((edge, k) => {
      const visible = this.strength(edge) >= least - 1e-9;
      this.edgeShapes[k].group.classList.toggle("hidden", !visible);
      shown += visible;
    });
    return shown;
  }

  highlight(chosen) {
    const near = new Set([chosen]);
    this.edges.forEach((edge, k) => {
      const touches = edge.start === chosen || edge.end === chosen;
      if (touches) near.add(edge.start).add(edge.end);
      this.edgeShapes[k].group.classList.toggle("faded", chosen !== null && !touches);
    });
    this.nodeShapes.forEach(({ group }, j) => {
      group.classList.toggle("faded", chosen !== null && !near.has(j));
      group.classList.toggle("chosen", j === chosen);
      group.setAttribute("aria-pressed", String(j === chosen));
    });
    if (chosen === null) return;
    this.setFocusable(chosen);
    this.approach([...near]);
  }

  // The strip of each box: one piece per level, as wide as the level is likely, darker for higher levels.
  showLevels(current, evidence) {
    this.nodes.forEach((node, j) => {
      const { strip, answer, group } = this.nodeShapes[j], shares = current[j].shares || [];
      strip.replaceChildren();
      let x = -node.width / 2 + 8;
      shares.forEach((share, k) => {
        const width = share * (node.width - 16);
        strip.appendChild(shape("rect", { x, y: node.height / 2 - 10, width, height: 5, "fill-opacity": (0.12 + 0.88 * k / Math.max(shares.length - 1, 1)).toFixed(2) }));
        x += width;
      });
      group.classList.toggle("known", evidence.has(j));
      answer.textContent = evidence.has(j) ? shorten(evidence.get(j).text, 24) : "";
    });
  }
}

const shorten = (text, length) => text.length > length ? text.slice(0, length - 1) + "…" : text;
const groupClass = node => node.tint === null ? "lone" : `group-${node.tint % 6}`;

/** A line between two nodes of a graph, by index, from the lower rank to the higher. */
export interface Arc {
  readonly from: number;
  readonly to: number;
  /** How much shorter it is wanted than others. */
  readonly weight: number;
}

/** The exact ranking takes steps square in the graph; beyond so many it is as short as it got. */
const MOST_STEPS = 6_000_000;

/**
 * Ranks from 0, so that each line leads at least one rank on and all of them together, by weight, are as short as they can
 * be: a network simplex. Equal input gives equal output.
 * @param arcs of a connected graph without circles
 */
export function rankNodes(count: number, arcs: readonly Arc[]): Int32Array {
  const ranks = rankByLongestPath(count, arcs);
  if (arcs.length === 0) return ranks;
  const tree = new TightTree(count, arcs, ranks);
  for (let left = MOST_STEPS; left > 0; left -= 2 * (count + arcs.length)) if (!tree.improve()) break;
  const least = ranks.reduce((low, rank) => Math.min(low, rank), Infinity);
  return ranks.map((rank) => rank - least);
}

/** Ranks behind the longest way that leads to each node; what is pulled more by what follows is moved up to that. */
function rankByLongestPath(count: number, arcs: readonly Arc[]): Int32Array {
  const [ranks, open, pull] = [new Int32Array(count), new Int32Array(count), new Float64Array(count)];
  const leaving = Array.from({ length: count }, (): number[] => []);
  for (const { from, to, weight } of arcs) {
    leaving[from]?.push(to);
    open[to] = (open[to] ?? 0) + 1;
    pull[from] = (pull[from] ?? 0) + weight;
    pull[to] = (pull[to] ?? 0) - weight;
  }
  const queue = Array.from(ranks.keys()).filter((node) => open[node] === 0);
  for (const node of queue) {
    for (const next of leaving[node] ?? []) {
      ranks[next] = Math.max(ranks[next] ?? 0, (ranks[node] ?? 0) + 1);
      open[next] = (open[next] ?? 0) - 1;
      if (open[next] === 0) queue.push(next);
    }
  }
  for (const node of queue.toReversed()) {
    if ((pull[node] ?? 0) <= 0) continue;
    let least = Infinity;
    for (const next of leaving[node] ?? []) least = Math.min(least, ranks[next] ?? 0);
    ranks[node] = least - 1;
  }
  return ranks;
}

/** A tree of lines that are as short as can be, which holds the ranks of all nodes; exchanging its lines shortens the whole. */
class TightTree {
  readonly #arcs: readonly Arc[];
  readonly #ranks: Int32Array;
  /** What each node pulls to lower ranks, by the weight of its lines. */
  readonly #pull: Float64Array;
  readonly #touching: readonly (readonly number[])[];
  readonly #isInTree: Uint8Array;
  /** Nodes from the root outwards, with the line that leads to each from the node before it. */
  readonly #order: Int32Array;
  readonly #by: Int32Array;
  readonly #sums: Float64Array;
  readonly #isCutOff: Uint8Array;

  constructor(count: number, arcs: readonly Arc[], ranks: Int32Array) {
    this.#arcs = arcs;
    this.#ranks = ranks;
    this.#pull = new Float64Array(count);
    const touching = Array.from({ length: count }, (): number[] => []);
    for (const [index, { from, to, weight }] of arcs.entries()) {
      touching[from]?.push(index);
      touching[to]?.push(index);
      this.#pull[from] = (this.#pull[from] ?? 0) + weight;
      this.#pull[to] = (this.#pull[to] ?? 0) - weight;
    }
    this.#touching = touching;
    this.#isInTree = new Uint8Array(arcs.length);
    this.#order = new Int32Array(count);
    this.#by = new Int32Array(count);
    this.#sums = new Float64Array(count);
    this.#isCutOff = new Uint8Array(count);
    this.#grow(count);
  }

  #slackOf({ from, to }: Arc): number {
    return (this.#ranks[to] ?? 0) - (this.#ranks[from] ?? 0) - 1;
  }

  /** Joins all nodes by lines without slack; moves what is joined already where there is none to the next node. */
  #grow(count: number): void {
    const isJoined = new Uint8Array(count);
    const joined: number[] = [];
    const join = (start: number) => {
      const open = [start];
      isJoined[start] = 1;
      for (let node = open.pop(); node !== undefined; node = open.pop()) {
        joined.push(node);
        for (const index of this.#touching[node] ?? []) {
          const arc = this.#arcs[index];
          if (!arc || this.#slackOf(arc) !== 0) continue;
          const other = arc.from === node ? arc.to : arc.from;
          if (isJoined[other] === 1) continue;
          isJoined[other] = 1;
          this.#isInTree[index] = 1;
          open.push(other);
        }
      }
    };
    join(0);
    while (joined.length < count) {
      let best: { slack: number; index: number; arc: Arc } | null = null;
      for (const [index, arc] of this.#arcs.entries()) {
        if (isJoined[arc.from] === isJoined[arc.to]) continue;
        const slack = this.#slackOf(arc);
        if (best === null || slack < best.slack) best = { slack, index, arc };
      }
      if (best === null) return;
      const { from, to } = best.arc;
      const shift = isJoined[from] === 1 ? best.slack : -best.slack;
      for (const node of joined) this.#ranks[node] = (this.#ranks[node] ?? 0) + shift;
      this.#isInTree[best.index] = 1;
      join(isJoined[from] === 1 ? to : from);
    }
  }

  /** Exchanges one line of the tree for another, so that the whole becomes no longer; false where it is as short as it can be. */
  improve(): boolean {
    this.#walk();
    const leaving = this.#findLeaving();
    if (leaving === null) return false;
    const entering = this.#findEntering(leaving);
    if (entering < 0) return false;
    this.#isInTree[leaving.index] = 0;
    this.#isInTree[entering] = 1;
    const slack = this.#slackOf(this.#arcs[entering] ?? { from: 0, to: 0, weight: 0 });
    const shift = leaving.isUp ? -slack : slack;
    for (const [node, isCutOff] of this.#isCutOff.entries())
      if (isCutOff === 1) this.#ranks[node] = (this.#ranks[node] ?? 0) + shift;
    return true;
  }

  /** Orders nodes from the root outwards, and sums up what the part of the tree behind each pulls. */
  #walk(): void {
    const by = this.#by.fill(-1);
    const order = this.#order;
    let size = 1;
    order[0] = 0;
    for (let at = 0; at < size; at += 1) {
      const node = order[at] ?? 0;
      for (const index of this.#touching[node] ?? []) {
        const arc = this.#arcs[index];
        if (this.#isInTree[index] === 0 || index === by[node] || !arc) continue;
        const other = arc.from === node ? arc.to : arc.from;
        by[other] = index;
        order[size] = other;
        size += 1;
      }
    }
    this.#sums.set(this.#pull);
    for (let at = size - 1; at > 0; at -= 1) {
      const node = order[at] ?? 0;
      const before = this.#nodeBefore(node);
      this.#sums[before] = (this.#sums[before] ?? 0) + (this.#sums[node] ?? 0);
    }
  }

  #nodeBefore(node: number): number {
    const arc = this.#arcs[this.#by[node] ?? 0];
    return arc === undefined ? 0 : arc.from === node ? arc.to : arc.from;
  }

  /** The line of the tree that is wanted longer the most; `isUp` where it leads from the part that it cuts off. */
  #findLeaving(): { readonly node: number; readonly index: number; readonly isUp: boolean } | null {
    let [least, found] = [-1e-9, null as { node: number; index: number; isUp: boolean } | null];
    for (const node of this.#order) {
      const index = this.#by[node] ?? -1;
      if (index < 0) continue;
      const isUp = this.#arcs[index]?.from === node;
      const sum = this.#sums[node] ?? 0;
      const cut = isUp ? sum : -sum;
      if (cut < least) [least, found] = [cut, { node, index, isUp }];
    }
    return found;
  }

  /** The shortest line that leads the other way between the two parts. */
  #findEntering({ node, isUp }: { readonly node: number; readonly isUp: boolean }): number {
    const isCutOff = this.#isCutOff.fill(0);
    isCutOff[node] = 1;
    for (const at of this.#order)
      if (at !== node && this.#by[at] !== -1 && isCutOff[this.#nodeBefore(at)] === 1) isCutOff[at] = 1;
    let [least, found] = [Infinity, -1];
    for (const [index, arc] of this.#arcs.entries()) {
      const isOther = isUp
        ? isCutOff[arc.from] === 0 && isCutOff[arc.to] === 1
        : isCutOff[arc.from] === 1 && isCutOff[arc.to] === 0;
      if (!isOther) continue;
      const slack = this.#slackOf(arc);
      if (slack < least) [least, found] = [slack, index];
    }
    return found;
  }
}

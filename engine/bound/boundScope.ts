import type { Limits, Task } from '../model/index.ts';
import { type Bound, inTurn, longest, NOTHING, repeated, smaller, sum, type Taken, unbounded } from './Bound.ts';
import type { Leads, Level } from './Levels.ts';

/** A scope of a run: where it begins, and what one activation of each task in it takes. */
export interface ScopeBound {
  readonly level: Level;
  readonly entries: readonly string[];
  readonly limits: Limits;
  /** Whether the text limits how often a loop goes round, and not only the machine. */
  readonly isLimited: boolean;
  readonly boundTask: (task: Task) => Taken;
}

/**
 * All of a scope, from what enters it until nothing in it is left. A task is done once those before it are, and as many activations of
 * its own after that as can arrive: one runs at a time, and while any is left, one of them runs. So the time is that of the longest path of
 * these; a cycle is one task, with all that its limits allow. Costs are added.
 */
export function boundScope(scope: ScopeBound): Taken {
  const { level, entries } = scope;
  const arrivals = new Map<string, number>();
  const begins = new Map<string, { time: Bound; asked: Bound }>();
  for (const id of entries) arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
  const costs: Bound[] = [];
  let time: Bound = NOTHING.time;
  let asked: Bound = NOTHING.asked;
  for (const knot of findKnots(entries, level.leads)) {
    const own = boundKnot(scope, knot, arrivals);
    costs.push(own.cost);
    const before = knot.flatMap((id) => begins.get(id) ?? []);
    const ends = {
      time: sum([longest(before.map((each) => each.time)), own.time]),
      asked: sum([longest(before.map((each) => each.asked)), own.asked]),
    };
    time = longest([time, ends.time]);
    asked = longest([asked, ends.asked]);
    leaveKnot(scope, knot, { arrivals, begins, ends });
  }
  return { time, asked, cost: sum(costs) };
}

/** What the activations of a knot take, one after the other; afterwards `arrivals` has how many there are of each. */
function boundKnot(scope: ScopeBound, knot: Knot, arrivals: Map<string, number>): Taken {
  const { level, limits, isLimited, entries, boundTask } = scope;
  const [only] = knot;
  const isLoop = knot.length > 1 || (only !== undefined && level.leads.get(only)?.has(only) === true);
  // What enters a scope is not counted against its limits.
  const perTask = limits.perTask + 1;
  const parts = knot.map((id) => {
    const task = level.tasks.get(id);
    const joined = !isLoop && task?.join === 'all' ? 1 : perTask;
    const count = isLoop ? perTask : Math.min(arrivals.get(id) ?? 0, joined);
    arrivals.set(id, count);
    const each = task === undefined ? NOTHING : boundTask(task);
    return { id, each, all: repeated(each, count) };
  });
  const all = inTurn(...parts.map((part) => part.all));
  if (!isLoop) return all;
  const culprit = parts.find(({ each }) => each.time.most > 0 || each.cost.most > 0);
  if (culprit === undefined) return NOTHING;
  if (!isLimited) return endless(culprit.id, all);
  const most = limits.perScope + entries.length;
  const worst = {
    time: longest(parts.map(({ each }) => each.time)),
    asked: longest(parts.map(({ each }) => each.asked)),
    cost: longest(parts.map(({ each }) => each.cost)),
  };
  return smaller(all, repeated(worst, most));
}

function endless(id: string, { time, asked, cost }: Taken): Taken {
  const gap = (bound: Bound): Bound => (bound.most === 0 ? bound : sum([bound, unbounded(id, 'loop')]));
  return { time: gap(time), asked: gap(asked), cost: gap(cost) };
}

/** What a knot leads to gets its activations, and begins no later than it ends. */
function leaveKnot(
  { level }: ScopeBound,
  knot: Knot,
  found: {
    readonly arrivals: Map<string, number>;
    readonly begins: Map<string, { time: Bound; asked: Bound }>;
    readonly ends: { time: Bound; asked: Bound };
  },
): void {
  const { arrivals, begins, ends } = found;
  const inside = new Set(knot);
  for (const id of knot) {
    for (const [target, count] of level.leads.get(id) ?? []) {
      if (inside.has(target)) continue;
      arrivals.set(target, (arrivals.get(target) ?? 0) + count * (arrivals.get(id) ?? 0));
      const known = begins.get(target);
      begins.set(
        target,
        known === undefined
          ? ends
          : { time: longest([known.time, ends.time]), asked: longest([known.asked, ends.asked]) },
      );
    }
  }
}

/** Tasks of which each leads to each other; a single one unless it is on a cycle. */
type Knot = readonly string[];

interface Visit {
  readonly id: string;
  readonly targets: readonly string[];
  next: number;
}

/**
 * What can be reached from some tasks, as knots: each before those it leads to. Tarjan's algorithm, without recursion: files have
 * 10,000 tasks in a row.
 */
function findKnots(entries: readonly string[], leads: ReadonlyMap<string, Leads>): readonly Knot[] {
  const numbers = new Map<string, number>();
  const lows = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const knots: Knot[] = [];
  const visits: Visit[] = [];
  const enter = (id: string): void => {
    numbers.set(id, numbers.size);
    lows.set(id, numbers.size - 1);
    open.push(id);
    isOpen.add(id);
    visits.push({ id, targets: [...(leads.get(id)?.keys() ?? [])], next: 0 });
  };
  const lower = (id: string, to: number): void => {
    lows.set(id, Math.min(lows.get(id) ?? to, to));
  };
  for (const entry of entries) {
    if (!numbers.has(entry)) enter(entry);
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const target = visit.targets[visit.next];
      visit.next += 1;
      if (target !== undefined) {
        const number = numbers.get(target);
        if (number === undefined) enter(target);
        else if (isOpen.has(target)) lower(visit.id, number);
        continue;
      }
      visits.pop();
      const low = lows.get(visit.id) ?? 0;
      const outer = visits.at(-1);
      if (outer !== undefined) lower(outer.id, low);
      if (low === numbers.get(visit.id)) {
        const knot = open.splice(open.lastIndexOf(visit.id));
        for (const id of knot) isOpen.delete(id);
        knots.push(knot);
      }
    }
  }
  return knots.reverse();
}

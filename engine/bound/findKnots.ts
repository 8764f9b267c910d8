import type { Leads } from './Levels.ts';

/** Tasks of which each leads to each other; a single one unless it is on a cycle. */
export type Knot = readonly string[];

interface Visit {
  readonly id: string;
  readonly targets: readonly string[];
  next: number;
}

/**
 * What can be reached from some tasks, as knots: each before those it leads to. Tarjan's algorithm, without recursion: files have
 * 10,000 tasks in a row.
 */
export function findKnots(entries: readonly string[], leads: ReadonlyMap<string, Leads>): readonly Knot[] {
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

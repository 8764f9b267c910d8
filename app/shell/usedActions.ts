/** Where it is kept on this device how often each action was done from the palette, the last first. */
const KEY = 'signalbox.used-actions';

/** How many are kept. */
const MOST = 60;

/** How often each action was done, by its id, in the order in which they were done last. */
export type UsedActions = ReadonlyMap<string, number>;

/** What was done from the palette so far. */
export function readUsed(): UsedActions {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Map(Array.isArray(kept) ? kept.filter(isUse).slice(0, MOST) : []);
  } catch {
    return new Map();
  }
}

/** The same with one more use of an action, which is kept where the browser keeps anything. */
export function countUse(used: UsedActions, id: string): UsedActions {
  const others = [...used].filter(([other]) => other !== id);
  const now = [[id, (used.get(id) ?? 0) + 1] as const, ...others].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // Full, or blocked: the order holds until the page closes.
  }
  return new Map(now);
}

/** Actions by how often they were done, the most first; those that were not in the order they have. */
export function sortByUse<T extends { readonly id: string }>(actions: readonly T[], used: UsedActions): readonly T[] {
  return actions.toSorted((a, b) => (used.get(b.id) ?? 0) - (used.get(a.id) ?? 0));
}

function isUse(kept: unknown): kept is readonly [string, number] {
  return Array.isArray(kept) && typeof kept[0] === 'string' && typeof kept[1] === 'number';
}

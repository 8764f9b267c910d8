import type { Steps } from './Steps.ts';

/** Deep equality of plain values, also of maps without a prototype; each pair that is compared is a step. */
export function isSameValue(a: unknown, b: unknown, steps: Steps): boolean {
  steps.spend(1);
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => isSameValue(item, b[index], steps));
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isSameValue(memberOf(a, key), memberOf(b, key), steps));
}

/** True for a list of which two items are equal. Each value in it is a step. */
export function hasTwins(items: readonly unknown[], steps: Steps): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const text = canonical(item, steps);
    if (seen.has(text)) return true;
    seen.add(text);
  }
  return false;
}

/** One text for all values that are equal, and for no others. */
function canonical(value: unknown, steps: Steps): string {
  steps.spend(1);
  if (typeof value === 'string') steps.spend(value.length >> 8);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, steps)).join()}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(memberOf(value, key), steps)}`).join()}}`;
}

function memberOf(value: object, key: string): unknown {
  return Reflect.get(value, key);
}

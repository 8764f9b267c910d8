/**
 * Gives back the elements of `before` wherever those of `after` with the same id are equal, so that components
 * which compare by identity draw only what changed.
 */
export function keepSame<T extends { readonly id: string }>(before: readonly T[], after: readonly T[]): readonly T[] {
  const known = new Map(before.map((element) => [element.id, element]));
  let isSame = before.length === after.length;
  const kept = after.map((element, index) => {
    const old = known.get(element.id);
    const chosen = old !== undefined && isEqual(old, element) ? old : element;
    isSame &&= chosen === before[index];
    return chosen;
  });
  return isSame ? before : kept;
}

/** Deep equality of plain values. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isEqual(Reflect.get(a, key), Reflect.get(b, key)));
}

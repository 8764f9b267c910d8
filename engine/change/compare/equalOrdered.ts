/** Deep equality of plain values and maps, where the order of keys of a map counts; `skip` leaves members of objects out. */
export function equalOrdered(a: unknown, b: unknown, skip: ReadonlySet<string>): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => equalOrdered(item, b[index], skip));
  }
  if (a instanceof Map || b instanceof Map) {
    return a instanceof Map && b instanceof Map && a.size === b.size && equalOrdered([...a], [...b], skip);
  }
  const keys = Object.keys(a).filter((key) => !skip.has(key));
  if (keys.length !== Object.keys(b).filter((key) => !skip.has(key)).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && equalOrdered(read(a, key), read(b, key), skip));
}

function read(from: object, key: string): unknown {
  return (from as Readonly<Record<string, unknown>>)[key];
}

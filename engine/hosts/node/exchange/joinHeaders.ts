/** Headers of an answer as `fetch` has them: by lower-case name, in its order, those of one name joined; of cookies, the last. */
export function joinHeaders(raw: readonly string[]): ReadonlyMap<string, string> {
  const joined = new Map<string, string>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const value = raw[at + 1] ?? '';
    const before = name === 'set-cookie' ? undefined : joined.get(name);
    joined.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return new Map([...joined].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The parts of one collection in three texts, by name. */
export interface Names {
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * The order of those names that are kept: as the side has it that moved some; what the other side alone has is behind what it
 * is behind there. Where both put new ones at one place, ours come first.
 */
export function mergeOrder({ base, ours, theirs }: Names, kept: ReadonlySet<string>): readonly string[] {
  const [inOurs, inTheirs, inBase] = [new Set(ours), new Set(theirs), new Set(base)];
  const isShared = (name: string): boolean => inOurs.has(name) && inTheirs.has(name) && inBase.has(name);
  const before = base.filter(isShared).join('\n');
  const isByTheirs = ours.filter(isShared).join('\n') === before && theirs.filter(isShared).join('\n') !== before;
  const [leading, other] = isByTheirs ? [theirs, ours] : [ours, theirs];
  const order = leading.filter((name) => kept.has(name));
  const has = new Set(order);
  const rest = new Map<string, string[]>();
  let behind = '';
  for (const name of other) {
    if (!kept.has(name)) continue;
    if (has.has(name)) behind = name;
    else rest.set(behind, [...(rest.get(behind) ?? []), name]);
  }
  return place(order, rest, (name) => !isByTheirs && !inBase.has(name) && !inTheirs.has(name));
}

/** Whether both sides moved what all have, each in its own way. */
export function isReorderedByBoth({ base, ours, theirs }: Names): boolean {
  const [inOurs, inTheirs, inBase] = [new Set(ours), new Set(theirs), new Set(base)];
  const [was, our, their] = [base, ours, theirs].map((names) =>
    names.filter((name) => inOurs.has(name) && inTheirs.has(name) && inBase.has(name)).join('\n'),
  );
  return was !== our && was !== their && our !== their;
}

/** Puts each group behind its name, and behind those after it that go first. */
function place(
  order: readonly string[],
  groups: ReadonlyMap<string, readonly string[]>,
  goesFirst: (name: string) => boolean,
): readonly string[] {
  const placed: string[] = [];
  let open = [...(groups.get('') ?? [])];
  for (const name of order) {
    if (open.length > 0 && !goesFirst(name)) {
      placed.push(...open);
      open = [];
    }
    placed.push(name);
    const group = groups.get(name);
    if (group !== undefined) open.push(...group);
  }
  return [...placed, ...open];
}

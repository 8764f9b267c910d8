import { type FoundValues, keysOf, memberOf, type PlainValue, toPointer } from './valueRows.ts';

/** Matches found before a search stops. */
const MATCH_LIMIT = 1000;

/** Parts of a value that a search looks at in one step. */
const STEP = 2_000;

/** A part of a value that a search looks at, with the one around it, and how far it is in what is inside. */
interface ValuePart {
  readonly id: string;
  readonly name: string;
  readonly value: PlainValue;
  readonly around: ValuePart | null;
  /** Of a map. */
  readonly keys: readonly string[];
  /** How many of its members were looked at. */
  seen: number;
}

/**
 * Ids of the parts whose key or scalar text holds `query` (case does not count), at most 1,000, in order, and the ids of the lists
 * and maps that must be open to show them. Each step looks at some parts, and answers with what is found so far.
 */
export function* searchSteps(value: PlainValue, query: string): Generator<FoundValues, FoundValues> {
  const wanted = query.toLowerCase();
  const found = { matches: new Set<string>(), open: new Set<string>() };
  if (wanted === '') return found;
  let looked = 0;
  let part: ValuePart | null = look(found, wanted, toPart({ id: '', name: '', value }, null));
  while (part !== null && found.matches.size < MATCH_LIMIT) {
    const inner = nextInside(part);
    part = inner === null ? part.around : look(found, wanted, inner);
    looked += 1;
    if (looked % STEP === 0) yield found;
  }
  yield found;
  return found;
}

function toPart(member: Pick<ValuePart, 'id' | 'name' | 'value'>, around: ValuePart | null): ValuePart {
  return { ...member, around, keys: keysOf(member.value), seen: 0 };
}

/** Notes a part where it holds what is looked for. */
function look(found: { matches: Set<string>; open: Set<string> }, wanted: string, part: ValuePart): ValuePart {
  if (holds(part, wanted)) {
    found.matches.add(part.id);
    for (let at = part.around; at !== null && !found.open.has(at.id); at = at.around) found.open.add(at.id);
  }
  return part;
}

function holds({ name, value }: ValuePart, wanted: string): boolean {
  if (name.toLowerCase().includes(wanted)) return true;
  const isScalar = typeof value !== 'object' || value === null;
  return isScalar && String(value).toLowerCase().includes(wanted);
}

/** The next part inside of one; null where all were looked at. */
function nextInside(part: ValuePart): ValuePart | null {
  const { id, value, keys, seen } = part;
  part.seen += 1;
  if (Array.isArray(value)) {
    if (seen >= value.length) return null;
    return toPart({ id: `${id}/${seen}`, name: String(seen), value: value[seen] ?? null }, part);
  }
  const key = keys[seen];
  if (key === undefined) return null;
  return toPart({ id: `${id}/${toPointer(key)}`, name: key, value: memberOf(value, key) }, part);
}

/** All that {@link searchSteps} finds. */
export function searchValue(value: PlainValue, query: string): FoundValues {
  const steps = searchSteps(value, query);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

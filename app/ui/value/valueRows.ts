/** A plain value of any depth, as JSON has it. */
export type PlainValue =
  | null
  | boolean
  | number
  | string
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue };

/** One visible line of a value's tree. */
export interface ValueRow {
  /** JSON pointer from the root: unique, and the key of the row. */
  readonly id: string;
  readonly depth: number;
  /** Key or index in the parent; null at the root. */
  readonly name: string | null;
  /** The value in one short line. */
  readonly preview: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'null' | 'list' | 'map';
  readonly isOpen: boolean;
  readonly isEmpty: boolean;
  readonly value: PlainValue;
  /** How an expression reads it, relative to the root: `.items[0].name`, `['odd key']`; empty at the root. */
  readonly path: string;
  /** Set on the line that represents hidden children: how many there are. */
  readonly hidden?: number;
}

/** Children of one list or map that are shown before a line offers the rest. */
export const CHILD_LIMIT = 200;

const PREVIEW_LENGTH = 120;

export interface RowOptions {
  /** Ids of open lists and maps. */
  readonly open: ReadonlySet<string>;
  /** Ids of lists and maps whose children are all shown. */
  readonly full: ReadonlySet<string>;
  /** What a search found: where it leads, only that shows. */
  readonly found?: FoundValues | undefined;
}

/** Ids of the parts a search found, and of the lists and maps that hold them. */
export interface FoundValues {
  readonly matches: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
}

/** The visible lines of a value, top to bottom. Only open parts are visited. */
export function toValueRows(value: PlainValue, options: RowOptions): readonly ValueRow[] {
  const rows: ValueRow[] = [];
  addRows(rows, { id: '', depth: 0, name: null, path: '', value }, options);
  return rows;
}

type ValueNode = Pick<ValueRow, 'id' | 'depth' | 'name' | 'path' | 'value'>;

function addRows(rows: ValueRow[], place: ValueNode, options: RowOptions): void {
  const { found } = options;
  const isLead = found?.open.has(place.id) === true;
  const isOpen = isLead || (options.open.has(place.id) && countOf(place.value) > 0);
  const most = isLead || options.full.has(place.id) ? Number.POSITIVE_INFINITY : CHILD_LIMIT;
  const children = isOpen
    ? childrenOf(place, most).filter(({ id }) => !isLead || found.matches.has(id) || found.open.has(id))
    : [];
  rows.push({
    ...place,
    preview: previewOf(place.value),
    kind: kindOf(place.value),
    isOpen,
    isEmpty: countOf(place.value) === 0,
  });
  if (!isOpen) return;
  const shown = options.full.has(place.id) ? children : children.slice(0, CHILD_LIMIT);
  for (const child of shown) addRows(rows, child, options);
  const hidden = (isLead ? children.length : countOf(place.value)) - shown.length;
  if (hidden === 0) return;
  const preview = `Show ${hidden.toLocaleString('en')} more`;
  const rest = { ...place, id: `${place.id}/…`, depth: place.depth + 1, name: null, value: null };
  rows.push({ ...rest, preview, kind: 'null', isOpen: false, isEmpty: true, hidden });
}

function countOf(value: PlainValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

/** What is inside a list or map, the first `most` of it. */
function childrenOf({ id, depth, path, value }: ValueNode, most: number): readonly ValueNode[] {
  if (Array.isArray(value)) {
    return value.slice(0, most).map((item: PlainValue, index) => ({
      id: `${id}/${index}`,
      depth: depth + 1,
      name: String(index),
      path: `${path}[${index}]`,
      value: item,
    }));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .slice(0, most)
    .map(([key, item]: [string, PlainValue]) => ({
      id: `${id}/${toPointer(key)}`,
      depth: depth + 1,
      name: key,
      path: path + memberPath(key),
      value: item,
    }));
}

function toPointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** `.name` where an expression allows it after a dot, else `['name']`. */
export function memberPath(key: string): string {
  if (/^[A-Za-z_$][\w$]*(-[\w$]+)*$/.test(key)) return `.${key}`;
  return `['${key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
}

export function kindOf(value: PlainValue): ValueRow['kind'] {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'map';
  }
}

/** A value in one line: text in quotes and cut, lists and maps by their size. */
export function previewOf(value: PlainValue): string {
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `${value.length} ${value.length === 1 ? 'item' : 'items'}`;
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value);
    return keys.length === 0 ? '{}' : `{ ${cut(keys.slice(0, 30).join(', '), 60)} }`;
  }
  return typeof value === 'string' ? JSON.stringify(cut(value, PREVIEW_LENGTH)) : String(value);
}

/** Whether a value is a text that one line does not show whole. */
export function isCutText(value: PlainValue): value is string {
  return typeof value === 'string' && (value.length > PREVIEW_LENGTH || value.includes('\n'));
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** Matches found before a search stops. */
const MATCH_LIMIT = 1000;

/** Parts of a value that a search looks at in one step. */
const STEP = 2_000;

/** A part of a value that a search has yet to look at, with the one around it. */
interface Unseen {
  readonly id: string;
  readonly name: string;
  readonly value: PlainValue;
  readonly around: Unseen | null;
}

/**
 * Ids of the parts whose key or scalar text holds `query` (case does not count), at most 1,000, and the ids of the lists
 * and maps that must be open to show them. Each step looks at some parts, and answers with what is found so far.
 */
export function* searchSteps(value: PlainValue, query: string): Generator<FoundValues, FoundValues> {
  const wanted = query.toLowerCase();
  const found = { matches: new Set<string>(), open: new Set<string>() };
  if (wanted === '') return found;
  const left: Unseen[] = [{ id: '', name: '', value, around: null }];
  for (let seen = 1; left.length > 0 && found.matches.size < MATCH_LIMIT; seen += 1) {
    const part = left.pop();
    if (part === undefined) break;
    if (holds(part, wanted)) {
      found.matches.add(part.id);
      for (let at = part.around; at !== null && !found.open.has(at.id); at = at.around) found.open.add(at.id);
    }
    addInside(part, left);
    if (seen % STEP === 0) yield found;
  }
  yield found;
  return found;
}

function holds({ name, value }: Unseen, wanted: string): boolean {
  if (name.toLowerCase().includes(wanted)) return true;
  const isScalar = typeof value !== 'object' || value === null;
  return isScalar && String(value).toLowerCase().includes(wanted);
}

/** Adds what is inside a part, so that the first is taken next. */
function addInside(part: Unseen, left: Unseen[]): void {
  const { id, value } = part;
  if (Array.isArray(value)) {
    for (let index = value.length - 1; index >= 0; index -= 1)
      left.push({ id: `${id}/${index}`, name: String(index), value: value[index] ?? null, around: part });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value).toReversed())
      left.push({ id: `${id}/${toPointer(key)}`, name: key, value: inner, around: part });
  }
}

/** All that {@link searchSteps} finds. */
export function searchValue(value: PlainValue, query: string): FoundValues {
  const steps = searchSteps(value, query);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

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
  const children = childrenOf(place).filter(({ id }) => !isLead || found.matches.has(id) || found.open.has(id));
  const isOpen = children.length > 0 && (isLead || options.open.has(place.id));
  rows.push({
    ...place,
    preview: previewOf(place.value),
    kind: kindOf(place.value),
    isOpen,
    isEmpty: children.length === 0,
  });
  if (!isOpen) return;
  const shown = options.full.has(place.id) ? children : children.slice(0, CHILD_LIMIT);
  for (const child of shown) addRows(rows, child, options);
  const hidden = children.length - shown.length;
  if (hidden === 0) return;
  const preview = `Show ${hidden.toLocaleString('en')} more`;
  const rest = { ...place, id: `${place.id}/…`, depth: place.depth + 1, name: null, value: null };
  rows.push({ ...rest, preview, kind: 'null', isOpen: false, isEmpty: true, hidden });
}

function childrenOf({ id, depth, path, value }: ValueNode): readonly ValueNode[] {
  if (Array.isArray(value)) {
    return value.map((item: PlainValue, index) => ({
      id: `${id}/${index}`,
      depth: depth + 1,
      name: String(index),
      path: `${path}[${index}]`,
      value: item,
    }));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, item]: [string, PlainValue]) => ({
    id: `${id}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    depth: depth + 1,
    name: key,
    path: path + memberPath(key),
    value: item,
  }));
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
    return keys.length === 0 ? '{}' : `{ ${cut(keys.join(', '), 60)} }`;
  }
  return typeof value === 'string' ? JSON.stringify(cut(value, PREVIEW_LENGTH)) : String(value);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** Matches found before a search stops. */
const MATCH_LIMIT = 1000;

/**
 * Ids of the parts whose key or scalar text holds `query` (case does not count), at most 1,000, and the ids of the lists
 * and maps that must be open to show them.
 */
export function searchValue(value: PlainValue, query: string): FoundValues {
  const wanted = query.toLowerCase();
  const matches = new Set<string>();
  const open = new Set<string>();
  const visit = (place: ValueNode, ancestors: readonly string[]): void => {
    if (matches.size >= MATCH_LIMIT) return;
    const isScalar = typeof place.value !== 'object' || place.value === null;
    const text = `${place.name ?? ''}\n${isScalar ? String(place.value) : ''}`.toLowerCase();
    if (text.includes(wanted)) {
      matches.add(place.id);
      for (const ancestor of ancestors) open.add(ancestor);
    }
    const inside = [...ancestors, place.id];
    for (const child of childrenOf(place)) visit(child, inside);
  };
  if (wanted !== '') visit({ id: '', depth: 0, name: null, path: '', value }, []);
  return { matches, open };
}

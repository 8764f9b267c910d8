import { isJsonObject, type Json, ownValue } from '#engine/values';
import { session } from '../../session/index.ts';
import { lastValuesOf } from '../../session/run/index.ts';
import { describeValue } from '../parts/scalarText.ts';

/** A value that a field can read, as one list of them: a value comes right before what is in it. */
export interface ReferenceRow {
  /** The expression: `tasks.fetch.output.body`. */
  readonly text: string;
  /** What it is called within what it is in: `body`; at the top the whole expression. */
  readonly name: string;
  readonly type: string;
  /** From 1. */
  readonly level: number;
  /** Whether something is in it. */
  readonly isParent: boolean;
  readonly isOpen: boolean;
  /** Whether it is what the words look for, and not only around that. */
  readonly isHit: boolean;
}

interface Known {
  readonly text: string;
  readonly type: string;
}

/** What is passed on most comes first; what began a step, and variables, come last. */
const ROOTS = ['item', 'index', 'tasks', 'input', 'output', 'error', 'workflow', 'event', 'env'];

/** The values in the order in which a person looks for them: what the step right before gave, then the ones before it, then the rest. */
export function orderValues<T extends Known>(values: readonly T[]): readonly T[] {
  const groups: T[][] = [];
  for (const value of values) {
    const [top] = groups.at(-1) ?? [];
    if (top !== undefined && isWithin(value, top)) groups.at(-1)?.push(value);
    else groups.push([value]);
  }
  const rank = ([top]: readonly T[]): number => ROOTS.indexOf(/^\w+/.exec(top?.text ?? '')?.[0] ?? '');
  const isStep = (group: readonly T[]): boolean => rank(group) === ROOTS.indexOf('tasks');
  const steps = groups.filter(isStep).toReversed();
  return [...steps, ...groups.filter((group) => !isStep(group))].toSorted((a, b) => rank(a) - rank(b)).flat();
}

/** How many rows are open at first, without what is in them. */
const OPEN_AT_FIRST = 24;

/** The values that are open at first: from the first on, as long as the list stays short. */
export function openFirst(values: readonly Known[]): ReadonlySet<string> {
  const tops = values.filter((value, index) => !values.slice(0, index).some((other) => isWithin(value, other)));
  const open = new Set<string>();
  let count = tops.length;
  for (const top of tops) {
    const inside = childrenOf(values, top);
    if (inside === 0) continue;
    count += inside;
    if (open.size > 0 && count > OPEN_AT_FIRST) break;
    open.add(top.text);
  }
  return open;
}

function childrenOf(values: readonly Known[], parent: Known): number {
  const inside = values.filter((value) => isWithin(value, parent));
  return inside.filter((value) => !inside.some((other) => isWithin(value, other))).length;
}

/**
 * The values as a tree. Only what is in an open one is listed; with words, only values that have all of them in their expression or
 * their type, with what they are in.
 */
export function toReferenceRows(
  values: readonly Known[],
  open: ReadonlySet<string>,
  query: string,
): readonly ReferenceRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = values.filter(({ text, type }) => {
    const said = `${text} ${type}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
  const shown =
    words.length === 0 ? values : values.filter((value) => found.some((hit) => hit === value || isWithin(hit, value)));
  const around: ReferenceRow[] = [];
  const rows: ReferenceRow[] = [];
  shown.forEach((value, index) => {
    while (around.length > 0 && !isWithin(value, around.at(-1) ?? value)) around.pop();
    const parent = around.at(-1);
    const next = shown[index + 1];
    const isParent = next !== undefined && isWithin(next, value);
    const row: ReferenceRow = {
      ...value,
      name: parent === undefined ? value.text : value.text.slice(parent.text.length).replace(/^\./, ''),
      level: around.length + 1,
      isParent,
      isOpen: isParent && (words.length > 0 || open.has(value.text)),
      isHit: found.includes(value),
    };
    if (around.every(({ isOpen }) => isOpen)) rows.push(row);
    if (isParent) around.push(row);
  });
  return rows;
}

/** Whether one value is in another: `a.b` and `a["b"]` are in `a`. */
function isWithin(value: Known, other: Known): boolean {
  return value.text.startsWith(`${other.text}.`) || value.text.startsWith(`${other.text}[`);
}

/** What a value that other tasks or the input of the run gave was in the run on screen, in a line; undefined where there is none. */
export function lastValueOf(reference: string): string | undefined {
  const [root = '', ...keys] = [...reference.matchAll(/(?:^|\.)([A-Za-z_]\w*)|\[("(?:[^"\\]|\\.)*")\]/g)].map(
    ([, name, quoted]) => name ?? String(JSON.parse(quoted ?? '""')),
  );
  // What a task itself got and gave is another value at each field.
  if (!['workflow', 'tasks'].includes(root)) return undefined;
  let value: Json | undefined = lastValuesOf(session.getState())?.(root, null);
  for (const key of keys) value = isJsonObject(value) ? ownValue(value, key) : undefined;
  return value === undefined ? undefined : describeValue(value);
}

import { type Data, err, isDataMap, ok, type Result } from '../base/index.ts';
import { findNode, type Syntax, type SyntaxNode, toNodeData } from '../syntax/index.ts';
import type { Path } from '../text/index.ts';

/** Whether the key at a path of a test file names a task: under `answers` and `pins`, and under `tasks` of what is expected. */
export function isTaskKey(path: Path): boolean {
  const [root, second, third] = path;
  if (root === 'defaults') return path.length === 3 && second === 'answers';
  if (root !== 'tests') return false;
  return (
    (path.length === 4 && (third === 'answers' || third === 'pins')) ||
    (path.length === 5 && third === 'expect' && path[3] === 'tasks')
  );
}

/** Whether the text at a path of a test file names a task: in `path` and `never` of what is expected. */
export function isTaskText(path: Path): boolean {
  const [root, , third, list] = path;
  return root === 'tests' && third === 'expect' && (list === 'path' || list === 'never') && path.length > 4;
}

/** Whether texts at a path of a test file are expressions that read what the run came to. */
export function isExpected(path: Path): boolean {
  return path[0] === 'tests' && path[2] === 'expect';
}

/** Whether the text at a path of a test file is an expression, with braces or without. */
export function isCondition(path: Path): boolean {
  return isExpected(path) && path[3] === 'that' && path.length === 5;
}

/** A place that names a task, or tasks around it and itself with `/` between them. */
export interface TaskPlace {
  readonly path: Path;
  readonly isKey: boolean;
  readonly name: string;
}

/** Every place of a test file that names a task, but for expressions; in the order of the text. */
export function listTaskPlaces(syntax: Syntax): readonly TaskPlace[] {
  const found: TaskPlace[] = [];
  for (const root of ['defaults', 'tests'])
    visitPlaces(findNode(syntax, [root]) ?? null, [root], {
      onKey: (path, name) => {
        if (isTaskKey(path)) found.push({ path, isKey: true, name });
        return !isTaskKey(path);
      },
      onText: (path, name) => {
        if (isTaskText(path)) found.push({ path, isKey: false, name });
      },
    });
  return found;
}

/** Every place of a test file that says what is called, in the order of the text: an id of a tool or an agent, or what it runs. */
export function listUsePlaces(syntax: Syntax): readonly { readonly path: Path; readonly use: string }[] {
  const found: { path: Path; use: string }[] = [];
  visitPlaces(findNode(syntax, ['tests']) ?? null, ['tests'], {
    onKey: () => true,
    onText: (path, use) => {
      if (isUse(path)) found.push({ path, use });
    },
  });
  return found;
}

/** Whether the text at a path of a test file says what is called: of a task, or of any. */
function isUse(path: Path): boolean {
  return isExpected(path) && path.length === 6 && path[5] === 'use' && (path[3] === 'tasks' || path[3] === 'calls');
}

interface Visitor {
  /** Whether what is under the key is visited, too. */
  readonly onKey: (path: Path, key: string) => boolean;
  readonly onText: (path: Path, text: string) => void;
}

function visitPlaces(node: SyntaxNode | null, path: Path, visitor: Visitor): void {
  if (node?.kind === 'map') {
    for (const { key, value } of node.entries)
      if (visitor.onKey([...path, key], key)) visitPlaces(value, [...path, key], visitor);
  } else if (node?.kind === 'list') {
    for (const [index, item] of node.items.entries()) visitPlaces(item.value, [...path, index], visitor);
  } else if (node?.kind === 'scalar' && typeof node.value === 'string') visitor.onText(path, node.value);
}

/** A name in a test with one task in it called something else. */
export function renameInName(name: string, from: string, to: string): string {
  if (name === from) return to;
  return name
    .split('/')
    .map((step) => (step === from ? to : step))
    .join('/');
}

/** Maps that a variant may add to a workflow that has none. */
const ADDED: ReadonlySet<string> = new Set(['config', 'with', 'env']);

/** Keys whose values say what something is, which no variant changes. */
const FIXED: ReadonlySet<string> = new Set(['id', 'type', 'next']);

/** How many places of a workflow are listed. */
const MOST_PLACES = 500;

/**
 * The path of a place of a workflow that a variant names by keys, with ids or numbers for items of lists: `agents/clerk/config/model`.
 * What it leads to need not be there, but what is around it. The error is a sentence about where it ends.
 */
export function findPlace({ root }: Syntax, place: string): Result<Path, string> {
  const steps = place.split('/');
  const path: (string | number)[] = [];
  let data: Data = toNodeData(root);
  for (const [index, step] of steps.entries()) {
    const around = steps.slice(0, index).join('/') || 'The workflow';
    if (Array.isArray(data)) {
      const at: number = /^\d+$/.test(step) ? Number(step) : data.findIndex((item: Data) => idOf(item) === step);
      const ids = data.map((item: Data) => idOf(item)).filter((id) => id !== null);
      if (data[at] === undefined) return err(`${around} has no “${step}”. It has ${ids.slice(0, 20).join(', ')}.`);
      path.push(at);
      data = data[at];
    } else if (isDataMap(data)) {
      path.push(step);
      const isLast = index === steps.length - 1;
      if (!data.has(step) && (step === '' || !(isLast || (ADDED.has(step) && index === steps.length - 2))))
        return err(`${around} has no “${step}”. It has ${[...data.keys()].slice(0, 20).join(', ')}.`);
      data = data.get(step) ?? (isLast ? null : new Map());
    } else return err(`${around} has nothing inside it.`);
  }
  return ok(path);
}

/** The places of a workflow that have one value, as variants name them. */
export function listPlaces({ root }: Syntax): readonly string[] {
  const places: string[] = [];
  const visit = (data: Data, place: readonly string[]): void => {
    if (places.length >= MOST_PLACES) return;
    if (isDataMap(data)) for (const [key, value] of data) if (!FIXED.has(key)) visit(value, [...place, key]);
    if (Array.isArray(data))
      for (const [index, item] of data.entries()) visit(item, [...place, idOf(item) ?? `${index}`]);
    if (!isDataMap(data) && !Array.isArray(data) && place.length > 1) places.push(place.join('/'));
  };
  visit(toNodeData(root), []);
  return places;
}

function idOf(item: Data): string | null {
  const id = isDataMap(item) ? item.get('id') : undefined;
  return typeof id === 'string' ? id : null;
}

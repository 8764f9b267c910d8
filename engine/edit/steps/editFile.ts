import { type Data, ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { holdsWorkflow, isRowsFile, isServeConfig } from '../../model/index.ts';
import {
  composeSteps,
  findNode,
  insertItem,
  quoteText,
  removeAt,
  type Syntax,
  type SyntaxNode,
  setValue,
} from '../../syntax/index.ts';
import type { FileChange, Layout, Path, Refusal, TextEdit, Transaction } from '../../text/index.ts';
import { refuse } from '../find/refuse.ts';

/** One small change of a text: its edits refer to the syntax it is given, which holds what steps before it did. */
export type Step = (syntax: Syntax) => Result<readonly TextEdit[], Refusal>;

/** What a command does to one file. */
export interface FileEdit {
  /** Names the command and its subject: equal neighbours join in history. */
  readonly origin: string;
  /** Done one after the other. */
  readonly steps: readonly Step[];
  /** The file's layout afterwards, where it changes. */
  readonly layout?: Layout | undefined;
}

const SERVER = 'This file says what a server does, and has no tasks. Edit it as text, or open a workflow.';
const ROWS = 'This file holds rows of a dataset, and has no tasks. Edit it as text, or open a workflow.';
const TESTS = 'This file holds tests of a workflow, and has no tasks. Edit it as text, or open the workflow.';

/** Why no command applies while the text is broken; null when it is not. */
export function findSyntaxRefusal(analysis: Analysis): ReturnType<typeof refuse> | null {
  if (!holdsWorkflow(analysis.path)) return refuse('NO_WORKFLOW', analysis.path, describeFile(analysis.path));
  if (!analysis.isBroken) return null;
  return refuse('SYNTAX_ERROR', analysis.path, 'The YAML of this file is broken. Fix the marked line first, or undo.');
}

function describeFile(path: string): string {
  if (isRowsFile(path)) return ROWS;
  return isServeConfig(path) ? SERVER : TESTS;
}

/** Runs steps over the analysed text and answers them as one transaction of that file; refused as a whole. */
export function editFile(analysis: Analysis, { origin, steps, layout }: FileEdit): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const edits = composeSteps(analysis.syntax, steps);
  if (!edits.ok) return edits;
  const change: FileChange = { type: 'edit', path: analysis.path, edits: edits.value };
  const changes = edits.value.length === 0 ? [] : [change];
  return ok({ origin, changes, ...(layout ? { layouts: new Map([[analysis.path, layout]]) } : {}) });
}

/** Sets the value at a path; a new key goes where people expect it. */
export function setAt(path: Path, value: Data): Step {
  return (syntax) => {
    const before = findKeyAfter(syntax, path);
    return setValue(syntax, path, value, before === undefined ? {} : { before });
  };
}

/** Removes the node at a path and the maps that become empty by it; nothing where there is none. */
export function removePath(path: Path): Step {
  return (syntax) => (hasEntry(syntax, path) ? removeAt(syntax, path, { pruneEmpty: true }) : ok([]));
}

/** Inserts an item into a list that may not be there yet; a list that will be made goes where people expect it. */
export function insertAt(listPath: Path, index: number, value: Data): Step {
  return (syntax) => {
    const list = findNode(syntax, listPath);
    return list?.kind === 'list' ? insertItem(syntax, listPath, index, value) : setAt(listPath, [value])(syntax);
  };
}

/** True when a key or an item is written at the path, if only with an empty value. */
export function hasEntry(syntax: Parameters<Step>[0], path: Path): boolean {
  const key = path.at(-1);
  if (key === undefined) return syntax.root !== null;
  const parent = path.length === 1 ? syntax.root : findNode(syntax, path.slice(0, -1));
  if (parent?.kind === 'map') return parent.entries.some((entry) => entry.key === String(key));
  return parent?.kind === 'list' && typeof key === 'number' && key >= 0 && key < parent.items.length;
}

/** The order in which people expect the keys of each object; keys that are not listed come last. */
const DOCUMENT = [
  'id',
  'name',
  'description',
  'start',
  'schema',
  'env',
  'limits',
  'memory',
  'agents',
  'tools',
  'tasks',
  'outputs',
];
const TASK = [
  'id',
  'name',
  'type',
  'disabled',
  'use',
  'import',
  'action',
  'join',
  'env',
  'schema',
  'with',
  'config',
  'retry',
  'tasks',
  'on_*',
];
const AGENT = ['id', 'use', 'import', 'config', 'with', 'instructions', 'tools', 'env', 'memory', 'actions'];
const TOOL = ['id', 'use', 'import', 'config', 'env', 'schema'];
const ACTION = ['id', 'instructions', 'messages', 'output', 'config'];
const HANDLER = ['condition', 'routes', 'retry', 'next', 'with'];
const CONFIG = ['provider', 'model', 'condition', 'items', 'filter', 'mode', 'routes', 'default'];

const LISTS: Readonly<Record<string, readonly string[]>> = { tasks: TASK, agents: AGENT, tools: TOOL, actions: ACTION };

/**
 * The key before which a new one belongs, when a value is set at a path that is not there yet: the first key of the
 * deepest existing map that people expect after it. Undefined when it belongs at the end.
 */
function findKeyAfter(syntax: Syntax, path: Path): string | undefined {
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const node = depth === 0 ? syntax.root : findNode(syntax, path.slice(0, depth));
    if (node?.kind !== 'map') continue;
    const order = orderFor(path.slice(0, depth));
    const rank = rankOf(order, String(path[depth]));
    if (rank === order.length) return undefined;
    return node.entries.find((entry) => rankOf(order, entry.key) > rank)?.key;
  }
  return undefined;
}

function orderFor(path: Path): readonly string[] {
  const [last, list] = [path.at(-1), path.at(-2)];
  if (last === undefined) return DOCUMENT;
  if (typeof last === 'number') return (typeof list === 'string' && Object.hasOwn(LISTS, list) && LISTS[list]) || [];
  if (last.startsWith('on_') || list === 'routes' || last === 'default') return HANDLER;
  return last === 'config' ? CONFIG : [];
}

function rankOf(order: readonly string[], key: string): number {
  const rank = order.indexOf(key.startsWith('on_') ? 'on_*' : key);
  return rank < 0 ? order.length : rank;
}

/**
 * The ids a handler, a route or `default` leads to, as written, in order: the object that holds `next`, a short route
 * `key: id`, or a route with a list. Empty when it leads nowhere.
 */
export function readNext(syntax: Syntax, path: Path): readonly string[] {
  const node = resolve(findNode(syntax, path));
  if (node?.kind !== 'map') return holdsIdsItself(path) ? idsOf(node) : [];
  return idsOf(resolve(findNode(syntax, [...path, 'next'])));
}

/**
 * Makes a handler, a route or `default` lead to these ids, by the smallest change: one id is written alone, several as
 * a list, a new route short. None removes `next` and a handler or route that is empty then; its `with` and condition stay.
 */
export function writeNext(path: Path, next: readonly string[]): Step {
  return (syntax) => {
    const node = resolve(findNode(syntax, path));
    if (node?.kind === 'map') return writeField(syntax, [...path, 'next'], next);
    const [only] = next;
    if (only === undefined) return removePath(path)(syntax);
    if (holdsIdsItself(path) && next.length === 1) return setAt(path, only)(syntax);
    return node?.kind === 'scalar' && node.value !== null
      ? setValue(syntax, path, new Map([['next', formatNext(next)]]))
      : setAt([...path, 'next'], formatNext(next))(syntax);
  };
}

/** A route written short becomes a map, so that it can pass data. */
export function openRoute(path: Path): Step {
  return (syntax) => {
    const next = findNode(syntax, path)?.kind === 'map' ? [] : readNext(syntax, path);
    const [only] = next;
    return only === undefined ? ok([]) : setAt(path, new Map([['next', next.length === 1 ? only : next]]))(syntax);
  };
}

/** Routes may be written short; handlers and `default` are objects. */
function holdsIdsItself(path: Path): boolean {
  return path.at(-2) === 'routes';
}

function writeField(syntax: Syntax, path: Path, next: readonly string[]): Result<readonly TextEdit[], Refusal> {
  if (next.length === 0) return removePath(path)(syntax);
  const node = findNode(syntax, path);
  if (node?.kind === 'list' && (next.length > 1 || node.style === 'block')) return setValue(syntax, path, next);
  if (node?.kind !== 'scalar' || next.length === 1) return setAt(path, formatNext(next))(syntax);
  const text = `[${next.map(formatFlowId).join(', ')}]`;
  return ok([{ start: node.end - node.source.length, end: node.end, text }]);
}

/** An id as an item of a list in brackets. */
function formatFlowId(id: string): string {
  const isPlain = /^[A-Za-z_][\w-]*$/.test(id) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(id);
  return isPlain ? id : quoteText(id);
}

function formatNext(next: readonly string[]): Data {
  const [only] = next;
  return next.length === 1 && only !== undefined ? only : next;
}

function idsOf(node: SyntaxNode | null): string[] {
  if (node?.kind === 'list') return node.items.flatMap((item) => idsOf(resolve(item.value)).slice(0, 1));
  if (node?.kind !== 'scalar' || node.value === null || node.value === '') return [];
  return [typeof node.value === 'string' ? node.value : node.source];
}

function resolve(node: SyntaxNode | null | undefined): SyntaxNode | null {
  let at = node ?? null;
  while (at?.kind === 'alias') at = at.target;
  return at;
}

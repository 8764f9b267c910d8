import { type Data, ok } from '../../base/index.ts';
import { findNode, insertItem, removeAt, type Syntax, setValue } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import type { Step } from './editFile.ts';

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

import type { Json, JsonObject } from '../base/index.ts';
import type { Evaluator } from './Evaluator.ts';
import { EvaluationError } from './Evaluator.ts';
import type { ExpressionNode, IndexNode, MemberNode, RootNode } from './Expression.ts';
import { describeKind, readKey } from './values.ts';

type Run = (evaluator: Evaluator) => Json;

interface Link {
  readonly key: string | number | Run;
  readonly isOptional: boolean;
  readonly node: MemberNode | IndexNode;
}

/**
 * Compiles a root with its keys, or keys of any other value, as one closure over the whole chain. A key that is missing
 * gives null for all of it, and reports the chain as written, unless that key was written with `?.`.
 */
export function compileAccess(
  node: RootNode | MemberNode | IndexNode,
  source: string,
  compile: (node: ExpressionNode) => Run,
): Run {
  const links: Link[] = [];
  let base: ExpressionNode = node;
  while (base.kind === 'member' || base.kind === 'index') {
    const key: Link['key'] = base.kind === 'member' ? base.key : compile(base.index);
    links.unshift({ key, isOptional: base.isOptional, node: base });
    base = base.object;
  }
  const path = source.slice(node.start, node.end);
  const keys = links.map((link) => link.key);
  const isPlain = keys.every(isStaticKey) && links.every((link) => !link.isOptional);
  if (isPlain && keys.every(isPlainKey)) {
    const [only] = keys;
    if (base.kind === 'local' && keys.length === 1 && typeof only === 'string') return readField(base.slot, only, path);
    return base.kind === 'root' ? readPlainPath(base.name, keys, path) : readPlainKeys(compile(base), keys, path);
  }
  if (base.kind === 'root')
    return isPlain ? readPath(base.name, keys, path) : followLinks(readRoot(base.name), links, path);
  return isPlain ? readKeys(compile(base), keys, path) : followLinks(compile(base), links, path);
}

function isStaticKey(key: Link['key']): key is string | number {
  return typeof key !== 'function';
}

type PlainKey = string | number;

/**
 * An index, or a key that neither a map nor a list inherits and that is no index: what is found under such a key is the
 * value's own, without asking, and a list has nothing there.
 */
function isPlainKey(key: Link['key']): key is PlainKey {
  return typeof key === 'number' || (typeof key === 'string' && !(key in Array.prototype) && !/^\d/.test(key));
}

/** The usual case, `tasks.a.output.name`: nothing to evaluate on the way. */
function readPlainPath(root: string, keys: readonly PlainKey[], path: string): Run {
  return (evaluator) => {
    const value = followKeys(evaluator.scope.root(root), keys);
    return value === undefined ? readMissing(evaluator, path) : value;
  };
}

/** One key of a parameter, `item.name`: what most arrow functions read. */
function readField(slot: number, key: string, path: string): Run {
  return (evaluator) => {
    const item = evaluator.locals?.[slot];
    const value = typeof item === 'object' && item !== null ? (item as JsonObject)[key] : undefined;
    return value === undefined ? readMissing(evaluator, path) : value;
  };
}

/** Keys of a parameter, of what a function gives, or of anything in brackets. */
function readPlainKeys(base: Run, keys: readonly PlainKey[], path: string): Run {
  return (evaluator) => {
    const value = followKeys(base(evaluator), keys);
    return value === undefined ? readMissing(evaluator, path) : value;
  };
}

function followKeys(start: Json | undefined, keys: readonly PlainKey[]): Json | undefined {
  let value = start;
  for (let index = 0; index < keys.length; index += 1) {
    if (typeof value !== 'object' || value === null) return undefined;
    const key = keys[index] ?? '';
    // Lists have nothing under a plain text key.
    value = typeof key === 'number' ? readKey(value, key) : (value as JsonObject)[key];
  }
  return value;
}

function readRoot(name: string): Run {
  return (evaluator) => {
    const value = evaluator.scope.root(name);
    return value === undefined ? readMissing(evaluator, name) : value;
  };
}

/** Keys of which some are names that every object inherits. */
function readPath(root: string, keys: readonly (string | number)[], path: string): Run {
  return (evaluator) => {
    let value = evaluator.scope.root(root);
    for (let index = 0; index < keys.length && value !== undefined; index += 1)
      value = readKey(value, keys[index] ?? null);
    return value === undefined ? readMissing(evaluator, path) : value;
  };
}

/** Keys of a parameter, of what a function gives, or of anything in brackets. */
function readKeys(base: Run, keys: readonly (string | number)[], path: string): Run {
  return (evaluator) => {
    let value: Json | undefined = base(evaluator);
    for (let index = 0; index < keys.length && value !== undefined; index += 1)
      value = readKey(value, keys[index] ?? null);
    return value === undefined ? readMissing(evaluator, path) : value;
  };
}

function readMissing(evaluator: Evaluator, path: string): null {
  evaluator.reportMissing(path);
  return null;
}

function followLinks(base: Run, links: readonly Link[], path: string): Run {
  return (evaluator) => {
    let value = base(evaluator);
    for (const { key, isOptional, node } of links) {
      const next = readKey(value, typeof key === 'function' ? checkIndex(key(evaluator), node) : key);
      if (next === undefined) {
        return isOptional ? null : readMissing(evaluator, path);
      }
      value = next;
    }
    return value;
  };
}

/** A computed index is text or a number; null finds nothing. */
function checkIndex(index: Json, node: MemberNode | IndexNode): Json {
  if (index === null || typeof index === 'string' || typeof index === 'number') return index;
  throw new EvaluationError(`An index is text or a number, not ${describeKind(index)}.`, node);
}

import { type Json, type JsonObject, toName } from '../../base/index.ts';
import type { Arrow, FunctionDefinition } from '../functions/FunctionCall.ts';
import { findFunction } from '../functions/registry.ts';
import type {
  ArrowNode,
  CallNode,
  ExpressionNode,
  IndexNode,
  MemberNode,
  PlainKeys,
  RootNode,
} from '../tree/Expression.ts';
import { EvaluationError, type Evaluator } from '../values/Evaluator.ts';
import { describeKind, readKey } from '../values/values.ts';

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
    const key = base.kind === 'member' ? toKey(base.key) : compile(base.index);
    links.unshift({ key, isOptional: base.isOptional, node: base });
    base = base.object;
  }
  const path = source.slice(node.start, node.end);
  const start = base.kind === 'root' ? readRoot(toName(base.name)) : compile(base);
  const keys = links.map((link) => link.key);
  if (!keys.every(isPlainKey) || links.some((link) => link.isOptional)) return followLinks(start, links, path);
  const [first] = keys;
  const only = keys.length === 1 && typeof first === 'string' ? first : null;
  if (base.kind === 'root') {
    const root = toName(base.name);
    if (only !== null) return readRootField(root, only, path);
    return root === LARGE_ROOT ? followPath(root, keys, path) : readPlainPath(root, keys, path);
  }
  return only !== null && base.kind === 'local' ? readField(base.slot, only, path) : readPlainKeys(start, keys, path);
}

function toKey(key: string | number): string | number {
  return typeof key === 'string' ? toName(key) : key;
}

/** Undefined when nothing is there. */
type Start = (evaluator: Evaluator) => Json | undefined;

function readRoot(name: string): Start {
  return (evaluator) => evaluator.scope.root(name);
}

/**
 * An index, or a key that neither a map nor a list inherits and that is no index: what is found under such a key is the
 * value's own, without asking, and a list has nothing there.
 */
function isPlainKey(key: Link['key']): key is string | number {
  return typeof key === 'number' || (typeof key === 'string' && !(key in Array.prototype) && !/^\d/.test(key));
}

/** One key of a root, `input.name`. */
function readRootField(root: string, key: string, path: string): Run {
  return (evaluator) => {
    const map = evaluator.scope.root(root);
    const value = typeof map === 'object' && map !== null ? (map as JsonObject)[key] : undefined;
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

/** The root that grows with the workflow, of which a scope may read one entry without making the other entries. */
const LARGE_ROOT = 'tasks';

/** `tasks.a.output.name`, by the shortest way that the scope has. */
function followPath(root: string, keys: PlainKeys, path: string): Run {
  return (evaluator) => {
    const { scope } = evaluator;
    const value = scope.follow === undefined ? followKeys(scope.root(root), keys) : scope.follow(root, keys);
    return value === undefined ? readMissing(evaluator, path) : value;
  };
}

/** The usual case, `workflow.input.name`: nothing to evaluate on the way. */
function readPlainPath(root: string, keys: PlainKeys, path: string): Run {
  return (evaluator) => {
    const value = followKeys(evaluator.scope.root(root), keys);
    return value === undefined ? readMissing(evaluator, path) : value;
  };
}

/** Keys of a parameter, of what a function gives, or of anything in brackets. */
function readPlainKeys(start: Start, keys: PlainKeys, path: string): Run {
  return (evaluator) => {
    const value = followKeys(start(evaluator), keys);
    return value === undefined ? readMissing(evaluator, path) : value;
  };
}

/** What keys lead to, one after the other, the first `from` of them omitted; undefined where one is missing. */
export function followKeys(start: Json | undefined, keys: PlainKeys, from = 0): Json | undefined {
  let value = start;
  for (let index = from; index < keys.length; index += 1) {
    if (typeof value !== 'object' || value === null) return undefined;
    const key = keys[index] ?? '';
    // Lists have nothing under a plain text key.
    value = typeof key === 'number' ? readKey(value, key) : (value as JsonObject)[key];
  }
  return value;
}

/** Any other keys: computed ones, optional ones, and names that every object inherits. */
function followLinks(start: Start, links: readonly Link[], path: string): Run {
  return (evaluator) => {
    let value = start(evaluator);
    if (value === undefined) return readMissing(evaluator, path);
    for (const { key, isOptional, node } of links) {
      const next = readKey(value, typeof key === 'function' ? checkIndex(key(evaluator), node) : key);
      if (next === undefined) return isOptional ? null : readMissing(evaluator, path);
      value = next;
    }
    return value;
  };
}

/** What a missing path reads as: null, and it is reported. */
export function readMissing(evaluator: Evaluator, path: string): null {
  evaluator.reportMissing(path);
  return null;
}

/** A computed index is text or a number; null finds nothing. Anything else ends the evaluation. */
export function checkIndex(index: Json, node: MemberNode | IndexNode): Json {
  if (index === null || typeof index === 'string' || typeof index === 'number') return index;
  throw new EvaluationError(`An index is text or a number, not ${describeKind(index)}.`, node);
}

/** A node that can be evaluated, or an {@link EvaluationError}. */
export type Run = (evaluator: Evaluator) => Json;

/** The function that is called; undefined for a name that is none, which {@link failUnknown} reports when it is evaluated. */
export function definitionOf(node: CallNode): FunctionDefinition | undefined {
  return findFunction(node.name);
}

/** Ends the evaluation at a call of nothing. */
export function failUnknown(node: CallNode): never {
  throw new EvaluationError(`There is no function \`${node.name}\`.`, node);
}

/** Whether a call has to be made: a null argument makes the result null, unless the function accepts it. */
export function isCalled({ acceptsNull }: FunctionDefinition, args: readonly Json[]): boolean {
  if (acceptsNull === true) return true;
  for (const value of args) if (value === null) return false;
  return true;
}

/**
 * Makes an arrow function out of its body, for one evaluation. It never becomes a value, and none calls itself, so each
 * parameter has one slot for the whole evaluation. Each call is a step.
 */
export function bindArrow(node: ArrowNode, body: Run, evaluator: Evaluator): Arrow {
  // By place: taking a list apart costs more than the call.
  const { 0: first, 1: second, 2: third } = node.slots;
  const locals = (evaluator.locals ??= []);
  if (first !== undefined && second === undefined) {
    return (a) => {
      evaluator.step(node);
      locals[first] = a;
      return body(evaluator);
    };
  }
  return (a, b, c) => {
    evaluator.step(node);
    if (first !== undefined) locals[first] = a;
    if (second !== undefined) locals[second] = b ?? null;
    if (third !== undefined) locals[third] = c ?? null;
    return body(evaluator);
  };
}

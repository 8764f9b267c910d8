import type { Json } from '../base/index.ts';
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
  if (base.kind !== 'root') return followLinks(compile(base), links, path);
  const keys = links.map((link) => link.key);
  if (keys.every(isStaticKey) && links.every((link) => !link.isOptional)) return readPath(base.name, keys, path);
  return followLinks(readRoot(base.name, base.name), links, path);
}

function isStaticKey(key: Link['key']): key is string | number {
  return typeof key !== 'function';
}

function readRoot(name: string, path: string): Run {
  return (evaluator) => {
    const value = evaluator.scope.root(name);
    if (value !== undefined) return value;
    evaluator.reportMissing(path);
    return null;
  };
}

/** The usual case, `tasks.a.output.name`: nothing to evaluate on the way. */
function readPath(root: string, keys: readonly (string | number)[], path: string): Run {
  return (evaluator) => {
    let value = evaluator.scope.root(root);
    for (const key of keys) {
      if (value === undefined) break;
      value = readKey(value, key);
    }
    if (value !== undefined) return value;
    evaluator.reportMissing(path);
    return null;
  };
}

function followLinks(base: Run, links: readonly Link[], path: string): Run {
  return (evaluator) => {
    let value = base(evaluator);
    for (const { key, isOptional, node } of links) {
      const next = readKey(value, typeof key === 'function' ? checkIndex(key(evaluator), node) : key);
      if (next === undefined) {
        if (!isOptional) evaluator.reportMissing(path);
        return null;
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

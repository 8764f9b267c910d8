import type { Data } from '../base/index.ts';
import {
  type CompileOptions,
  collectReferences,
  compileData,
  type ExpressionReference,
  evaluateCompiled,
} from '../expression/index.ts';
import type { Compiled, CompiledCache } from './Run.ts';

/** Roots that grow with the workflow: an expression is given only the entries it names. */
const RESULT_ROOTS = ['tasks', 'agents', 'tools'] as const;

/** An empty cache: each value of the document is compiled when it is first evaluated, once a run. */
export function createCompiledCache(): CompiledCache {
  return { data: new WeakMap(), texts: new Map() };
}

/**
 * A value of the document, ready to be evaluated. Maps and lists are known by identity: one of them must always be
 * asked for with the same options.
 */
export function compileOnce(cache: CompiledCache, data: Data, options: CompileOptions = {}): Compiled {
  if (typeof data === 'object' && data !== null) {
    const known = cache.data.get(data) ?? compile(data, options);
    cache.data.set(data, known);
    return known;
  }
  // Scalars share one map: the type keeps 1 and "1" apart.
  const key = `${options.bare === true ? 'bare' : 'text'}:${typeof data}:${String(data)}`;
  const known = cache.texts.get(key) ?? compile(data, options);
  cache.texts.set(key, known);
  return known;
}

function compile(data: Data, options: CompileOptions): Compiled {
  const program = compileData(data, options);
  return {
    evaluate: (scope) => evaluateCompiled(program, scope),
    reads: collectReads(collectReferences(data, options)),
  };
}

function collectReads(references: readonly ExpressionReference[]): Compiled['reads'] {
  const reads = new Map<string, Set<string> | null>();
  for (const { root, path } of references) {
    if (!RESULT_ROOTS.some((name) => name === root)) continue;
    const id = path[0];
    const ids = reads.get(root);
    if (id === undefined || ids === null) reads.set(root, null);
    else if (ids === undefined) reads.set(root, new Set([String(id)]));
    else ids.add(String(id));
  }
  return reads;
}

import type { Data } from '../base/index.ts';
import {
  type CompiledData,
  type CompileOptions,
  compileData,
  evaluateCompiled,
  visitReferences,
} from '../expression/index.ts';
import type { Compiled, CompiledCache } from './Run.ts';

/** Roots that grow with the workflow: an expression is given only the entries it names. */
const RESULT_ROOTS: ReadonlySet<string> = new Set(['tasks', 'agents', 'tools', 'memory']);

/** An empty cache: each value of the document is compiled when it is first evaluated, once a run. */
export function createCompiledCache(): CompiledCache {
  return { data: new WeakMap(), texts: new Map(), bare: new Map() };
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
  const scalars = options.bare === true ? cache.bare : cache.texts;
  const known = scalars.get(data) ?? compile(data, options);
  scalars.set(data, known);
  return known;
}

function compile(data: Data, options: CompileOptions): Compiled {
  const program = compileData(data, options);
  return {
    evaluate: (scope) => evaluateCompiled(program, scope),
    reads: collectReads(program),
  };
}

function collectReads(program: CompiledData): Compiled['reads'] {
  let reads: Map<string, Set<string> | null> | null = null;
  visitReferences(program, ({ root, path: [id] }) => {
    if (!RESULT_ROOTS.has(root)) return;
    reads ??= new Map();
    const ids = reads.get(root);
    if (id === undefined || ids === null) reads.set(root, null);
    else if (ids === undefined) reads.set(root, new Set([String(id)]));
    else ids.add(String(id));
  });
  return reads ?? NO_READS;
}

const NO_READS: Compiled['reads'] = new Map();

import { type Data, type Result, toName } from '../base/index.ts';
import {
  type CompiledData,
  type CompileOptions,
  compileData,
  type Evaluation,
  type ExpressionFailure,
  evaluateCompiled,
  type Scope,
  visitReferences,
} from '../expression/index.ts';

/** Values of the document, compiled once: maps and lists by identity, texts by what they say. */
export interface CompiledCache {
  readonly data: WeakMap<object, Compiled>;
  /** Texts with templates, and bare expressions. */
  readonly texts: Map<Data, Compiled>;
  readonly bare: Map<Data, Compiled>;
}

/** A compiled value, and which ids of `tasks`, `agents`, `tools`, `memory` it reads; null when it may read any. */
export interface Compiled {
  readonly evaluate: (scope: Scope) => Result<Evaluation, ExpressionFailure>;
  readonly reads: ReadonlyMap<string, ReadonlySet<string> | null>;
}

/** Roots that grow with the workflow: an expression is given only the entries it names. */
const RESULT_ROOTS: ReadonlySet<string> = new Set(['tasks', 'agents', 'tools', 'memory']);

/** An empty cache: each value of the document is compiled when it is first evaluated. */
export function createCompiledCache(): CompiledCache {
  return { data: new WeakMap(), texts: new Map(), bare: new Map() };
}

/**
 * A value of the document, ready to be evaluated. Maps and lists are known by identity: one of them must always be
 * asked for with the same options.
 */
export function compileOnce(cache: CompiledCache, data: Data, options: CompileOptions = {}): Compiled {
  if (typeof data === 'object' && data !== null) {
    const known = cache.data.get(data);
    if (known !== undefined) return known;
    const compiled = compile(data, options);
    cache.data.set(data, compiled);
    return compiled;
  }
  const scalars = options.bare === true ? cache.bare : cache.texts;
  const known = scalars.get(data);
  if (known !== undefined) return known;
  const compiled = compile(data, options);
  scalars.set(data, compiled);
  return compiled;
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
    else if (ids === undefined) reads.set(root, new Set([toName(String(id))]));
    else ids.add(toName(String(id)));
  });
  return reads ?? NO_READS;
}

const NO_READS: Compiled['reads'] = new Map();

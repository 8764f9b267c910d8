import { type Data, type Result, toName } from '../../base/index.ts';
import {
  type CompiledData,
  type CompileOptions,
  compileData,
  type Evaluation,
  type ExpressionFailure,
  evaluateCompiled,
  type Scope,
  visitReferences,
} from '../../expression/index.ts';

/** Values of the document, compiled once: maps and lists by identity, texts by what they say. */
export interface CompiledCache {
  readonly data: WeakMap<object, Compiled>;
  /** Texts with templates, and bare expressions. */
  readonly texts: Map<Data, Compiled>;
  readonly bare: Map<Data, Compiled>;
}

/** A value of the document and the name of its field, for errors. */
export interface Field {
  readonly data: Data;
  readonly where: string;
  readonly options?: CompileOptions;
  /** What `data` was compiled to, where its owner keeps that. */
  readonly compiled?: Compiled;
}

/** A compiled value, and what it reads. */
export class Compiled {
  readonly reads: Reads;
  readonly readsMemory: boolean;
  readonly #data: CompiledData;

  constructor(data: CompiledData) {
    this.#data = data;
    this.reads = collectReads(data);
    const { memory } = this.reads;
    this.readsMemory = memory === null || memory.length > 0;
  }

  evaluate(scope: Scope): Result<Evaluation, ExpressionFailure> {
    return evaluateCompiled(this.#data, scope);
  }
}

/** Ids of what is read of each root that grows with the workflow; null when it may be any. */
export interface Reads {
  readonly tasks: readonly string[] | null;
  readonly agents: readonly string[] | null;
  readonly tools: readonly string[] | null;
  readonly memory: readonly string[] | null;
}

/** Roots that grow with the workflow: an expression receives only the entries it names. */
const RESULT_ROOTS: ReadonlySet<string> = new Set(['tasks', 'agents', 'tools', 'memory']);

/** An empty cache: each value of the document is compiled when it is first evaluated. */
export function createCompiledCache(): CompiledCache {
  return { data: new WeakMap(), texts: new Map(), bare: new Map() };
}

/**
 * A value of the document, ready to be evaluated. Maps and lists are known by identity: one of them must always be
 * asked for with the same options.
 */
export function compileOnce(cache: CompiledCache, data: Data, options?: CompileOptions): Compiled {
  if (typeof data === 'object' && data !== null) {
    const known = cache.data.get(data);
    if (known !== undefined) return known;
    const compiled = new Compiled(compileData(data, options));
    cache.data.set(data, compiled);
    return compiled;
  }
  const scalars = options?.bare === true ? cache.bare : cache.texts;
  const known = scalars.get(data);
  if (known !== undefined) return known;
  const compiled = new Compiled(compileData(data, options));
  scalars.set(data, compiled);
  return compiled;
}

function collectReads(program: CompiledData): Reads {
  const reads = { tasks: NOTHING, agents: NOTHING, tools: NOTHING, memory: NOTHING };
  visitReferences(program, ({ root, path: [id] }) => {
    if (isResultRoot(root)) reads[root] = addId(reads[root], id);
  });
  return reads;
}

type Ids = Reads[keyof Reads];

const NOTHING: Ids = [];

function isResultRoot(root: string): root is keyof Reads {
  return RESULT_ROOTS.has(root);
}

function addId(ids: Ids, id: string | number | undefined): Ids {
  if (ids === null || id === undefined) return null;
  const name = toName(String(id));
  return ids.includes(name) ? ids : [...ids, name];
}

import { type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import {
  type BranchListener,
  type Scope as ExpressionScope,
  followKeys,
  type PlainKeys,
} from '../../expression/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { errorToJson } from '../contract/errors.ts';
import type { Compiled } from '../program/compiled.ts';
import type { Activation, Scope, Store } from '../state/Activation.ts';
import type { Frame } from '../state/Continuation.ts';
import { isBefore } from '../state/isBefore.ts';
import type { MemoryState, Run } from '../state/Run.ts';
import { nextRandom } from '../state/random.ts';
import { findResult, readResult, readResults, readTaskOutput, readTaskState } from './stores.ts';

/** What expressions of a frame can read (format.md 8). Each root is memoized when it is first read. */
export function toExpressionScope(run: Run, frame: Frame, reads: Compiled['reads']): ExpressionScope {
  return new FrameScope(run, frame, reads);
}

class FrameScope implements ExpressionScope {
  readonly #run: Run;
  readonly #frame: Frame;
  readonly #reads: Compiled['reads'];
  /** The first root that was read, which mostly stays the only one, and all further ones. */
  #name: string | null = null;
  #value: Json | undefined;
  #others: Map<string, Json | undefined> | null = null;

  constructor(run: Run, frame: Frame, reads: Compiled['reads']) {
    this.#run = run;
    this.#frame = frame;
    this.#reads = reads;
  }

  root(name: string): Json | undefined {
    if (name === this.#name) return this.#value;
    const known = this.#others?.get(name);
    if (known !== undefined || this.#others?.has(name) === true) return known;
    const value = readRoot(this.#run, this.#frame, { name, reads: this.#reads });
    this.#keep(name, value);
    return value;
  }

  /** One result is read by itself: a workflow may have thousands. */
  follow(root: string, keys: PlainKeys): Json | undefined {
    const [id, field] = keys;
    if (root !== 'tasks' || typeof id !== 'string' || this.#frame.roots.get(root) !== undefined)
      return followKeys(this.root(root), keys);
    const activation = findResult(this.#run, this.#frame.store, id);
    if (activation === undefined) return followKeys(this.root(root), keys);
    return field === 'output'
      ? followKeys(readTaskOutput(this.#run, activation), keys, 2)
      : followKeys(readTaskState(this.#run, activation), keys, 1);
  }

  #keep(name: string, value: Json | undefined): void {
    if (this.#name === null) {
      this.#name = name;
      this.#value = value;
      return;
    }
    this.#others ??= new Map();
    this.#others.set(name, value);
  }

  now(): number {
    return this.#run.now;
  }

  random(): number {
    return nextRandom(this.#run);
  }

  refuseText(text: string, name: string): string | undefined {
    return refuseSecret(this.#run, text, name);
  }

  get roundsIntegers(): boolean {
    return isBefore(this.#run, '0.3');
  }

  get onBranch(): BranchListener | undefined {
    const { onBranch } = this.#run;
    if (onBranch === null) return undefined;
    return (...branch) => onBranch(this.#frame.activation?.task.id ?? null, ...branch);
  }
}

function readRoot(run: Run, frame: Frame, want: { name: string; reads: Compiled['reads'] }): Json | undefined {
  const own = frame.roots.get(want.name);
  if (own !== undefined) return own;
  switch (want.name) {
    case 'tasks':
    case 'agents':
    case 'tools':
      return readNamedResults(run, frame.store, { kind: want.name, ids: want.reads[want.name] });
    case 'env':
      return frame.env;
    case 'workflow':
      return workflowRoot(run);
    case 'trigger':
      return { input: run.input };
    case 'memory':
      return memoryRoot(run, want.reads.memory);
    default:
      return frame.activation === null ? undefined : readActivationRoot(frame.activation, want.name);
  }
}

function readNamedResults(
  run: Run,
  store: Store,
  want: { kind: 'tasks' | 'agents' | 'tools'; ids: readonly string[] | null },
): JsonObject {
  if (want.ids === null) return readResults(run, store, want.kind);
  const results: Record<string, Json> = {};
  for (const id of want.ids) {
    const value = readResult(run, store, want.kind, id);
    // By assignment this id would set the prototype.
    if (id === '__proto__') return readResults(run, store, want.kind);
    if (value !== undefined) results[id] = value;
  }
  return results;
}

function workflowRoot(run: Run): JsonObject {
  const { workflow } = run.program;
  return {
    id: workflow.id,
    name: workflow.name ?? run.started?.file ?? null,
    run_id: run.started?.runId ?? null,
    input: run.input,
  };
}

function readActivationRoot(activation: Activation, name: string): Json | undefined {
  switch (name) {
    case 'id':
      return activation.task.id;
    case 'type':
      return activation.task.type;
    case 'status':
      return activation.status;
    case 'input':
      return activation.input;
    case 'output':
      return activation.output;
    case 'error':
      return errorToJson(activation.error ?? activation.arrival.error);
    case 'event':
      return activation.arrival.event;
    case 'attempt':
      return Math.max(1, activation.attempt);
    case 'retry_count':
      return Math.max(0, activation.attempt - 1);
    default:
      return activation.rootAt(name) ?? readScopeRoot(activation.scope, name);
  }
}

/** `item`, `operation_id` and the like: from the nearest container that provides them. */
function readScopeRoot(scope: Scope, name: string): Json | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.container?.scope ?? null) {
    const value = at.roots.get(name) ?? at.container?.rootAt(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** What a host gives in place of a secret, and nothing else. */
const PLACEHOLDER = /^⟦secret:[^⟦⟧]+⟧$/;

/** Functions whose result the egress can put the value into. */
const KEEPING: ReadonlySet<string> = new Set(['base64', 'encodeURI', 'encodeURIComponent']);

/**
 * Why a function may not take a text apart: there is a secret in it, of which the run has the placeholder alone. Undefined where it may. Runs of
 * versions before 0.3 continue as they began.
 */
function refuseSecret(run: Run, text: string, name: string): string | undefined {
  if (!text.includes('⟦') || KEEPING.has(name) || isBefore(run, '0.3')) return undefined;
  const found = Object.entries(run.started?.env ?? {}).find(
    ([, value]) => typeof value === 'string' && PLACEHOLDER.test(value) && text.includes(value),
  );
  if (found === undefined) return undefined;
  const [variable] = found;
  return `env.${variable} is a secret: the run has only a placeholder for it. Use it unchanged, or in base64(), encodeURI() or encodeURIComponent(); if it is no secret, say so (on the command line with --plain ${variable}).`;
}

/** Root `memory` with these ids, or with all: each is its backend's last answer. One that was never read is omitted. */
function memoryRoot(run: Run, ids: readonly string[] | null): JsonObject {
  return jsonObject(statesOf(run, ids).flatMap(([id, { answer }]) => (answer === null ? [] : [[id, answer] as const])));
}

/** Why what reads these memories cannot be evaluated; null when all could be read. */
export function findMemoryProblem(run: Run, ids: readonly string[] | null): RunError | null {
  return statesOf(run, ids).find(([, { error }]) => error !== null)?.[1].error ?? null;
}

function statesOf(run: Run, ids: readonly string[] | null): readonly (readonly [string, MemoryState])[] {
  return [...run.memories].filter(([id]) => ids === null || ids.includes(id));
}

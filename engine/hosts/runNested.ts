import { err, ok, type Result } from '../base/index.ts';
import type { HostPorts, Performer, RunWorkflow, Vault, WorkspaceFiles } from '../effects/index.ts';
import { analyze } from '../graph/index.ts';
import {
  advance,
  type Call,
  createRun,
  type Effect,
  EMPTY_VIEW,
  foldRun,
  forgetEnded,
  type Outcome,
  type Run,
  type RunInput,
  type RunView,
} from '../run/index.ts';
import { prepareRun } from './prepareRun.ts';
import type { RunInputDraft } from './RunInputDraft.ts';
import type { Variable } from './RunRequest.ts';

/** Most levels of nested workflows, with the outermost. */
export const DEEPEST = 8;

/** What nested runs share with the outer run. */
export interface NestedContext {
  /** Path of the outermost workflow in the workspace. */
  readonly file: string;
  readonly files: WorkspaceFiles;
  readonly variables: readonly Variable[];
  /** The salt of the outer run: placeholders of secrets are the same in all of them. */
  readonly salt: string;
  readonly version: string;
  /** ms since the epoch. */
  readonly now: () => number;
  /** Waits some ms by the clock of the run; resolves early once the signal aborts. */
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly createPerformer: (vault: Vault, ports: Pick<HostPorts, 'runWorkflow'>) => Performer;
}

/**
 * Runs the workflows of `core:workflow`. Each is one call of the outer run, which journals its outcome; a nested run that
 * was interrupted starts again. A workflow that would run inside of itself, and more than 8 levels, are refused.
 */
export function createRunWorkflow(context: NestedContext, chain: readonly string[] = [context.file]): RunWorkflow {
  return async ({ file, input, key, simulate }, signal) => {
    const path = [...chain, file].join(' → ');
    if (chain.includes(file))
      return refuse('CONFIGURATION_ERROR', 'cycle', `“${file}” would run inside of itself: ${path}.`, file);
    if (chain.length >= DEEPEST)
      return refuse(
        'LIMIT_ERROR',
        'depth',
        `More than ${DEEPEST} workflows would run inside of each other: ${path}.`,
        file,
      );
    const read = await readWithImports(file, context.files);
    if (!read.ok) return refuse('REFERENCE_ERROR', 'file', read.error, file);
    const prepared = await prepareRun(
      { path: file, ...read.value, input, variables: context.variables, simulate, seed: seedOf(key) },
      { runId: key, at: context.now(), salt: context.salt, version: context.version },
    );
    if (!prepared.ok) return refuseStart(prepared.error, file);
    if (signal.aborted) return cancelled(file);
    const { workflow, started, vault } = prepared.value;
    const runWorkflow = createRunWorkflow(context, [...chain, file]);
    const performer = context.createPerformer(vault, { runWorkflow });
    try {
      return toOutcome(await new NestedExecutor(createRun(workflow), performer, context).drive(started, signal), file);
    } finally {
      performer.close();
    }
  };
}

export async function readWithImports(
  file: string,
  files: WorkspaceFiles,
): Promise<Result<{ readonly source: string; readonly files: ReadonlyMap<string, string> }, string>> {
  const read = await files.read(file);
  if (!read.ok) return read;
  const source = read.value;
  const own = analyze(file, source);
  const texts = new Map<string, string>();
  const requested = new Set<string>();
  for (;;) {
    const { wanted = [] } = analyze(file, source, own, texts).imports ?? {};
    const missing = wanted.filter((name) => !requested.has(name));
    if (missing.length === 0) return ok({ source, files: texts });
    for (const name of missing) {
      requested.add(name);
      // Of a package, all files of its folder: another version may match.
      const folder = name.slice(0, Math.max(0, name.lastIndexOf('/')));
      const listed = name.startsWith('packages/') ? await files.list(folder) : err('');
      for (const each of [name, ...(listed.ok ? listed.value : [])]) {
        const found = texts.has(each) ? err('') : await files.read(each);
        if (found.ok) texts.set(each, found.value);
      }
    }
  }
}

/** The seed of a nested run: equal for equal calls, so that a replay simulates the same results. */
export function seedOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

export function refuse(code: string, reason: string, message: string, file: string): Outcome {
  return { ok: false, error: { code, message, details: { type: 'workflow', reason, file } }, retryAfter: null };
}

export function cancelled(file: string): Outcome {
  return refuse('CANCELLED', 'cancelled', `“${file}” was cancelled before it started.`, file);
}

export function refuseStart(
  failure: Extract<Awaited<ReturnType<typeof prepareRun>>, { ok: false }>['error'],
  file: string,
): Outcome {
  if (failure.type === 'input') {
    const { code, message, details } = failure.error;
    return { ok: false, error: { code, message: `“${file}” cannot start: ${message}`, details }, retryAfter: null };
  }
  const [first] = failure.diagnostics.filter(({ severity }) => severity === 'error');
  return refuse('CONFIGURATION_ERROR', 'check', `“${file}” has errors and cannot run: ${first?.message ?? ''}`, file);
}

export function toOutcome(view: RunView | 'stuck', file: string): Outcome {
  if (view === 'stuck')
    return refuse(
      'EXECUTION_ERROR',
      'stuck',
      `“${file}” waits for a signal or is paused: a nested workflow receives no signals and cannot be resumed.`,
      file,
    );
  const warnings = view.warnings.map(({ code, message }) => ({ code, message: `${file}: ${message}` }));
  if (view.status === 'success')
    return { ok: true, value: view.output ?? null, simulated: isSimulated(view), warnings };
  const { code, message, details } = view.error ?? { code: 'CANCELLED', message: 'It was cancelled.', details: null };
  return {
    ok: false,
    error: {
      code,
      message: `“${file}” failed: ${message}`,
      details: { type: 'workflow', reason: 'failed', file, details },
    },
    retryAfter: null,
  };
}

/** Whether any result in a run was simulated: then the outcome of the call counts as simulated, too. */
function isSimulated({ activations }: RunView): boolean {
  return [...activations.values()].some(({ simulated }) => simulated);
}

/** The executor of one nested run, without a journal. */
class NestedExecutor {
  readonly #run: Run;
  readonly #performer: Performer;
  readonly #context: NestedContext;
  readonly #inFlight = new Map<string, AbortController>();
  readonly #inbox: RunInputDraft[] = [];
  #wake: () => void = () => undefined;
  #view = EMPTY_VIEW;
  #isFinished = false;

  constructor(run: Run, performer: Performer, context: NestedContext) {
    this.#run = run;
    this.#performer = performer;
    this.#context = context;
  }

  async drive(started: RunInput, signal: AbortSignal): Promise<RunView | 'stuck'> {
    const cancel = (): void => this.#receive({ type: 'run.cancelled' });
    signal.addEventListener('abort', cancel, { once: true });
    let hasMore = this.#feed(started);
    while (!this.#isFinished) {
      const next = this.#inbox.shift() ?? (hasMore ? ({ type: 'run.continued' } as const) : null);
      if (next !== null) {
        hasMore = this.#feed({ ...next, at: this.#context.now() });
        // Let messages and timers of the host run.
        if (hasMore) await this.#context.delay(0, signal);
      } else if (this.#inFlight.size === 0) {
        break;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
    signal.removeEventListener('abort', cancel);
    for (const controller of this.#inFlight.values()) controller.abort();
    return this.#isFinished ? this.#view : 'stuck';
  }

  #feed(input: RunInput): boolean {
    const { events, effects, more, isFinished } = advance(this.#run, input);
    this.#view = forgetEnded(foldRun(this.#view, events));
    this.#isFinished = isFinished;
    for (const effect of effects) this.#take(effect);
    return more;
  }

  #take(effect: Effect): void {
    switch (effect.type) {
      case 'timer.start':
        void this.#wait(effect.id, effect.at - this.#context.now());
        return;
      case 'timer.cancel':
        this.#abort(`timer ${effect.id}`);
        return;
      case 'effect.abort':
        this.#abort(effect.key);
        return;
      default:
        void this.#call(effect);
    }
  }

  async #wait(id: string, ms: number): Promise<void> {
    const controller = this.#begin(`timer ${id}`);
    await this.#context.delay(Math.max(0, ms), controller.signal);
    if (this.#end(`timer ${id}`, controller)) this.#receive({ type: 'timer.fired', id });
  }

  async #call(call: Call): Promise<void> {
    const controller = this.#begin(call.key);
    const outcome = await this.#performer.perform(call, controller.signal);
    if (this.#end(call.key, controller)) this.#receive({ type: 'effect.completed', key: call.key, outcome });
  }

  #begin(key: string): AbortController {
    const controller = new AbortController();
    this.#inFlight.set(key, controller);
    return controller;
  }

  /** Removes a call or a timer; false where it was aborted or replaced. */
  #end(key: string, controller: AbortController): boolean {
    if (this.#inFlight.get(key) !== controller) return false;
    this.#inFlight.delete(key);
    return true;
  }

  #abort(key: string): void {
    this.#inFlight.get(key)?.abort();
    this.#inFlight.delete(key);
    this.#wake();
  }

  #receive(input: RunInputDraft): void {
    this.#inbox.push(input);
    this.#wake();
  }
}

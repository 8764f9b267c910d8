import { setMaxListeners } from 'node:events';
import type { FailureRule } from '../../serveConfig/index.ts';
import { INTEGER, type MessageOf, mapOf, NUMBER, optional, recordOf } from '../../wire/index.ts';
import { UnreadableError } from '../errors.ts';
import { listAll } from '../followEvents.ts';
import type { RunService, RunStart, ServedRun, ServedRunHead, ServedStatus } from '../RunService.ts';
import { explainRefusal } from '../refusals.ts';
import { OF_FAILURES, shortHash } from '../retryOf.ts';
import type { StateFile } from '../StateFile.ts';
import type { WallClock } from './WallClock.ts';

/** What is known of failures. Times are ms since the epoch. */
export type FailureMarks = MessageOf<typeof FAILURES.shape>;
export const FAILURES = {
  shape: recordOf({
    version: optional(INTEGER),
    /** From when on failures count, by rule. */
    rules: mapOf(NUMBER),
    /** When failures ended that were handled and still count, by the id of the run: what was started for them may be removed. */
    handled: optional(mapOf(NUMBER)),
  }),
  advice: 'Delete it; runs that failed while the server was down then start nothing.',
};

/** What it works with. */
export interface FailureParts {
  readonly service: Pick<RunService, 'start' | 'get' | 'list' | 'untilEnded'>;
  readonly file: StateFile<FailureMarks>;
  readonly clock: WallClock;
  /** Told in words, once, what keeps it from its work. */
  readonly onProblem: (message: string) => void;
}

/** What is to be known of a run that has failed. */
type Failed = Omit<ServedRun, 'output'>;

/** A rule as the API shows it. */
export interface FailureView {
  readonly of: string;
  readonly workflow: string;
  /** What keeps it from its work, in words; null: nothing does. */
  readonly problem: string | null;
}

/** When what could not be started is tried again, in ms. */
const RETRY = 5_000;

/** How far the clocks of a cluster may be apart, in ms: failures that are looked at twice have one run all the same. */
const APART = 60_000;

/** How often failures are looked for again, in ms: so far back they count after a restart. */
const EVERY = 60_000;

const UNFINISHED: readonly ServedStatus[] = ['queued', 'running', 'waiting', 'paused'];

/**
 * Starts a workflow when a run fails. The id of what it starts is made of the id of the run, so that however often a failure is found,
 * before and after a crash, it has one run. Failures are found by following each run; at the start, and each minute, by looking through those
 * that failed meanwhile. What was looked through is not looked at again: the run that was started for a failure may be removed.
 */
export class FailureHook {
  readonly #rules: readonly FailureRule[];
  readonly #parts: FailureParts;
  readonly #stop = new AbortController();
  readonly #followed = new Set<string>();
  /** When failures ended for which nothing could be started yet, by the id of the run. */
  readonly #open = new Map<string, number>();
  /** When failures ended that were handled, by the id of the run: as long as they may be looked at again. */
  #handled = new Map<string, number>();
  /** From when on failures count, by rule. */
  #since = new Map<string, number>();
  readonly #problems = new Map<FailureRule, string>();
  #onStart: (runId: string) => void = () => undefined;

  constructor(rules: readonly FailureRule[], parts: FailureParts) {
    this.#rules = rules;
    this.#parts = parts;
    setMaxListeners(0, this.#stop.signal);
  }

  list(): readonly FailureView[] {
    return this.#rules.flatMap((rule) => {
      const { of, workflow } = rule;
      return workflow === null ? [] : [{ of, workflow, problem: this.#problems.get(rule) ?? null }];
    });
  }

  /** Follows what has not ended, starts what failures that no one saw ask for, and notifies of each run. */
  async begin(onStart: (runId: string) => void): Promise<void> {
    const { service, file, clock } = this.#parts;
    const { signal } = this.#stop;
    this.#onStart = onStart;
    if (this.#rules.length === 0) return file.remove();
    const now = clock.now();
    const { rules, handled = {} } = file.known;
    this.#since = new Map(this.#rules.map((rule) => [keyOf(rule), rules[keyOf(rule)] ?? now]));
    this.#handled = new Map(Object.entries(handled));
    while (!signal.aborted) {
      try {
        await this.#save();
        for (const status of UNFINISHED)
          for await (const { id } of listAll(service, { status }, signal)) this.follow(id);
        await this.#catchUp();
        break;
      } catch {
        // A disk that is full, or a cluster that does not answer.
        await this.#rest(RETRY);
      }
    }
    void this.#lookAgain();
  }

  async #lookAgain(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#rest(EVERY);
      // Then it is looked once more.
      await this.#catchUp().catch(() => undefined);
    }
  }

  /** Handles what has failed, and notes that it was looked at: what could not be handled is looked at again. */
  async #catchUp(): Promise<void> {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    const { service, clock } = this.#parts;
    const before = clock.now() - APART;
    const failed = { status: 'error', endedSince: Math.min(...this.#since.values()) } as const;
    const gone = new Set(this.#open.keys());
    for await (const run of listAll(service, failed, signal)) {
      gone.delete(run.id);
      const rule = this.#ruleOf(run);
      if (rule !== null && (run.endedAt ?? 0) >= (this.#since.get(keyOf(rule)) ?? Infinity))
        await this.#handle(await this.#whole(run));
    }
    if (signal.aborted) return;
    // Runs that were removed meanwhile can be looked at no more.
    for (const id of gone) this.#open.delete(id);
    const mark = Math.min(before, ...this.#open.values());
    this.#since = new Map([...this.#since].map(([rule, at]) => [rule, Math.max(at, mark)]));
    for (const [id, at] of this.#handled) if (at < mark) this.#handled.delete(id);
    await this.#save();
  }

  #save(): Promise<void> {
    const [rules, handled] = [Object.fromEntries(this.#since), Object.fromEntries(this.#handled)];
    return this.#parts.file.save({ version: 1, rules, handled });
  }

  /** Sees to it that something is started should a run fail. */
  follow(runId: string): void {
    if (this.#rules.length === 0 || this.#followed.has(runId)) return;
    this.#followed.add(runId);
    void this.#await(runId).finally(() => this.#followed.delete(runId));
  }

  /** Starts nothing more, and writes down what was handled since the last look. */
  async end(): Promise<void> {
    this.#stop.abort();
    // A disk that is full: what was handled has its runs.
    if (this.#since.size > 0) await this.#save().catch(() => undefined);
  }

  async #await(runId: string): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        const run = await this.#parts.service.untilEnded(runId, this.#stop.signal);
        if (run?.endedAt != null) await this.#handle(run);
        return;
      } catch (error) {
        // The next server finds it in the list.
        if (error instanceof UnreadableError) return;
        // A cluster that does not answer.
        await this.#rest(RETRY);
      }
    }
  }

  /** A row of a list with its whole error; as it is where that cannot be read. */
  async #whole(head: ServedRunHead): Promise<Failed> {
    try {
      return (await this.#parts.service.get(head.id)) ?? head;
    } catch (error) {
      if (error instanceof UnreadableError) return head;
      throw error;
    }
  }

  async #handle(run: Failed): Promise<void> {
    const rule = this.#ruleOf(run);
    if (rule === null || rule.workflow === null) return;
    const at = run.endedAt ?? 0;
    if (this.#handled.get(run.id) === at) return;
    this.#open.set(run.id, at);
    if (!(await this.#start(toStart(run, rule.workflow), rule))) return;
    this.#open.delete(run.id);
    this.#handled.set(run.id, at);
  }

  /** Answers with whether that is done; false: it is tried again with the next look. */
  async #start(start: RunStart, rule: FailureRule): Promise<boolean> {
    while (!this.#stop.signal.aborted) {
      const started = await this.#parts.service.start(start);
      if (started.ok || started.error.type === 'conflict') {
        this.#problems.delete(rule);
        if (started.ok && started.value.isNew) this.#onStart(started.value.run.id);
        return true;
      }
      const { type } = started.error;
      // The next server finds it.
      if (type === 'draining') return false;
      this.#complain(rule, explainRefusal(started.error));
      // No later start has another input; a file may be fixed.
      if (type !== 'full' && type !== 'storage') return type === 'invalid' || type === 'deep';
      await this.#rest(RETRY);
    }
    return false;
  }

  /** The rule for a failure; null where nothing is to be started for it. */
  #ruleOf({ id, status, workflow, parent, trigger }: Failed): FailureRule | null {
    const isOwn = id.startsWith(OF_FAILURES) || trigger?.startsWith('failure ') === true;
    if (status !== 'error' || parent !== null || isOwn) return null;
    const rule = this.#rules.find(({ of }) => of === workflow) ?? this.#rules.find(({ of }) => of === '*');
    return rule === undefined || rule.workflow === null || rule.workflow === workflow ? null : rule;
  }

  #rest(ms: number): Promise<void> {
    const { signal } = this.#stop;
    return new Promise((resolve) => {
      const cancel = this.#parts.clock.wake(ms, end);
      function end(): void {
        cancel();
        signal.removeEventListener('abort', end);
        resolve();
      }
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
    });
  }

  #complain(rule: FailureRule, message: string): void {
    if (this.#problems.get(rule) !== message)
      this.#parts.onProblem(`on_failure: ${rule.workflow ?? ''} was not started: ${message}`);
    this.#problems.set(rule, message);
  }
}

function keyOf({ of, workflow }: FailureRule): string {
  return `${of} ${workflow ?? ''}`;
}

/** What is started for a failed run, of which it is told. */
function toStart({ id, workflow, error, trigger, depth = 0 }: Failed, handler: string): RunStart {
  const input = {
    run_id: id,
    workflow,
    error: { code: error?.code ?? 'UNKNOWN', message: error?.message ?? '' },
    started_by: trigger,
  };
  const runId = OF_FAILURES + shortHash(`failure:${id}`);
  return { workflow: handler, input, runId, trigger: `failure ${id}`, depth: depth + 1 };
}

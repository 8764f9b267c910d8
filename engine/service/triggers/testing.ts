import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { err, type Json, loadPatterns, ok, type Result } from '../../base/index.ts';
import { readConfig, type ServeConfig } from '../../serveConfig/index.ts';
import { NO_FIGURES } from '../figures.ts';
import type { RunStart, ServedRun, ServiceRefusal, StartedRun } from '../RunService.ts';
import { StateFile } from '../StateFile.ts';
import { SCHEDULES, type ScheduleParts } from './Schedule.ts';
import { Scheduler } from './Scheduler.ts';
import type { WallClock } from './WallClock.ts';

/** A clock that a test sets. */
export class SetClock implements WallClock {
  #at: number;
  /** Who is to be woken, and when. */
  #sleeper: { readonly at: number; readonly onWake: () => void } | null = null;

  constructor(at: string) {
    this.#at = Date.parse(at);
  }

  readonly now = (): number => this.#at;

  readonly wake = (after: number, onWake: () => void): (() => void) => {
    const sleeper = { at: this.#at + after, onWake };
    this.#sleeper = sleeper;
    return () => {
      if (this.#sleeper === sleeper) this.#sleeper = null;
    };
  };

  /** Sets it, also back, and wakes no one. */
  set(at: string): void {
    this.#at = Date.parse(at);
  }

  /** Lets time pass until whoever sleeps is woken, and answers how long that was, in ms. */
  pass(): number {
    const sleeper = this.#sleeper;
    if (sleeper === null) throw new RangeError('Nobody sleeps.');
    const after = sleeper.at - this.#at;
    this.#at = sleeper.at;
    this.#sleeper = null;
    sleeper.onWake();
    return after;
  }
}

/** Runs that end when a test says so: of a service, what triggers ask for. */
export class RunsByHand implements Pick<ScheduleParts, 'service'> {
  readonly service: ScheduleParts['service'];
  readonly starts: RunStart[] = [];
  /** What the next starts are refused for. */
  refusal: ServiceRefusal | null = null;
  /** What the next starts fail with. */
  defect: Error | null = null;
  readonly #runs = new Map<string, { readonly input: string; run: ServedRun }>();
  readonly #waiting = new Map<string, () => void>();

  constructor() {
    this.service = {
      start: async (asked) => this.#start(asked),
      get: async (id) => this.#runs.get(id)?.run ?? null,
      untilEnded: async (id, signal) => {
        const run = this.#runs.get(id)?.run ?? null;
        if (run?.endedAt !== null || signal.aborted) return run;
        await new Promise<void>((resolve) => {
          this.#waiting.set(id, resolve);
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        return this.#runs.get(id)?.run ?? null;
      },
    };
  }

  /** The ids of all runs, in the order of their starts. */
  get ids(): readonly string[] {
    return [...this.#runs.keys()];
  }

  end(id: string): void {
    const kept = this.#runs.get(id);
    if (kept === undefined) throw new RangeError(`There is no run ${id}.`);
    kept.run = { ...kept.run, status: 'success', endedAt: 1 };
    this.#waiting.get(id)?.();
  }

  #start(asked: RunStart): Result<StartedRun, ServiceRefusal> {
    if (this.defect !== null) throw this.defect;
    if (this.refusal !== null) return err(this.refusal);
    const { runId = '', workflow, input, trigger = null } = asked;
    const text = JSON.stringify([workflow, input]);
    const there = this.#runs.get(runId);
    if (there !== undefined)
      return there.input === text
        ? ok({ run: there.run, isNew: false })
        : err({ type: 'conflict', message: 'It has another input.' });
    this.starts.push(asked);
    const ends = { output: null, error: null, queuedAt: 0, startedAt: 0, endedAt: null, parent: null, paused: null };
    const run: ServedRun = { id: runId, workflow, status: 'running', trigger, ...ends, ...NO_FIGURES };
    this.#runs.set(runId, { input: text, run });
    return ok({ run, isNew: true });
  }
}

/** Schedules over runs by hand, with a state folder of their own, and what they said. */
export class SchedulesUnderTest {
  readonly state = mkdtempSync(path.join(tmpdir(), 'signalbox-triggers-'));
  readonly runs = new RunsByHand();
  readonly problems: string[] = [];
  readonly clock: SetClock;
  readonly #service: ScheduleParts['service'];
  #open: Scheduler | null = null;

  /** @param service what executes its runs; the runs by hand unless one is given */
  constructor(at: string, service?: ScheduleParts['service']) {
    this.clock = new SetClock(at);
    this.#service = service ?? this.runs.service;
  }

  /** Ends what is open, as a crash does where nothing else is said, and begins with a schedule `tick`. */
  async open(says: { readonly [key: string]: Json }): Promise<Scheduler> {
    await this.#open?.end();
    const file = await StateFile.open(path.join(this.state, 'schedules.json'), SCHEDULES, { schedules: {} });
    const config = await readText(`schedules: { tick: ${JSON.stringify({ workflow: 'report', ...says })} }`);
    this.#open = new Scheduler(config.schedules, {
      service: this.#service,
      file,
      clock: this.clock,
      onProblem: (message) => this.problems.push(message),
    });
    await this.#open.begin(() => undefined);
    return this.#open;
  }

  /** Looks for what is due at a time. */
  async at(time: string): Promise<void> {
    this.clock.set(time);
    await this.#open?.look();
  }

  async remove(): Promise<void> {
    await this.#open?.end();
    rmSync(this.state, { recursive: true, force: true });
  }
}

/** A configuration without findings. */
export async function readText(text: string): Promise<ServeConfig> {
  await loadPatterns();
  const read = readConfig(text);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}

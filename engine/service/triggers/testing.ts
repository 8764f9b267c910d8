import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Json, loadPatterns } from '../../base/index.ts';
import { readConfig, type ServeConfig } from '../../serveConfig/index.ts';
import { HELLO, RunsInMemory } from '../../server/api/testingRuns.ts';
import type { RunStart } from '../RunService.ts';
import { StateFile } from '../StateFile.ts';
import type { ScheduleParts } from './Schedule.ts';
import { Scheduler } from './Scheduler.ts';
import { SCHEDULES } from './scheduleStates.ts';
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

/** Runs that end when a test says so, of the workflow `report`. */
export class RunsByHand extends RunsInMemory {
  readonly starts: RunStart[] = [];

  constructor() {
    super();
    this.known.push({ ...HELLO, name: 'report' });
  }

  /** The ids of all runs, in the order of their starts. */
  get ids(): readonly string[] {
    return this.starts.map(({ runId = '' }) => runId);
  }

  end(id: string): void {
    this.finish(id, null);
  }

  override async start(asked: RunStart): ReturnType<RunsInMemory['start']> {
    const started = await super.start(asked);
    if (started.ok && started.value.isNew) this.starts.push(asked);
    return started;
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
    this.#service = service ?? this.runs;
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

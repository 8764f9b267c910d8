import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, isJsonObject, type Json, jsonObject } from '../../base/index.ts';
import { replaceFile } from '../../hosts/node/index.ts';

/** How far a schedule has come. Times are ms since the epoch. */
export interface ScheduleState {
  /** What it was: with another pattern or zone it begins again. */
  readonly cron: string;
  readonly timeZone: string;
  /** What is due until here was decided about. */
  readonly seen: number;
  /** The run that it started last; null: none yet. */
  readonly last: string | null;
  /** Due times whose runs wait for the end of that one. */
  readonly queued: readonly number[];
  /** True: somebody has paused it, and it starts nothing by itself. */
  readonly paused: boolean;
}

/** What the file is called in the state folder. */
const FILE = 'schedules.json';

/** How far each schedule has come, in one file of the state folder that is written whole or not at all. */
export class ScheduleFile {
  readonly #place: string;
  readonly #states: Map<string, ScheduleState>;
  #writing: Promise<void> = Promise.resolve();

  private constructor(place: string, states: Map<string, ScheduleState>) {
    this.#place = place;
    this.#states = states;
  }

  /** Rejects with an `Error` for the user where the file cannot be read. */
  static async open(stateFolder: string): Promise<ScheduleFile> {
    const place = path.join(stateFolder, FILE);
    let text = '{"schedules":{}}';
    try {
      text = await readFile(place, 'utf8');
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
    const states = readStates(text);
    if (states === null)
      throw new Error(`${place} cannot be read. Delete it: schedules then count from now, and make up for nothing.`);
    return new ScheduleFile(place, states);
  }

  get(name: string): ScheduleState | null {
    return this.#states.get(name) ?? null;
  }

  /** Resolves once it is on the disk; rejects with the error of the file system. */
  async save(name: string, state: ScheduleState): Promise<void> {
    this.#states.set(name, state);
    const written = this.#writing.then(() => this.#write());
    this.#writing = written.catch(() => undefined);
    await written;
  }

  #write(): Promise<void> {
    return replaceFile(
      this.#place,
      `${JSON.stringify({ version: 1, schedules: jsonObject(this.#toEntries()) }, null, 2)}\n`,
    );
  }

  #toEntries(): readonly (readonly [string, Json])[] {
    return [...this.#states].map(([name, { cron, timeZone, seen, last, queued, paused }]) => [
      name,
      { cron, time_zone: timeZone, seen, last, queued: [...queued], paused },
    ]);
  }
}

function readStates(text: string): Map<string, ScheduleState> | null {
  try {
    const data: Json = JSON.parse(text);
    const kept = isJsonObject(data) ? (data['schedules'] ?? null) : null;
    if (!isJsonObject(kept)) return null;
    const states = Object.entries(kept).map(([name, value]) => [name, readState(value)] as const);
    const known = states.flatMap(([name, state]) => (state === null ? [] : [[name, state] as const]));
    return known.length === states.length ? new Map(known) : null;
  } catch {
    return null;
  }
}

function readState(value: Json): ScheduleState | null {
  if (!isJsonObject(value)) return null;
  const { cron, time_zone: timeZone, seen, last = null, queued, paused = false } = value;
  if (typeof cron !== 'string' || typeof timeZone !== 'string' || typeof seen !== 'number') return null;
  if (!(last === null || typeof last === 'string') || !Array.isArray(queued)) return null;
  if (typeof paused !== 'boolean') return null;
  const times = queued.filter((time) => typeof time === 'number');
  return times.length === queued.length ? { cron, timeZone, seen, last, queued: times, paused } : null;
}

import { isJsonObject, type Json, type JsonObject, ownValue } from '../../base/index.ts';
import type { CallMatch } from '../../testFile/index.ts';
import type { Renames } from './Renames.ts';
import type { Cassette, RecordedCall } from './recordCassette.ts';

/** What a cassette has for a call: its answer there, that of the same request from elsewhere, or none. */
export type RecordedMatch =
  | { readonly recorded: RecordedCall }
  /** `asked`: what was asked there then; null: nothing was. */
  | { readonly asked: RecordedCall | null };

/** Who looks for an answer, and for what; tasks are called what they were when the cassette was recorded. */
export interface Wanted {
  readonly place: string;
  readonly taskId: string;
  readonly fingerprint: string;
}

/** The calls of a cassette while it plays: each is given out once. */
export class Deck {
  readonly #byPlace = new Map<string, RecordedCall>();
  readonly #byFingerprint = new Map<string, RecordedCall[]>();
  readonly #byTask = new Map<string, RecordedCall[]>();
  readonly #renames: Renames;
  readonly #match: CallMatch;
  readonly #taken = new Set<RecordedCall>();

  /** @param renames from the text that was recorded to the one that runs now */
  constructor({ calls }: Cassette, renames: Renames, match: CallMatch = 'request') {
    this.#renames = renames;
    this.#match = match;
    for (const recorded of calls) {
      const call = { ...recorded, fingerprint: renames.inText(recorded.fingerprint) };
      if (!this.#byPlace.has(call.place)) this.#byPlace.set(call.place, call);
      add(this.#byFingerprint, this.#wordsOf(call.fingerprint), call);
      add(this.#byTask, call.taskId, call);
    }
  }

  /**
   * What was recorded at the place for the same request; else for the same request elsewhere, in its order: at first of tasks that are no
   * more, so that the others still have theirs.
   */
  take({ place, taskId, fingerprint }: Wanted): RecordedMatch {
    const here = this.#byPlace.get(place);
    const words = this.#wordsOf(fingerprint);
    const isHere = here !== undefined && (this.#match === 'place' || this.#wordsOf(here.fingerprint) === words);
    if (isHere && !this.#taken.has(here)) return this.#give(here);
    const same = (this.#byFingerprint.get(words) ?? []).filter((call) => !this.#taken.has(call));
    const moved = same.find((call) => this.#renames.isGone(call.taskId)) ?? same[0];
    if (moved !== undefined) return this.#give(moved);
    const asked = here ?? this.#byTask.get(taskId)?.find((call) => !this.#taken.has(call));
    return { asked: asked === undefined || asked.fingerprint === fingerprint ? null : asked };
  }

  /** What of a request must be the same. */
  #wordsOf(fingerprint: string): string {
    if (typeof this.#match === 'string') return fingerprint;
    const request: Json = JSON.parse(fingerprint);
    return JSON.stringify(this.#match.map((path) => partOf(request, path.split('.')) ?? null));
  }

  #give(recorded: RecordedCall): RecordedMatch {
    this.#taken.add(recorded);
    return { recorded };
  }
}

function partOf(value: Json | undefined, [key, ...rest]: readonly string[]): Json | undefined {
  if (key === undefined) return value;
  if (Array.isArray(value)) return partOf(value[Number(key)], rest);
  return isJsonObject(value ?? null) ? partOf(ownValue(value as JsonObject, key), rest) : undefined;
}

function add(calls: Map<string, RecordedCall[]>, key: string, call: RecordedCall): void {
  const known = calls.get(key);
  if (known === undefined) calls.set(key, [call]);
  else known.push(call);
}

import { err, messageOf, ok, type Result } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import type { Call, RunEvent, RunInput, RunPlan } from '../../run/index.ts';
import type { CallMatch, Findings, TestCassette, TestFile } from '../../testFile/index.ts';
import { tellChanges } from '../cassette/compareRequests.ts';
import { Deck } from '../cassette/Deck.ts';
import { fingerprintOf } from '../cassette/fingerprintOf.ts';
import { Places } from '../cassette/listCalls.ts';
import { Renames, renameStart } from '../cassette/Renames.ts';
import { type Cassette, type RecordedCall, recordCassette } from '../cassette/recordCassette.ts';
import type { AnsweredCall } from './askWithin.ts';

/** A cassette, and the workflow that it was recorded with. */
export interface GivenCassette {
  readonly cassette: Cassette;
  readonly analysis: Analysis;
}

/** What a recorded run asked where a call asks for something else now. */
export interface PastCall {
  /** In what both differ, in a sentence. */
  readonly changes: string;
  /** What it had; null: no answer came. */
  readonly answer: AnsweredCall | null;
}

/** The answers of a cassette while a test plays. */
export class RecordedCalls {
  readonly #runId: string;
  readonly #renames: Renames;
  readonly #places: Places;
  readonly #deck: Deck;
  readonly #start: Cassette['start'];
  /** What calls were answered with, by their keys. */
  readonly #given = new Map<string, AnsweredCall | null>();
  /** Keys of calls that the recorded run gave up. */
  readonly #left = new Set<string>();

  /** What was asked at the places of calls without an answer; null: nothing was. By their keys. */
  readonly #misses = new Map<string, PastCall | null>();

  /** @param analysis the workflow that is tested */
  constructor({ cassette, analysis: recorded }: GivenCassette, analysis: Analysis, match?: CallMatch) {
    const renames = new Renames(effectiveWorkflow(recorded), effectiveWorkflow(analysis));
    this.#runId = cassette.start.runId;
    this.#renames = renames;
    this.#places = new Places((id) => renames.before(id));
    this.#deck = new Deck(cassette, renames, match);
    this.#start = renameStart(cassette.start, renames);
  }

  /** Which part of the workflow the run played, and with which results of others; where it stopped for a person is omitted. */
  get plan(): RunPlan | undefined {
    const { plan } = this.#start;
    if (plan === undefined) return undefined;
    const {
      breakpoints: _,
      pauseOnError: __,
      isPaused: ___,
      pauseBefore: ____,
      pauseAfter: _____,
      virtualTime: ______,
      ...played
    } = plan;
    return played;
  }

  /** Notes what happened in the test: from it follow the places of calls. */
  take(events: readonly RunEvent[]): void {
    this.#places.take(events);
  }

  /** Whether a call has no answer because the recorded run gave it up: a time ran out, or it was cancelled. */
  isLeft({ key }: Call): boolean {
    return this.#left.has(key);
  }

  /** What the recorded run asked at the place of a call without an answer, and had; null where it made no call there. */
  pastOf({ key }: Call): PastCall | null {
    return this.#misses.get(key) ?? null;
  }

  /** What a call was answered with, after how many ms; null where it was not made, or not answered. A call that is made again is the same. */
  answer(call: Call): AnsweredCall | null {
    const given = this.#given.get(call.key);
    if (given !== undefined) return given;
    const answered = this.#find(call);
    this.#given.set(call.key, answered);
    return answered;
  }

  #find(call: Call): AnsweredCall | null {
    const fingerprint = this.#renames.inText(fingerprintOf(call, this.#runId));
    const place = this.#places.placeOf(call.key);
    const found = this.#deck.take({ place, taskId: this.#renames.before(call.taskId), fingerprint });
    if (!('recorded' in found)) {
      this.#misses.set(call.key, found.asked === null ? null : toPast(found.asked, fingerprint));
      return null;
    }
    const answered = answerOf(found.recorded);
    if (answered === null) this.#left.add(call.key);
    return answered;
  }
}

function toPast(asked: RecordedCall, fingerprint: string): PastCall {
  const changes = tellChanges(JSON.parse(asked.fingerprint), JSON.parse(fingerprint));
  return { changes, answer: answerOf(asked) };
}

function answerOf({ inputs }: RecordedCall): AnsweredCall | null {
  // One that was not made, since its host lacked something, was made later.
  for (const { input, after } of inputs)
    if (input.type === 'effect.completed' && (input.outcome.ok || input.outcome.missing === undefined))
      return { outcome: input.outcome, duration: after };
  return null;
}

/** How the recorded runs of a test file are read. */
interface CassetteReading {
  /** The run that a test names; the error is a sentence for the user. */
  readonly read: (cassette: TestCassette) => Promise<Result<GivenCassette, string>>;
  /** What may be named instead of one that cannot be read: a sentence. */
  readonly advice: string;
  /** Gets what cannot be read. */
  readonly findings: Findings;
}

/** The recorded runs that the tests of a file name, each read once, by the names that they have there. */
export async function giveCassettes(
  { tests }: TestFile,
  { read, advice, findings }: CassetteReading,
): Promise<ReadonlyMap<string, GivenCassette>> {
  const known = new Map<string, Result<GivenCassette, string>>();
  const given = new Map<string, GivenCassette>();
  for (const { cassette } of tests) {
    if (cassette === null) continue;
    const run = known.get(cassette.file) ?? (await read(cassette));
    known.set(cassette.file, run);
    if (run.ok) given.set(cassette.file, run.value);
    else {
      const message = `The recorded run ${cassette.file} cannot be read. ${run.error} ${advice}`;
      findings.add('TEST_CASSETTE', cassette.path, message);
    }
  }
  return given;
}

/** A recorded run as tests play it; the error says why its inputs cannot be played. Patterns must be loaded. */
export function toGivenCassette(analysis: Analysis, inputs: readonly RunInput[]): Result<GivenCassette, string> {
  try {
    return ok({ analysis, cassette: recordCassette(effectiveWorkflow(analysis), inputs).cassette });
  } catch (error) {
    const reason = messageOf(error);
    return err(`It cannot be played: ${reason.replace(/\.$/, '')}.`);
  }
}

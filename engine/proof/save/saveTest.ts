import { ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { RunEvent } from '../../run/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import type { Refusal } from '../../text/index.ts';
import type { Cassette } from '../cassette/Cassette.ts';
import type { GivenCassette } from '../play/RecordedCalls.ts';
import type { TestPorts } from '../play/TestCalls.ts';
import { type Draft, DraftPlayer } from './DraftPlayer.ts';
import { expectRun } from './expectRun.ts';
import { freeName } from './freeName.ts';
import { type Likeness, likenessOf } from './likenessOf.ts';
import { listForms } from './listForms.ts';
import { nameRun } from './nameRun.ts';
import { readVariables } from './readVariables.ts';
import { recordRun } from './recordRun.ts';
import { shortenAnswers } from './shortenAnswers.ts';
import { writeTest } from './writeTest.ts';

/** A run that becomes a test. */
export interface RunToSave {
  readonly analysis: Analysis;
  readonly events: readonly RunEvent[];
  /** What the test is called, with a number where another of the file is called so; absent: what happened in the run. */
  readonly name?: string;
  /** The test file as it is; empty for a new one. */
  readonly text: string;
  /** What the run was given: its seed, its variables, and what came from outside; absent: it is not known. */
  readonly given?: Pick<Cassette, 'start' | 'outside'>;
  /** The recorded run, to be named in place of answers, with its file as the test names it; absent: the test has answers. */
  readonly cassette?: { readonly file: string; readonly given: GivenCassette };
}

/** A test file with a test that passes. */
export interface SavedTest {
  readonly text: string;
  readonly name: string;
  /** Whether the test ends as the run did: what earlier runs kept, and values that a person changed, are not in a test. */
  readonly isSame: boolean;
}

/**
 * Adds a test to a file that plays a run again and expects what comes of it. Only answers that the test needs are written: what
 * gives the same for the same is performed. Refused where the file cannot be changed. Patterns must be loaded.
 */
export async function saveTest(run: RunToSave, ports: TestPorts = {}): Promise<Result<SavedTest, Refusal>> {
  const { analysis, events, text, cassette } = run;
  const { file } = readTestFile(text);
  const tests = [...file.tests, ...file.datasets.map(({ test }) => test)];
  const name = freeName(run.name ?? nameRun(analysis, events), new Set(tests.map((test) => test.name)));
  const player = new DraftPlayer(analysis, { text, count: tests.length, ports });
  const best =
    cassette === undefined
      ? await playRecorded(player, run, name)
      : await player.play({ name, cassette: cassette.file }, cassette.given);
  if (!best.ok) return best;
  const { test, played } = best.value;
  const written = writeTest(text, tests.length, { ...test, expect: expectRun(played, analysis) });
  return written.ok ? ok({ text: written.value, name, isSame: likenessOf(played, events) !== 'other' }) : written;
}

const BEST_FIRST: readonly Likeness[] = ['same', 'end', 'other'];

/** The shortest test in which the same happens; where there is none, the one that is most like the run. */
async function playRecorded(player: DraftPlayer, run: RunToSave, name: string): Promise<Result<Draft, Refusal>> {
  const { analysis, events, given } = run;
  const start = { seed: given?.start.seed ?? null, env: readVariables(analysis, given?.start.env ?? {}) };
  const played = new Map<Likeness, Draft>();
  for (const form of listForms(recordRun(analysis, events, given?.outside ?? null), start)) {
    const draft = await player.play({ name, ...form }, null);
    if (!draft.ok) return draft;
    const likeness = likenessOf(draft.value.played, events);
    if (!played.has(likeness)) played.set(likeness, draft.value);
    if (likeness === 'same') break;
  }
  const [best] = BEST_FIRST.flatMap((likeness) => played.get(likeness) ?? []);
  if (best === undefined) throw new RangeError('A run has at least one form as a test');
  return ok(await shortenAnswers(player, best));
}

import { equalJson, type Json, type JsonObject, jsonObject, ok, type Result, toData } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { RunEvent } from '../../run/index.ts';
import { parseSyntax, setValue } from '../../syntax/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import { applyEdits, type Refusal } from '../../text/index.ts';
import { type PlayedTest, playTest } from '../play/playTest.ts';
import type { GivenCassette } from '../play/RecordedCalls.ts';
import type { TestPorts } from '../play/TestCalls.ts';
import { freeName } from './freeName.ts';
import { startedTasks } from './pathOf.ts';
import { type RecordedRun, recordRun } from './recordRun.ts';

/** A run that becomes a test. */
export interface RunToSave {
  readonly analysis: Analysis;
  readonly events: readonly RunEvent[];
  /** What the test is called; where another of the file is called so, a number is added. */
  readonly name: string;
  /** The test file as it is; empty for a new one. */
  readonly text: string;
  /** The recorded run, to be named in place of answers, with its file as the test names it; absent: the test has answers. */
  readonly cassette?: { readonly file: string; readonly given: GivenCassette };
}

/** A test file with a test that passes. */
export interface SavedTest {
  readonly text: string;
  readonly name: string;
  /** Whether the test ends as the run did: what the run kept from earlier ones, and variables, are not in a test. */
  readonly isSame: boolean;
}

/**
 * Adds a test to a file that plays a run again and expects what comes of it. Only answers that the test needs are written: what
 * gives the same for the same is performed. Refused where the file cannot be changed. Patterns must be loaded.
 */
export async function saveTest(run: RunToSave, ports: TestPorts = {}): Promise<Result<SavedTest, Refusal>> {
  const { analysis, events, text } = run;
  const { file } = readTestFile(text);
  const tests = [...file.tests, ...file.datasets.map(({ test }) => test)];
  const name = freeName(run.name, new Set(tests.map((test) => test.name)));
  const draft = new Draft(analysis, { text, count: tests.length, ports });
  const end = events.at(-1);
  if (run.cassette !== undefined) {
    const named = await draft.playNamed(name, run.cassette);
    return named.ok ? draft.finish(named.value, end) : named;
  }
  const recorded = recordRun(analysis, events);
  const needed = await draft.play(name, recorded, 'needed');
  if (!needed.ok) return needed;
  const whole = endsAs(needed.value.played, end) ? needed : await draft.play(name, recorded, 'all');
  const isSame = whole.ok && endsAs(whole.value.played, end);
  // Where all answers do not help either, such as with an output that says how long something took, the short test is the better one.
  return draft.finish(isSame ? whole.value : needed.value, end);
}

interface PlayedDraft {
  readonly name: string;
  readonly test: JsonObject;
  readonly played: PlayedTest;
}

class Draft {
  readonly #analysis: Analysis;
  readonly #text: string;
  readonly #count: number;
  readonly #ports: TestPorts;

  constructor(
    analysis: Analysis,
    { text, count, ports }: { readonly text: string; readonly count: number; readonly ports: TestPorts },
  ) {
    this.#analysis = analysis;
    this.#text = text;
    this.#count = count;
    this.#ports = ports;
  }

  /** The file with a test at its end. */
  write(test: JsonObject): Result<string, Refusal> {
    const edits = setValue(parseSyntax(this.#text), ['tests', this.#count], toData(test));
    return edits.ok ? ok(applyEdits(this.#text, edits.value)) : edits;
  }

  /** The file with the test, and with what it came to as its expectations. */
  finish({ name, test, played }: PlayedDraft, end: RunEvent | undefined): Result<SavedTest, Refusal> {
    const written = this.write({ ...test, expect: expectationsOf(played, this.#analysis) });
    return written.ok ? ok({ text: written.value, name, isSame: endsAs(played, end) }) : written;
  }

  /** Plays the test that names the recorded run. */
  playNamed(name: string, { file, given }: NonNullable<RunToSave['cassette']>): Promise<Result<PlayedDraft, Refusal>> {
    return this.#playTest(name, { name, cassette: file }, { ...this.#ports, cassette: given });
  }

  /** Plays the test with all answers that were recorded, or with one more of them until nothing is unanswered. */
  async play(name: string, recorded: RecordedRun, which: 'all' | 'needed'): Promise<Result<PlayedDraft, Refusal>> {
    const given = new Map(which === 'all' ? recorded.answers : []);
    for (;;) {
      const draft = await this.#playTest(name, toTest(name, recorded, given), this.#ports);
      if (!draft.ok) return draft;
      const { stop } = draft.value.played;
      const task = stop?.code === 'UNANSWERED' ? stop.task : null;
      const answer = task === null ? undefined : recorded.answers.get(task);
      if (task === null || answer === undefined || given.has(task)) return draft;
      given.set(task, answer);
    }
  }

  /** Plays a test as it reads once it is written: the defaults of the file are in it. */
  async #playTest(name: string, test: JsonObject, ports: TestPorts): Promise<Result<PlayedDraft, Refusal>> {
    const written = this.write(test);
    if (!written.ok) return written;
    const read = readTestFile(written.value).file.tests.at(-1);
    if (read === undefined) throw new RangeError('A test that was written cannot be read');
    return ok({ name, test, played: await playTest(this.#analysis, read, ports) });
  }
}

function toTest(name: string, { input, signals }: RecordedRun, answers: ReadonlyMap<string, Json>): JsonObject {
  return {
    name,
    ...(equalJson(input, {}) ? {} : { input }),
    ...(answers.size === 0 ? {} : { answers: jsonObject(answers) }),
    ...(signals.length === 0 ? {} : { signals }),
  };
}

/** What came of it: how it ended, which tasks started, and its output. */
function expectationsOf(played: PlayedTest, analysis: Analysis): JsonObject {
  const { view } = played;
  const started = startedTasks(played, analysis);
  return {
    ...(view.status === 'error' || view.status === 'cancelled' ? { status: view.status } : {}),
    ...(started.length === 0 ? {} : { path: [...started] }),
    // A text that looks like an expression would be one.
    ...(view.output === null || JSON.stringify(view.output).includes('{{') ? {} : { output: view.output }),
  };
}

function endsAs({ view, stop }: PlayedTest, end: RunEvent | undefined): boolean {
  return (
    stop === null && end?.type === 'run.finished' && end.status === view.status && equalJson(end.output, view.output)
  );
}

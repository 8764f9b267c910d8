import { type Json, type JsonObject, ok, type Result } from '../../base/index.ts';
import { effectiveWorkflow } from '../../graph/index.ts';
import type { Call } from '../../run/index.ts';
import { type Answer, answerForm, readTestFile, type TestCase } from '../../testFile/index.ts';
import type { Refusal } from '../../text/index.ts';
import type { LiveAnswer } from '../play/askWithin.ts';
import { type PlayedTest, playTest } from '../play/playTest.ts';
import type { PastCall } from '../play/RecordedCalls.ts';
import type { TestPorts } from '../play/TestCalls.ts';
import { likenessOf, readTurn } from '../save/shortenAnswers.ts';
import { type AnsweredTest, type RealCall, writeAnswers } from './writeAnswers.ts';

/** A test whose missing answers are to be recorded. */
export interface TestToRecord extends AnsweredTest {
  /** Makes a call for real; or says why it was not made: the end of a sentence. */
  readonly ask: (call: Call) => Promise<LiveAnswer>;
}

/** A test file whose test has answers for all that its workflow asks. */
export interface RecordedTest {
  readonly text: string;
  /** What was asked for real, in order. */
  readonly asked: readonly RealCall[];
  /** Why nothing was written: a call could not be made, or failed. Null: it was, or nothing was missing. */
  readonly problem: string | null;
}

/**
 * Plays a test and makes those of its calls for real that have no answer any more: that are new, that ask for something else than the recorded run or `for`
 * says, or whose answer does not fit their schema. Their answers are written by the smallest edits; a recorded run stays as it is. Calls that fail are not
 * written, and nothing else is then. Refused where the file cannot be changed.
 */
export async function recordTest(subject: TestToRecord, ports: TestPorts): Promise<Result<RecordedTest, Refusal>> {
  const { text } = subject;
  const misfits = misfitsOf(subject);
  if (misfits === null) return ok({ text, asked: [], problem: null });
  const recording = new Recording(subject, misfits);
  const played = await recording.play(ports);
  const { asked } = recording;
  if (played.stop !== null && (asked.length > 0 || played.stop.code === 'UNANSWERED'))
    return ok({ text, asked, problem: played.stop.message });
  if (asked.length === 0) return ok({ text, asked, problem: null });
  for (const isShort of [true, false]) {
    const written = writeAnswers(subject, asked, isShort);
    if (!written.ok) return written;
    if (!isShort || (await isSame(subject, { text: written.value, played, ports })))
      return ok({ text: written.value, asked, problem: null });
  }
  throw new RangeError('Whole answers are always written');
}

/** The answers of a test that do not fit any more; null where something else is wrong with it. */
function misfitsOf({ test, faults = [] }: AnsweredTest): readonly Answer[] | null {
  const all = test.answers.flatMap(({ answers }) => answers);
  const found = faults.map(({ code, path }) =>
    code === 'TEST_ANSWER' ? all.find((answer) => answer.path.every((key, index) => key === path[index])) : undefined,
  );
  return found.every((answer) => answer !== undefined) ? found : null;
}

/** Whether the test goes the same way with what was written, and without a request. */
async function isSame(
  { analysis, test, cassette }: TestToRecord,
  { text, played, ports }: { readonly text: string; readonly played: PlayedTest; readonly ports: TestPorts },
): Promise<boolean> {
  const again = readTestFile(text).file.tests.find(({ path }) => path.every((key, index) => key === test.path[index]));
  if (again === undefined) return false;
  const own = { ...again, env: test.env };
  return likenessOf(await playTest(analysis, own, { ...ports, cassette }), played.events) === 'same';
}

/** One run of a test in which what has no answer is asked for real. */
class Recording {
  readonly asked: RealCall[] = [];
  readonly #subject: TestToRecord;
  readonly #misfits: readonly Answer[];

  constructor(subject: TestToRecord, misfits: readonly Answer[]) {
    this.#subject = subject;
    this.#misfits = misfits;
  }

  play(ports: TestPorts): Promise<PlayedTest> {
    const { analysis, cassette } = this.#subject;
    const { live } = ports;
    return playTest(analysis, this.#test(), {
      ...ports,
      cassette,
      ask: (call, past) => this.#ask(call, { past, replaces: null }),
      live: (call, answer) => {
        const replaced = this.#misfits.find(({ path }) => path === answer.path);
        if (replaced !== undefined) return this.#ask(call, { past: null, replaces: replaced });
        return live === undefined ? this.#ask(call, { past: null, replaces: null }) : live(call, answer);
      },
    });
  }

  /** The test, with what does not fit to be asked for. */
  #test(): TestCase {
    const { test } = this.#subject;
    const answers = test.answers.map((given) => ({
      ...given,
      answers: given.answers.map((answer) =>
        this.#misfits.includes(answer) ? ({ kind: 'live', path: answer.path } as const) : answer,
      ),
    }));
    return { ...test, answers };
  }

  async #ask(
    call: Call,
    { past, replaces }: { readonly past: PastCall | null; readonly replaces: Answer | null },
  ): Promise<LiveAnswer> {
    const answered = await this.#subject.ask(call);
    if ('refusal' in answered) return answered;
    const { outcome } = answered;
    if (!outcome.ok) {
      const { code, message } = outcome.error;
      return { refusal: `it failed with ${code}: ${message} What failed is not recorded.` };
    }
    this.asked.push({
      call,
      answer: this.#answerOf(call, outcome.value),
      before: replaces === null ? this.#pastOf(call, past) : pastAnswer(replaces),
      changes: past?.changes ?? null,
      replaces: replaces?.path ?? null,
    });
    // A test takes no time but for what it says.
    return { outcome, duration: 0 };
  }

  #pastOf(call: Call, past: PastCall | null): JsonObject | null {
    const outcome = past?.answer?.outcome;
    return outcome?.ok === true ? this.#answerOf(call, outcome.value) : null;
  }

  /** Of a tool its value; of a model which tools it called, or what it said. */
  #answerOf(call: Call, value: Json): JsonObject {
    if (call.type !== 'model.call') return { output: value };
    const { analysis } = this.#subject;
    const task = analysis.graph.nodes.get(call.taskId)?.task;
    const form = task === undefined ? null : answerForm(effectiveWorkflow(analysis), task);
    return readTurn(value, form?.schema ?? null).answer;
  }
}

function pastAnswer(replaced: Answer): JsonObject | null {
  return replaced.kind === 'output' ? { output: replaced.output } : null;
}

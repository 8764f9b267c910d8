import { equalJson, type Json, type JsonObject, jsonObject, ok, type Result } from '../../base/index.ts';
import { listSecrets } from '../../effects/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { formatDuration, type Task, traitsOf } from '../../model/index.ts';
import type { RunEvent } from '../../run/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import type { Refusal } from '../../text/index.ts';
import type { Cassette } from '../cassette/recordCassette.ts';
import type { GivenCassette } from '../play/RecordedCalls.ts';
import type { TestPorts } from '../play/TestCalls.ts';
import { freeName } from './addDataset.ts';
import { type Draft, DraftPlayer, writeTest } from './DraftPlayer.ts';
import { expectRun } from './expectRun.ts';
import { NEVER, type RecordedRun, recordRun, type TaskRecord } from './recordRun.ts';
import { type Likeness, likenessOf, shortenAnswers, tellDifference } from './shortenAnswers.ts';

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
  /** How the end of the test differs from that of the run, and why, in a sentence or two; null: it does not. */
  readonly difference: string | null;
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
  if (!written.ok) return written;
  const difference = likenessOf(played, events) === 'other' ? tellDifference(played, events) : null;
  return ok({ text: written.value, name, difference });
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

/** What a run was started with, as far as a test has it: null where it is not known. */
interface KnownStart {
  readonly seed: number | null;
  readonly env: JsonObject;
}

/**
 * The forms in which a run can be a test, the shortest first: with the answers that a test cannot give itself; with the seed as well, from which
 * random numbers and made-up answers are drawn; with the answers of all calls; with the time that each of them took.
 */
function* listForms(recorded: RecordedRun, { seed, env }: KnownStart): Generator<JsonObject> {
  const seeded = seed === null ? {} : { seed };
  const given = (form: AnswersForm): JsonObject => {
    const answers: [string, Json][] = [];
    for (const [task, calls] of recorded.answers)
      if (form.which === 'all' || calls.some(({ isNeeded }) => isNeeded)) answers.push([task, toAnswers(calls, form)]);
    return {
      ...(equalJson(recorded.input, {}) ? {} : { input: recorded.input }),
      ...(Object.keys(env).length === 0 ? {} : { env }),
      ...(answers.length === 0 ? {} : { answers: jsonObject(answers) }),
      ...(recorded.pins.size === 0 ? {} : { pins: jsonObject(recorded.pins) }),
      ...(recorded.signals.length === 0 ? {} : { signals: recorded.signals }),
    };
  };
  const needed = { which: 'needed', isTimed: false } as const;
  yield given(needed);
  if (seed !== null) yield { ...seeded, ...given(needed) };
  yield { ...seeded, ...given({ which: 'all', isTimed: false }) };
  yield { ...seeded, ...given({ which: 'all', isTimed: true }) };
}

/** So much of what happened is in a name. */
const MOST_PARTS = 2;

/** What happened in a run, as the name of a test: how it ended where that is not well, which failures it survived, which ways were chosen. */
function nameRun({ graph }: Analysis, events: readonly RunEvent[]): string {
  const end = events.at(-1);
  const last = events.findLast((event) => event.type === 'task.failed');
  if (end?.type === 'run.finished' && end.status === 'cancelled') return 'is cancelled';
  if (end?.type === 'run.finished' && end.error !== null)
    return last === undefined ? `ends with ${end.error.code}` : `${last.taskId} fails with ${end.error.code}`;
  const parts = new Set<string>();
  for (const event of events) {
    if (event.type === 'task.failed') parts.add(`${event.taskId} fails with ${event.error.code}`);
    if (event.type === 'task.succeeded' && event.retryCount > 0)
      parts.add(`${event.taskId} succeeds at attempt ${event.retryCount + 1}`);
    if (event.type === 'edge.taken' && isChoice(graph.nodes.get(event.taskId)?.task))
      parts.add(`${event.taskId} chooses ${event.via.replace(/^routes\./, '')}`);
  }
  return parts.size === 0 ? 'succeeds' : [...parts].slice(0, MOST_PARTS).join(', ');
}

function isChoice(task: Task | undefined): boolean {
  return task !== undefined && traitsOf(task.type).hasRoutes;
}

/** The variables of a run that its texts read, without secrets. */
function readVariables({ imports, syntax }: Analysis, env: JsonObject): JsonObject {
  const texts = [syntax.text, ...(imports?.texts.values() ?? [])];
  const isRead = (name: string): boolean => texts.some((text) => text.includes(`env.${name}`));
  return jsonObject(
    Object.entries(env).filter(([name, value]) => listSecrets(JSON.stringify(value)).length === 0 && isRead(name)),
  );
}

/**
 * Answers as a test file has them: one, where all that follow for the same tool are the same. `timed`: each takes as long as it took. A tool of an
 * agent whose calls a test performs itself needs none, nor does such a model.
 */
function toAnswers(calls: TaskRecord, { which, isTimed }: AnswersForm): Json {
  const needed = new Set(calls.flatMap(({ tool, isNeeded }) => (isNeeded ? [tool] : [])));
  const lists = new Map<string | null, JsonObject[]>();
  const all: { readonly tool: string | null; readonly answer: JsonObject }[] = [];
  for (const { answer, duration, tool } of calls) {
    if (which === 'needed' && !needed.has(tool)) continue;
    const isAfter = isTimed || answer === NEVER.answer;
    const own = {
      ...(tool === null ? {} : { tool }),
      ...answer,
      ...(isAfter ? { after: formatDuration(duration) } : {}),
    };
    all.push({ tool, answer: own });
    lists.set(tool, [...(lists.get(tool) ?? []), own]);
  }
  for (const list of lists.values())
    while (list.length > 1 && equalJson(list.at(-1) ?? null, list.at(-2) ?? null)) list.pop();
  const kept = all.flatMap(({ tool, answer }) => (lists.get(tool)?.includes(answer) === true ? [answer] : []));
  return kept.length === 1 ? (kept[0] ?? null) : kept;
}

/** Which answers a test has, and whether with the time that they took. */
interface AnswersForm {
  readonly which: 'needed' | 'all';
  readonly isTimed: boolean;
}

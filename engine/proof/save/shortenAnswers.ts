import { equalJson, isJsonObject, type Json, type JsonObject, jsonObject, ownValue } from '../../base/index.ts';
import {
  compareRuns,
  type Difference,
  EMPTY_VIEW,
  foldRun,
  type RunEvent,
  readAnswer,
  readOutput,
  type TaskComparison,
} from '../../run/index.ts';
import { tellChanges } from '../cassette/compareRequests.ts';
import type { PlayedTest } from '../play/playTest.ts';
import type { Draft, DraftPlayer } from './DraftPlayer.ts';

/** Parts of answers that differ from call to call, or repeat what was asked, and that few workflows read. */
const NOISE: Readonly<Record<'output' | 'error', readonly string[]>> = {
  output: ['headers', 'ok'],
  error: ['headers', 'method', 'url', 'cause'],
};

/** Omits of the answers of a test what nothing reads of that. The run stays what it is, but for headers in its output. */
export async function shortenAnswers(player: DraftPlayer, draft: Draft): Promise<Draft> {
  const answers = objectOf(draft.test['answers']);
  let shortest = draft;
  for (const [task, given] of Object.entries(answers))
    for (const shorter of [withoutNoise(given), withoutHeaders(given)]) {
      if (shorter === null || equalJson(shorter, given)) continue;
      const all = { ...objectOf(shortest.test['answers']), [task]: shorter };
      const tried = await player.play({ ...shortest.test, answers: all }, null);
      if (!tried.ok || likenessOf(tried.value.played, draft.played.events) !== 'same') continue;
      shortest = tried.value;
      break;
    }
  return shortest;
}

/** The answers of a task without noise; null where there is none. */
export function withoutNoise(given: Json): Json | null {
  const all = Array.isArray(given) ? given : [given];
  const shorter = all.map((answer: Json) => without(without(objectOf(answer), 'output'), 'error'));
  if (JSON.stringify(shorter) === JSON.stringify(all)) return null;
  return Array.isArray(given) ? shorter : (shorter[0] ?? null);
}

function without(answer: JsonObject, key: keyof typeof NOISE): JsonObject {
  const value = ownValue(answer, key) ?? null;
  if (!isJsonObject(value)) return answer;
  return { ...answer, [key]: jsonObject(Object.entries(value).filter(([name]) => !NOISE[key].includes(name))) };
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value ?? null) ? (value as JsonObject) : {};
}

/** How like a run the run of a test is: `same` where each task was given the same, as often, and ended alike; `end` where it ended alike. */
export type Likeness = 'other' | 'end' | 'same';

/** Compares the run of a test with the run that it is to play again. Headers of responses, which differ each time, may be missing in what it gives. */
export function likenessOf({ view, stop }: PlayedTest, events: readonly RunEvent[]): Likeness {
  const end = events.at(-1);
  if (stop !== null || end?.type !== 'run.finished') return 'other';
  const { status, output, error } = end;
  if (status !== view.status || error?.code !== view.error?.code) return 'other';
  if (!equalJson(withoutHeaders(output), withoutHeaders(view.output))) return 'other';
  const { tasks } = compareRuns(foldRun(EMPTY_VIEW, events), view);
  return [...tasks.values()].every(isAlike) ? 'same' : 'end';
}

function isAlike({ presence, differences, steps }: TaskComparison): boolean {
  if (presence !== 'both' || differences.some((difference) => !UNIMPORTANT.has(difference))) return false;
  return steps.every(({ older, newer }) => older?.error?.code === newer?.error?.code);
}

/** What a task gave, and how long it took, shows in what others were given; the details of errors are those of the test. */
const UNIMPORTANT: ReadonlySet<Difference> = new Set(['duration', 'output', 'error']);

/** A value without the headers of the responses in it. */
export function withoutHeaders(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutHeaders);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'headers' || !('status' in value));
  return jsonObject(kept.map(([key, part]) => [key, withoutHeaders(part)]));
}

/** How the end of a test differs from that of its run, and why, where that is known: a sentence or two. */
export function tellDifference(played: PlayedTest, events: readonly RunEvent[]): string {
  return [tellEnd(played, events.at(-1)), ...tellCauses(events)].join(' ');
}

function tellEnd({ view, stop }: PlayedTest, end: RunEvent | undefined): string {
  if (stop !== null) return stop.message;
  if (end?.type !== 'run.finished') return 'The run has not ended.';
  const { status, output, error } = end;
  if (status !== view.status || error?.code !== view.error?.code) {
    const [was, is] = [tellOutcome(status, error), tellOutcome(view.status, view.error)];
    return `The run ends with ${was}, and the test with ${is}${view.error === null ? '' : `: ${view.error.message}`}`.replace(
      /\.?$/,
      '.',
    );
  }
  return `The output differs in the test: ${tellChanges(withoutHeaders(output), withoutHeaders(view.output))}.`;
}

function tellOutcome(status: string, error: { readonly code: string } | null): string {
  return error === null ? status : error.code;
}

/** What happened in a run that a test does not have. */
function tellCauses(events: readonly RunEvent[]): readonly string[] {
  const causes = new Set<string>();
  for (const event of events) {
    if (event.type === 'value.edited')
      causes.add(`A person changed the ${event.target} of “${event.taskId}” in the run; a test cannot.`);
    if (event.type === 'message.edited')
      causes.add(`A person changed what “${event.taskId}” asked its model; a test cannot.`);
    if (event.type === 'effect.requested' && event.kind === 'memory')
      causes.add(`“${event.taskId}” reads the memory “${event.name}”, which is empty in a test.`);
  }
  return [...causes].slice(0, MOST_CAUSES);
}

/** More say little. */
const MOST_CAUSES = 2;

/** What a model said in one turn, as a test has it. */
interface Turn {
  /** `misfit`: its answer does not fit the schema, so that it is asked again. */
  readonly kind: 'tools' | 'answered' | 'misfit';
  readonly answer: JsonObject;
}

/** Reads a turn of a model: which tools it calls; its answer by the schema; its text where none is asked for, or where it does not fit. */
export function readTurn(response: Json, schema: Json): Turn {
  const answer = readAnswer(response);
  const calls = answer.toolCalls.map(({ name, input }): Json => (equalJson(input, {}) ? { name } : { name, input }));
  if (calls.length > 0) return { kind: 'tools', answer: { tool_calls: calls } };
  const { value, errors } = readOutput(answer, schema);
  return errors.length === 0
    ? { kind: 'answered', answer: { output: value } }
    : { kind: 'misfit', answer: { output: answer.text } };
}

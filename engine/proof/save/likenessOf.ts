import { equalJson, isJsonObject, type Json, jsonObject } from '../../base/index.ts';
import {
  compareRuns,
  type Difference,
  EMPTY_VIEW,
  foldRun,
  type RunEvent,
  type TaskComparison,
} from '../../run/index.ts';
import type { PlayedTest } from '../play/playTest.ts';

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

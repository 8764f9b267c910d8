import { type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import { EMPTY_VIEW, errorToJson, foldRun, type RunEvent } from '../../run/index.ts';
import { Places } from '../cassette/listCalls.ts';

/** What a run does, under places that are the same in the texts of a merge. */
export interface RunCourse {
  /** By place (`Places`), in the order in which they began. */
  readonly steps: ReadonlyMap<string, CourseStep>;
  /** Status, output, error and why it was stopped. */
  readonly end: JsonObject;
}

/** What one run of a task does. Times are no part of it. */
export interface CourseStep {
  readonly taskId: string;
  /** Status, attempts, input, output, error, the ways that were taken from it, and what it asked that was not recorded. */
  readonly values: JsonObject;
}

/** A call that has no recorded answer. */
export interface CourseAsk {
  readonly taskId: string;
  readonly key: string;
  readonly request: Json;
}

/** @param events in which tasks are called what they are in the merged text */
export function toCourse(
  events: readonly RunEvent[],
  { asks, stop }: { readonly asks: readonly CourseAsk[]; readonly stop: string | null },
): RunCourse {
  const places = new Places();
  places.take(events);
  const view = foldRun(EMPTY_VIEW, events);
  const [taken, asked] = [listTaken(events), listAsked(asks, places)];
  const steps = new Map<string, CourseStep>();
  for (const { activation, taskId, status, input, output, error, retryCount } of view.activations.values()) {
    const place = places.placeOfActivation(activation);
    if (place === undefined) continue;
    const values = {
      input,
      status,
      attempts: retryCount,
      output,
      error: errorToJson(error),
      routes: jsonObject([...(taken.get(activation) ?? [])]),
      requests: jsonObject([...(asked.get(place) ?? [])]),
    };
    steps.set(place, { taskId, values });
  }
  return { steps, end: { status: view.status, error: errorToJson(view.error), output: view.output, stop } };
}

/** By activation: each way that was taken, with what was passed. */
function listTaken(events: readonly RunEvent[]): ReadonlyMap<number, ReadonlyMap<string, Json>> {
  const taken = new Map<number, Map<string, Json>>();
  for (const event of events) {
    if (event.type !== 'edge.taken') continue;
    const ways = taken.get(event.activation) ?? new Map<string, Json>();
    taken.set(event.activation, ways.set(`${event.via} to ${event.target}`, event.with));
  }
  return taken;
}

/** By the place of the step: each request, under the name of its call. */
function listAsked(asks: readonly CourseAsk[], places: Places): ReadonlyMap<string, ReadonlyMap<string, Json>> {
  const asked = new Map<string, Map<string, Json>>();
  for (const { key, request } of asks) {
    const place = places.placeOf(key);
    const step = place.slice(0, place.lastIndexOf(':'));
    const calls = asked.get(step) ?? new Map<string, Json>();
    asked.set(step, calls.set(place.slice(step.length + 1), request));
  }
  return asked;
}

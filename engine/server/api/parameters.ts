import type { JsonObject } from '../../base/index.ts';
import { parseDuration } from '../../model/index.ts';
import { type RunFilter, type ServedStatus, shortHash } from '../../service/index.ts';
import { ApiProblem } from './ApiProblem.ts';
import type { Parameter } from './Route.ts';

export const RUN_ID: Parameter = {
  name: 'id',
  in: 'path',
  description: 'The id of a run',
  schema: { type: 'string' },
};

export const WORKFLOW_NAME: Parameter = {
  name: 'name',
  in: 'path',
  description: 'Path of its file in the folder, without .yaml, percent-encoded: `orders%2Fnew` for orders/new.yaml',
  schema: { type: 'string' },
};

/** Ids of runs are made of these alone: whatever else is sent is the id of none, and of no file. */
const ID = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/;

/** The id of a run in a path. Throws an {@link ApiProblem} for what can be none. */
export function runIdOf({ id = '' }: Readonly<Record<string, string>>): string {
  if (!ID.test(id) || id.includes('..')) throw unknownRun(id);
  return id;
}

export function unknownRun(id: string): ApiProblem {
  return new ApiProblem('UNKNOWN_RUN', `There is no run ${show(id)}. GET /api/runs lists those that are kept.`);
}

/** The name of a workflow in a path. Throws an {@link ApiProblem} for what leads out of the folder, or is no name. */
export function workflowOf({ name = '' }: Readonly<Record<string, string>>): string {
  const parts = name.split('/');
  const isName = parts.every((part) => part !== '' && part !== '.' && part !== '..') && name.length <= 1000;
  if (!isName || /[\p{Cc}\\]/u.test(name))
    throw new ApiProblem(
      'UNKNOWN_WORKFLOW',
      `There is no workflow ${show(name)}. GET /api/workflows lists those of the folder.`,
    );
  return name;
}

/** What was sent, short, and in one line. */
export function show(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/** How long a start waits for the run's end, in ms; null: not at all. Throws an {@link ApiProblem}. */
export function readWait(text: unknown, longest: number): number | null {
  if (typeof text !== 'string') return null;
  const read = parseDuration(text);
  if (!read.ok) throw new ApiProblem('BAD_QUERY', `wait: ${read.error.reason} Write it as in wait=30s.`);
  if (read.value > longest)
    throw new ApiProblem('BAD_QUERY', `wait: at most ${longest / 1000}s. Ask for the run again after that.`);
  return read.value;
}

/** The id of the run that a key starts: the same workflow and key, the same run. Throws an {@link ApiProblem}. */
export function runIdFor(workflow: string, key: string): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new ApiProblem('BAD_HEADER', 'Idempotency-Key has 1 to 255 visible characters of ASCII, such as a UUID.');
  return `run-${shortHash(`${workflow}\0${key}`)}`;
}

/** A day, or a time of it with its zone. */
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Which runs are meant, by parameters or a body that fit their schema. Throws an {@link ApiProblem} of a code where a time is none. */
export function readFilter(
  { workflow, status, text, since, until }: JsonObject,
  code: 'BAD_QUERY' | 'INVALID_BODY',
): RunFilter {
  const [from, to] = [readMoment('since', since, code), readMoment('until', until, code)];
  return {
    ...(typeof workflow === 'string' ? { workflow } : {}),
    // The schema has these alone.
    ...(typeof status === 'string' ? { status: status as ServedStatus } : {}),
    ...(typeof text === 'string' ? { text } : {}),
    ...(from === null ? {} : { since: from }),
    ...(to === null ? {} : { until: to }),
  };
}

function readMoment(name: string, value: unknown, code: 'BAD_QUERY' | 'INVALID_BODY'): number | null {
  if (typeof value !== 'string') return null;
  const time = MOMENT.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new ApiProblem(
    code,
    `${name} is ${show(value)}. Write a day or a time in UTC, such as 2026-05-04 or 2026-05-04T10:30:00Z.`,
  );
}

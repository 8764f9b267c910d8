import type { JsonObject } from '../../base/index.ts';
import type { RunFilter, ServedStatus } from '../../service/index.ts';
import { ApiProblem } from './ApiProblem.ts';
import { show } from './parameters.ts';

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

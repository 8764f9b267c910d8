import { type RunError, type RunEvent, tellError } from '#engine/run';
import type { Json } from '#engine/values';

/** What of a step, or of the run, a text is in. */
export type HitPart = 'name' | 'input' | 'passed' | 'output' | 'error' | 'call' | 'request' | 'response' | 'event';

/** A value that an event has. */
export interface EventPart {
  readonly part: HitPart;
  readonly value: Json;
}

const NOTHING: readonly EventPart[] = [];

/** What can be found in an event, besides the name of its task. */
export function partsOf(event: RunEvent): readonly EventPart[] {
  switch (event.type) {
    case 'run.started':
    case 'task.started':
      return [{ part: 'input', value: event.input }];
    case 'run.finished':
    case 'task.failed':
      return [...partsOfError(event.error), { part: 'output', value: event.output }];
    case 'task.reused':
      return [
        { part: 'input', value: event.input },
        ...partsOfError(event.error),
        { part: 'output', value: event.output },
      ];
    case 'task.succeeded':
      return [{ part: 'output', value: event.output }];
    case 'task.retrying':
      return partsOfError(event.error);
    case 'run.paused':
      return partsOfError(event.failed?.error ?? null);
    case 'task.waiting':
      return [{ part: 'event', value: [event.reason, event.title ?? null, event.description ?? null] }];
    case 'handler.fired':
      return [
        { part: 'event', value: event.handler },
        { part: 'passed', value: event.event },
      ];
    case 'edge.taken':
      return [{ part: 'passed', value: event.with }];
    case 'effect.requested':
      return [
        { part: 'call', value: event.name },
        { part: 'request', value: event.request },
      ];
    case 'effect.completed':
      return [...partsOfError(event.error), { part: 'response', value: event.response }];
    case 'value.edited':
      return [{ part: event.target, value: event.value }];
    case 'message.edited':
      return [{ part: 'request', value: event.content }];
    case 'signal.refused':
      return [{ part: 'event', value: event.name }, ...partsOfError(event.error)];
    case 'breakpoint.logged':
      return [{ part: 'event', value: event.message }];
    case 'child.reported':
      return [{ part: 'event', value: event.child.file }];
    case 'warning':
      return [{ part: 'event', value: [event.code, event.message] }];
    case 'wait.skipped':
    case 'time.passed':
    case 'run.resumed':
    case 'run.interrupted':
    case 'task.queued':
    case 'task.attempt':
    case 'task.progress':
    case 'task.cancelled':
    case 'effect.repeated':
      return NOTHING;
  }
}

/** Its message is found as a person reads it, and as it is recorded. */
function partsOfError(error: RunError | null): readonly EventPart[] {
  if (error === null) return NOTHING;
  const { code, message, details } = error;
  const told = tellError(error);
  const recorded = told === message ? {} : { recorded: message };
  return [{ part: 'error', value: { code, message: told, ...recorded, details } }];
}

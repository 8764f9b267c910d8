import { type RunEvent, type RunView, tellError, workedBetween } from '#engine/run';
import { formatLength, shortText } from '../../ui/index.ts';
import { REPEAT_REASONS } from '../parts/repeats.ts';

/** A run event as text: the columns of the event list besides the time. */
export interface EventLine {
  /** The dotted type, as in a journal. */
  readonly type: string;
  /** The task it concerns, if any. */
  readonly taskId: string | null;
  readonly text: string;
  readonly tone: 'plain' | 'success' | 'error' | 'warning';
}

/** How much of an event is shown: its step shows all of it. */
const MOST_CHARACTERS = 1_000;

/** What an event is told from: the run that it is of, and what the tasks of that are called. */
export interface EventPlace {
  readonly view: Pick<RunView, 'idle' | 'activations'>;
  readonly nameOf: (taskId: string) => string;
}

/** Says an event of a run in a line. */
export function describeEvent(event: RunEvent, place: EventPlace): EventLine {
  const taskId = 'taskId' in event ? event.taskId : null;
  return { type: event.type, taskId, tone: toneOf(event), text: shortText(textOf(event, place), MOST_CHARACTERS) };
}

type Interruption = Extract<RunEvent, { readonly type: 'run.interrupted' }>;

/** Whether the run was paused all the while that no host continued it, and lost nothing by that. */
function isInPause({ at, since, calls }: Interruption, idle: RunView['idle']): boolean {
  return (
    calls.length === 0 && idle.some(({ from, to, reason }) => reason === 'paused' && from <= since && (to ?? at) >= at)
  );
}

function toneOf(event: RunEvent): EventLine['tone'] {
  switch (event.type) {
    case 'task.succeeded':
      return 'success';
    case 'task.failed':
      return 'error';
    case 'task.retrying':
    case 'signal.refused':
    case 'warning':
      return 'warning';
    case 'run.finished':
      return event.status === 'success' ? 'success' : 'error';
    case 'effect.completed':
      return event.error ? 'error' : 'plain';
    default:
      return 'plain';
  }
}

function textOf(event: RunEvent, { view: { idle, activations }, nameOf }: EventPlace): string {
  /** How long a call was cut off, in ms. */
  const cutOff = ({ activation, key }: { readonly activation: number; readonly key: string }): number =>
    activations.get(activation)?.effects.findLast((effect) => effect.key === key)?.idle ?? 0;
  switch (event.type) {
    case 'run.started':
      return event.simulate ? 'Simulated run started' : 'Run started';
    case 'run.finished':
      return event.error ? `${event.error.code}: ${tellError(event.error)}` : `Run ended: ${event.status}`;
    case 'task.queued':
      return 'Queued';
    case 'task.started':
      return 'Started';
    case 'task.attempt':
      return `Attempt ${event.attempt}`;
    case 'task.retrying':
      return `Retries in ${formatLength(event.delay)} after ${event.error.code}: ${tellError(event.error)}`;
    case 'task.waiting':
      return `Waits: ${event.reason}`;
    case 'task.progress':
      return `${event.done} of ${event.total} done${event.failed > 0 ? `, ${event.failed} failed` : ''}`;
    case 'task.succeeded':
      return `Succeeded in ${formatLength(workedBetween(idle, event.at - event.duration, event.at))}${event.simulated ? ', simulated' : ''}${event.pinned === undefined ? '' : `, ${event.pinned}`}`;
    case 'task.failed':
      return `${event.error.code}: ${tellError(event.error)}`;
    case 'task.cancelled':
      return 'Cancelled';
    case 'handler.fired':
      return event.next.length > 0 ? `${event.handler} leads to ${event.next.map(nameOf).join(', ')}` : event.handler;
    case 'edge.taken':
      return `${event.via} to ${nameOf(event.target)}`;
    case 'effect.requested':
      return `Calls ${event.name}`;
    case 'effect.completed':
      return event.error
        ? `Call failed: ${event.error.message}`
        : `Answered in ${formatLength(event.duration - cutOff(event))}`;
    case 'run.interrupted':
      return `${isInPause(event, idle) ? 'Still paused, and not open' : 'Interrupted'} for ${formatLength(event.at - event.since)}`;
    case 'effect.repeated':
      return `Made again: ${REPEAT_REASONS[event.by]}`;
    case 'child.reported':
      return `Runs ${event.child.file}`;
    case 'run.paused':
      if (event.failed !== undefined)
        return `Paused: ${nameOf(event.failed.taskId)} failed: ${tellError(event.failed.error)}`;
      return event.next === null ? 'Paused' : `Paused before ${nameOf(event.next.taskId)}`;
    case 'run.resumed':
      return 'Resumed';
    case 'task.reused':
      return 'Taken from an earlier run';
    case 'signal.refused':
      return `Not taken: ${event.error.message}`;
    case 'breakpoint.logged':
      return event.message;
    case 'wait.skipped':
      return SKIPPED[event.what];
    case 'time.passed':
      return `Virtual time: ${formatLength(event.by)} passed at once${event.step === null ? '' : `, as ${nameOf(event.step.taskId)} waited`}`;
    case 'message.edited':
      return event.index === null
        ? 'Its system prompt was changed by hand'
        : `Message ${event.index + 1} was changed by hand`;
    case 'value.edited':
      return `Its ${event.target} was changed by hand`;
    case 'warning':
      return `${event.code}: ${event.message}`;
  }
}

const SKIPPED: Readonly<Record<Extract<RunEvent, { readonly type: 'wait.skipped' }>['what'], string>> = {
  delay: 'The rest of its delay was skipped',
  check: 'Its next check was made at once',
  retry: 'Its next attempt was made at once',
  deadline: 'Its deadline was brought forward',
};

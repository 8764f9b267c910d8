import { ERROR_CODES } from '../run/index.ts';
import type { ServedRun } from './RunService.ts';

/** What is told of a run that was started. */
export function toStartEntry({ id, workflow, trigger }: Pick<ServedRun, 'id' | 'workflow' | 'trigger'>): LogEntry {
  const by = trigger === null ? '' : ` by ${trigger}`;
  return {
    level: 'info',
    event: 'run.started',
    message: `Run ${id} of ${workflow} was started${by}.`,
    run: id,
    workflow,
  };
}

/**
 * What is told of a run that has ended, or that was stopped for a reason. Of an error that is its code alone, where it is one of
 * Signalbox: its message, and a code that a workflow makes, may have values.
 */
export function toStopEntry({ id, workflow, status, error }: ServedRun): LogEntry {
  const run = { run: id, workflow };
  switch (status) {
    case 'success':
      return { level: 'info', event: 'run.ended', message: `Run ${id} of ${workflow} has succeeded.`, ...run };
    case 'cancelled':
      return { level: 'info', event: 'run.ended', message: `Run ${id} of ${workflow} was cancelled.`, ...run };
    case 'error': {
      const code = ERROR_CODES.find((known) => known === error?.code);
      const why = code === undefined ? 'with a custom error code' : `with ${code}`;
      const message = `Run ${id} of ${workflow} has failed ${why}. Its error is in GET /api/runs/${id}.`;
      return { level: 'error', event: 'run.failed', message, ...run, ...(code === undefined ? {} : { code }) };
    }
    default: {
      const message = `Run ${id} of ${workflow} cannot continue here and is ${status}. GET /api/runs/${id} says why.`;
      return { level: 'warn', event: 'run.stopped', message, ...run };
    }
  }
}

/** What is told of the disk. @param problem null: there is none any more */
export function toDiskEntry(problem: string | null): LogEntry {
  return problem === null
    ? {
        level: 'info',
        event: 'disk.recovered',
        message: 'The disk can be written again: runs are recorded and continue.',
      }
    : { level: 'error', event: 'disk.failed', message: `${problem} No run continues until they can be.` };
}

/** One thing that a server tells whoever operates it. No value of an input, an output or a secret is in it. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  /** What happened, in a stable word for programs, such as `run.ended`. */
  readonly event: string;
  /** For a person, in one sentence. */
  readonly message: string;
  /** The id of a run. */
  readonly run?: string;
  readonly workflow?: string;
  /** The code of an error. */
  readonly code?: string;
  /** Whose token it was. */
  readonly token?: string;
  /** An address of the network. */
  readonly address?: string;
}

/** Where it is told; never throws. */
export type Log = (entry: LogEntry) => void;

/** Nowhere. */
export const NO_LOG: Log = () => undefined;

import {
  type ActivationView,
  type RunError,
  type RunStatus,
  type RunView,
  type tellItems,
  workedBetween,
} from '#engine/run';
import type { Status } from '../../ui/index.ts';

/** The run state of one card at one moment. */
export interface CardState {
  readonly status: Status;
  /** The status as it is drawn: a failure after which the run continued is `handled`. */
  readonly look: Status;
  /** A short length of time: how long it took, or has taken; while a person is asked, what is left. */
  readonly elapsed: string | null;
  /** The line for progress, while there is any. */
  readonly line: string | null;
  /** From 0 to 1; null without a bar. */
  readonly progress: number | null;
  /** Whether its answer was made up; one that was pinned or edited says so louder. */
  readonly isSimulated: boolean;
  /** When calls of it were made that were cut off and made again, in words; null where none was. */
  readonly repeats: string | null;
  /** The activation that a person can answer; null while it waits for no signal. */
  readonly asked: number | null;
  /** True while it changes with the clock. */
  readonly isTicking: boolean;
}

export interface CardStateOptions {
  /** How the task looks; undefined where the run has not reached it. */
  readonly look: Status | undefined;
  /** Status of the run itself. */
  readonly run: RunStatus;
  /** Retries the task may make, as written; null when unknown. */
  readonly attempts: number | null;
  /** ms since the epoch. */
  readonly now: number;
  /** When the run was paused or interrupted. */
  readonly idle: RunView['idle'];
  /** Whether the run takes answers: it continues, and what is shown is its present. */
  readonly isLive: boolean;
  /** How errors are told. */
  readonly tell: typeof tellItems;
}

const IDLE = {
  elapsed: null,
  line: null,
  progress: null,
  isSimulated: false,
  repeats: null,
  asked: null,
  isTicking: false,
} as const;

/** Reads a card's state from its last activation; a task without one is pending, and skipped once the run has ended. */
export function toCardState(activation: ActivationView | undefined, options: CardStateOptions): CardState {
  const { look } = options;
  if (activation === undefined || look === undefined) {
    const status = options.run === 'running' ? 'pending' : 'skipped';
    return { ...IDLE, status, look: status };
  }
  const { status, startedAt, endedAt, simulated } = activation;
  const isTicking = status === 'running' || status === 'waiting' || status === 'retrying';
  const end = endedAt ?? (isTicking ? options.now : startedAt);
  const elapsed = startedAt === null || end === null ? null : workedBetween(options.idle, startedAt, end);
  const asked = options.isLive && activation.awaits !== undefined ? activation.activation : null;
  const line = describeLine(activation, options);
  const left = asked === null ? null : line;
  return {
    status,
    look,
    elapsed: status === 'waiting' ? left : elapsed === null ? null : formatElapsed(Math.max(0, elapsed)),
    line: asked === null ? line : null,
    progress: readProgress(activation),
    isSimulated: simulated && activation.pinned === null && !activation.isEdited,
    repeats: describeRepeats(activation),
    asked,
    isTicking,
  };
}

function describeLine(activation: ActivationView, { attempts, now, tell }: CardStateOptions): string | null {
  const { status, retryCount, until, progress, error } = activation;
  const left = until === null ? null : Math.max(0, until - now);
  if (status === 'retrying') {
    const count = attempts === null ? `Retry ${retryCount}` : `Retry ${retryCount} of ${attempts}`;
    return left === null ? count : `${count} in ${formatCountdown(left)}`;
  }
  if (progress && progress.total > 0) {
    const failed = progress.failed > 0 ? ` · ${progress.failed} failed` : '';
    return `${progress.done} of ${progress.total}${failed}`;
  }
  if (status === 'waiting') return left === null ? 'Waiting' : `${formatCountdown(left)} left`;
  if (status === 'error' && error) return tell(error);
  if (retryCount === 0) return null;
  const cause = causeOf(activation);
  const times = retryCount === 1 ? 'Retried once' : `Retried ${retryCount} times`;
  return cause === null ? times : `${times} · ${tell(cause)}`;
}

/** A call that started a run continued that run. */
function describeRepeats({ effects }: ActivationView): string | null {
  const lines = effects.flatMap(({ startedAt, repeats, child }) =>
    repeats === undefined || child !== undefined
      ? []
      : [`Made at ${timeOf(startedAt)}, made again at ${repeats.map(({ at }) => timeOf(at)).join(' and ')}`],
  );
  return lines.length === 0 ? null : lines.join('\n');
}

function timeOf(at: number): string {
  return new Date(at).toLocaleTimeString(undefined, { hourCycle: 'h23' });
}

/** Why a step failed last: itself, or the last of its attempts that did. */
export function causeOf({ error, attempts }: Pick<ActivationView, 'error' | 'attempts'>): RunError | null {
  return error ?? attempts.findLast((attempt) => attempt.error !== null)?.error ?? null;
}

function readProgress({ progress }: ActivationView): number | null {
  return progress && progress.total > 0 ? Math.min(1, progress.done / progress.total) : null;
}

/** A length of time in the narrowest words: `2 ms`, `0.9 s`, `12 s`, `3 min`, `1.5 h`, `2 d`. */
export function formatElapsed(ms: number): string {
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 59_500) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = ms / 3_600_000;
  return hours < 47.95 ? `${Number(hours.toFixed(1))} h` : `${Number((hours / 24).toFixed(1))} d`;
}

/** What is left of a wait, to the second: `8 s`, `4:32`, `1:04:00`; of one of days to the hour: `6 d 23 h`. */
export function formatCountdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

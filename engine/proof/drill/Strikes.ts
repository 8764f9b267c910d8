import type { TimerStart } from '../../driver/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { Call } from '../../run/index.ts';
import type { AnsweredCall } from '../play/askWithin.ts';
import type { Fault } from './Fault.ts';
import { signalOf } from './PlayedDrill.ts';
import { strikeOutcome } from './strikeOutcome.ts';
import { placeName, type ToolPlace } from './ToolPlaces.ts';

/** No sensible retry continues longer. */
const MOST_ATTEMPTS = 200;
/** So often may a task start more than without the fault. */
const MOST_ROUNDS = 100;

/** What becomes of a call. */
export type Strike =
  /** It is answered as if nothing went wrong. */
  | { readonly type: 'usual' }
  /** It may have been made, and a person stops the run; only once, however often the task is struck. */
  | { readonly type: 'cancelled'; readonly isFirst: boolean }
  /** The host ends before there is an answer, or as it records that. */
  | { readonly type: 'killed'; readonly when: 'before' | 'after' }
  /** It fails, and may have been made where it `mayHaveReached` its end; null: no answer ever comes. */
  | { readonly type: 'answered'; readonly answer: AnsweredCall | null; readonly mayHaveReached: boolean }
  /** The task continues beyond all bounds. */
  | { readonly type: 'endless'; readonly what: string };

const USUAL: Strike = { type: 'usual' };

/** How one fault strikes while a run is played, or nothing does. */
export class Strikes {
  readonly #fault: Fault | null;
  readonly #mostRounds: number;
  /** The name of the signal that the fault is about. */
  readonly #signal: string | null;
  /** How often it has struck, by the activation and what it is for. */
  readonly #counts = new Map<string, number>();
  readonly #sleep = new Sleep();
  #struckAt: number | null = null;

  /** @param usualStarts how often the task of the fault starts without it */
  constructor(fault: Fault | null, analysis: Analysis, usualStarts: number) {
    this.#fault = fault;
    this.#mostRounds = usualStarts + MOST_ROUNDS;
    this.#signal = fault !== null && fault.call === null ? signalOf(analysis, fault.task) : null;
  }

  /** Index of the first event after the fault has struck; null: it has not. */
  get struckAt(): number | null {
    return this.#struckAt;
  }

  /** Whether it has struck a tool of the agent of a task. */
  hasStruckTool(task: string): boolean {
    return this.#struckAt !== null && this.#fault?.task === task && this.#fault.of !== null;
  }

  /** What becomes of a call; `place`: which call of a tool of an agent it is; `events`: how many there are by now. */
  strike(call: Call, { place, events }: { readonly place: ToolPlace | null; readonly events: number }): Strike {
    const fault = this.#fault;
    if (fault === null || fault.task !== call.taskId || fault.call !== call.type) return USUAL;
    if (placeName({ task: fault.task, of: fault.of }) !== placeName({ task: call.taskId, of: place })) return USUAL;
    const attempts = call.key.split('/').slice(0, -2).join('/');
    const count = (this.#counts.get(attempts) ?? 0) + 1;
    const isFirst = this.#struckAt === null;
    this.#counts.set(attempts, count);
    this.#struckAt ??= events;
    if (count > MOST_ATTEMPTS) return { type: 'endless', what: `“${call.taskId}” is tried ${MOST_ATTEMPTS} times` };
    if (this.#counts.size > this.#mostRounds)
      return { type: 'endless', what: `“${call.taskId}” starts ${this.#counts.size} times` };
    return strikeCall(call, fault, { count, isFirst });
  }

  /** How often a signal comes that is sent once. */
  countArrivals(name: string): 0 | 1 | 2 {
    const kind = this.#signal === name ? this.#fault?.kind : null;
    if (kind !== 'timeout' && kind !== 'signal-twice') return 1;
    this.#struckAt ??= 0;
    return kind === 'timeout' ? 0 : 2;
  }

  /** A timer of the run is set; its host may fall asleep with that. `events`: how many there are by now. */
  setTimer({ id, at }: TimerStart, now: number, events: number): void {
    if (this.#fault?.kind !== 'late-timer' || id.split('/').at(-4) !== this.#fault.task) return;
    this.#struckAt ??= events;
    this.#sleep.note(now, at);
  }

  /** When something that is due at a time comes. */
  delay(due: number): number {
    return this.#sleep.delay(due);
  }
}

/** @param count of the attempts of one start of the task, from 1 */
function strikeCall(
  call: Call,
  fault: Fault,
  { count, isFirst }: { readonly count: number; readonly isFirst: boolean },
): Strike {
  const { kind } = fault;
  switch (kind) {
    case 'cancel':
      return { type: 'cancelled', isFirst };
    case 'killed-before':
      return isFirst ? { type: 'killed', when: 'before' } : USUAL;
    case 'killed-after':
      return isFirst ? { type: 'killed', when: 'after' } : USUAL;
    case 'flaky':
      if (count > fault.times) return USUAL;
      return { type: 'answered', answer: strikeOutcome(call, fault), mayHaveReached: false };
    default:
      return {
        type: 'answered',
        answer: strikeOutcome(call, fault),
        mayHaveReached: kind === 'timeout' || kind === 'malformed',
      };
  }
}

/** How late after its last timer a host that slept wakes up, in ms. */
const LATE = 60_000;

/** The time in which a host sleeps: from the first timer of a task until after its last. What is due then comes at its end. In ms. */
class Sleep {
  #from = 0;
  #until = 0;

  /** A timer of the task is set now; one that is set after the host is awake again is in time. */
  note(now: number, due: number): void {
    if (this.#until === 0) this.#from = now;
    if (this.#until === 0 || now < this.#until) this.#until = Math.max(this.#until, due + LATE);
  }

  /** When something that is due at a time comes. */
  delay(due: number): number {
    return due >= this.#from && due < this.#until ? this.#until : due;
  }
}

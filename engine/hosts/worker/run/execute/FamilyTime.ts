import { type Call, isIdleCheck, passesTime, type Run, startsRun, timerOfSignal } from '../../../../run/index.ts';
import type { HostedRun } from '../../../children/HostedRun.ts';
import type { Clock } from '../../platform/clock.ts';
import type { TimerQueue } from '../../platform/TimerQueue.ts';

/** A run of a family, as its executor drives it. */
interface TimedRun extends Pick<HostedRun, 'tracked' | 'receive'> {
  /** Nothing is to be done but to wait: for calls that are under way, and for what arrives. */
  readonly isQuiet: boolean;
  /** The calls under way. */
  readonly calls: readonly Call[];
}

/** The time of such a run. */
interface MemberTime {
  /** ms since the epoch, by the clock of the run. */
  readonly now: () => number;
  readonly timers: Pick<TimerQueue, 'next' | 'all' | 'wake'>;
}

interface Member extends MemberTime {
  readonly driven: TimedRun;
  readonly run: Run;
}

/** How much time may pass at once, in ms: a loop around a wait would else take centuries in a minute. */
const MOST = 400 * 86_400_000;

/**
 * The clock of an outermost run and those below it. With virtual time it is put forward to the next timer whenever all of them only
 * wait: so timers fire in their order, a call takes the time that it takes, and no wait is omitted. A wait for a signal is for a person
 * to end: time does not pass for its sake, nor to its deadline. Of many checks that cannot change anything those on the way are missed.
 */
export class FamilyTime {
  /** The clock of the host, put forward. */
  readonly clock: Clock;
  readonly #runs = new Map<TimedRun, Member>();
  #ahead = 0;

  constructor(clock: Clock) {
    this.clock = { ...clock, now: () => clock.now() + this.#ahead };
  }

  join(driven: TimedRun, time: MemberTime): void {
    this.#runs.set(driven, { ...time, driven, run: driven.tracked.run });
  }

  leave(driven: TimedRun): void {
    this.#runs.delete(driven);
  }

  /** Called whenever a run has done what there was to do: lets time pass where all of the family only wait. */
  pass(): void {
    const first = this.#mayPass() ? this.#findFirst() : null;
    if (first === null) return;
    const { of, id, by } = first;
    if (by <= 0 || this.#ahead + by > MOST || !this.#leadsOn(first)) return;
    this.#ahead += by;
    for (const run of this.#runs.values()) run.driven.receive({ type: 'time.passed', by, id: run === of ? id : null });
    for (const { timers } of this.#runs.values()) timers.wake();
  }

  #mayPass(): boolean {
    let started = 0;
    for (const { driven, run } of this.#runs.values()) {
      const begun = driven.calls.filter(startsRun).length;
      if (!passesTime(run) || !driven.isQuiet || driven.calls.length > begun) return false;
      started += begun;
    }
    // A call whose run is not there yet, or no more, is under way itself.
    return started < this.#runs.size;
  }

  #findFirst(): Due | null {
    let first: Due | null = null;
    for (const of of this.#runs.values()) {
      const next = nextOf(of);
      const by = next === undefined ? Infinity : next.at - of.now();
      if (next !== undefined && (first === null || by < first.by)) first = { of, id: next.what, by };
    }
    return first;
  }

  /** Whether there is something to pass time for: where a wait for a signal is next, a timer of something else before all deadlines of such. */
  #leadsOn({ of: { run }, id: first }: Due): boolean {
    if (timerOfSignal(run, first) === null) return true;
    let [other, deadline] = [Infinity, Infinity];
    for (const of of this.#runs.values())
      for (const { what: id, at } of of.timers.all) {
        if (isIdleCheck(of.run, id)) continue;
        const kind = timerOfSignal(of.run, id);
        const by = at - of.now();
        if (kind === null) other = Math.min(other, by);
        else if (kind === 'deadline') deadline = Math.min(deadline, by);
      }
    return other < deadline;
  }
}

/** A timer that is set. */
type Timer = NonNullable<Member['timers']['next']>;

/** The timer of a run that is due next, past checks that cannot change anything: a wait of days may have a million of them. */
function nextOf({ run, timers }: Member): Timer | undefined {
  const { next } = timers;
  if (next === undefined || !isIdleCheck(run, next.what)) return next;
  let first: Timer | undefined;
  for (const timer of timers.all)
    if ((first === undefined || timer.at < first.at) && !isIdleCheck(run, timer.what)) first = timer;
  return first;
}

/** The timer of a run that is due next, in `by` ms. */
interface Due {
  readonly of: Member;
  readonly id: string;
  readonly by: number;
}

import type { ObjectContext, RestatePromise } from '@restatedev/restate-sdk';
import type { RunInputDraft } from '../../../../driver/index.ts';
import { isRepeatable } from '../../../../effects/index.ts';
import { startsRun } from '../../../../hosts/node/index.ts';
import { type Call, hasConsequences } from '../../../../run/index.ts';
import type { Performed } from '../../messages.ts';
import type { Arrival, Attempt, AwaitedTimers, RowCall } from '../Awaited.ts';

/** Makes a call; never rejects. */
export type PerformCall = (call: Call, signal: AbortSignal) => Promise<Performed>;

/** A call that takes longer than this, in ms, is waited for alongside everything else; a quick one alone, which costs a third. */
const QUICK = 200;

/** What a step of a call has recorded: what became of it, and of those after it, or that it takes longer. */
type Recorded = Performed | { readonly row: readonly RowCall[] } | { readonly isSlow: true };

interface InlineCall {
  readonly call: Call;
  readonly controller: AbortController;
  /** It is made by this attempt, and has not come back in time. */
  underWay: Promise<Performed> | null;
  /** What it has recorded last leaves it to be waited for. */
  isSlow: boolean;
}

/** The calls that an invocation of a run makes itself: each one is a step in the invocation's own journal, or two where it is slow. */
export class InlineCalls {
  readonly #ctx: ObjectContext;
  readonly #perform: PerformCall;
  readonly #row: CallRow;
  readonly #waits: Map<string, RestatePromise<Arrival>>;
  readonly #calls = new Map<string, InlineCall>();

  /** `waits`: what the invocation waits for, by key. */
  constructor(
    ctx: ObjectContext,
    { perform, row }: { readonly perform: PerformCall; readonly row: CallRow },
    waits: Map<string, RestatePromise<Arrival>>,
  ) {
    this.#ctx = ctx;
    this.#perform = perform;
    this.#row = row;
    this.#waits = waits;
    // The attempt may have lost its connection while this process lives: another one makes the calls now.
    ctx.request().attemptCompletedSignal.addEventListener('abort', () => {
      for (const { controller } of this.#calls.values()) controller.abort();
    });
  }

  get count(): number {
    return this.#calls.size;
  }

  /** Whether a call is among them that comes back, or says that it is slow, within 200 ms: it tells when it is time to write. */
  get hasQuick(): boolean {
    for (const { isSlow } of this.#calls.values()) if (!isSlow) return true;
    return false;
  }

  /** The key of the only call, where that is quick. */
  get onlyQuick(): string | null {
    const [only] = this.#calls.values();
    return this.#calls.size !== 1 || only === undefined || only.isSlow ? null : only.call.key;
  }

  /** Makes a call; one with consequences after its intent is recorded. Answers with the steps that it takes. */
  start(call: Call): number {
    const { key } = call;
    this.#calls.set(key, { call, controller: new AbortController(), underWay: null, isSlow: false });
    if (!hasConsequences(call)) return this.perform(key, { isFirst: true });
    const attempt: Attempt = { isFirst: false };
    const recorded = this.#ctx.run('intent', () => {
      attempt.isFirst = true;
      return Date.now();
    });
    this.#waits.set(
      key,
      recorded.map((at = 0) => ({ type: 'intent', key, at, attempt })),
    );
    return 1;
  }

  /** Makes a call whose intent is recorded. */
  perform(key: string, attempt: Attempt): number {
    const found = this.#calls.get(key);
    if (found === undefined) return 0;
    found.isSlow = false;
    return this.#record(found, async (again) => {
      // To prepare a run that a call starts changes nothing yet.
      if (attempt.isFirst || startsRun(found.call)) return this.#goOn(found, await this.#makeQuickly(found));
      again.isFirst = true;
      return { at: Date.now(), isCutOff: true };
    });
  }

  /** Waits for a call that was slow. An attempt that does not make it follows one that was cut off. */
  awaitSlow(key: string): number {
    const found = this.#calls.get(key);
    if (found === undefined) return 0;
    found.isSlow = true;
    return this.#record(found, async (again) => {
      const { call, controller, underWay } = found;
      if (underWay !== null) return underWay;
      if (!hasConsequences(call) || startsRun(call)) return this.#perform(call, controller.signal);
      again.isFirst = true;
      return { at: Date.now(), isCutOff: true };
    });
  }

  /** It has ended. */
  end(key: string): void {
    this.#calls.delete(key);
    this.#waits.delete(key);
  }

  abort(key: string): void {
    this.#calls.get(key)?.controller.abort();
    this.end(key);
  }

  #record({ call: { key } }: InlineCall, make: (again: Attempt) => Promise<Recorded>): number {
    const again: Attempt = { isFirst: false };
    const made = this.#ctx.run('call', () => make(again));
    this.#waits.set(
      key,
      made.map((recorded = { at: 0, isCutOff: true }) => {
        if ('isSlow' in recorded) return { type: 'slow', key };
        if ('row' in recorded) return { type: 'row', key, row: recorded.row };
        return { type: 'call', key, performed: recorded, again };
      }),
    );
    return 1;
  }

  async #goOn({ call, controller }: InlineCall, recorded: Recorded): Promise<Recorded> {
    if (!('outcome' in recorded) || !this.#row.canBegin(call)) return recorded;
    const { at, outcome } = recorded;
    const perform = (next: Call): Promise<Performed> => this.#perform(next, controller.signal);
    return { row: await this.#row.make({ key: call.key, at, outcome }, perform) };
  }

  #makeQuickly(call: InlineCall): Promise<Recorded> {
    return new Promise((resolve, reject) => {
      const performed = this.#perform(call.call, call.controller.signal);
      const timer = setTimeout(() => {
        call.underWay = performed;
        resolve({ isSlow: true });
      }, QUICK);
      performed.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}

/** How many calls a row has at most, until when after its beginning it continues, in ms, and how large its outcomes may be, in characters. */
const MOST = { calls: 64, time: 100, size: 1024 * 1024 } as const;

/** Feeds the machine, and keeps what follows until the row ends. Answers with the call that is all there is to do besides timers; null: there is other, or none. */
export type FeedRow = (input: RunInputDraft, at: number) => Call | null;

/**
 * Calls in a row that one step records: those that reach nothing, so that no one can tell whether they are made again after a
 * crash. The attempt that makes them feeds the machine meanwhile, since one call follows from the outcome of another; an attempt that
 * finds them recorded feeds the same.
 */
export class CallRow {
  readonly #feed: FeedRow;
  readonly #timers: AwaitedTimers;
  /** Nothing but one call is waited for: what follows from its outcome depends on nothing else. */
  #isAllowed = false;
  /** How many of the row's outcomes this attempt has fed. */
  #fed = 0;

  constructor(feed: FeedRow, timers: AwaitedTimers) {
    this.#feed = feed;
    this.#timers = timers;
  }

  /** Whether a call that is waited for now may begin a row. */
  allow(isAlone: boolean): void {
    this.#isAllowed = isAlone;
  }

  /** Whether a call may be the first of a row. */
  canBegin(call: Call): boolean {
    return this.#isAllowed && isRepeatable(call);
  }

  /** Continues after a call that was made, for as long as one follows alone. Answers with all of them. */
  async make(first: RowCall, perform: (call: Call) => Promise<Performed>): Promise<readonly RowCall[]> {
    const row = [first];
    const until = first.at + MOST.time;
    let made = first;
    let size = 0;
    for (;;) {
      const next = this.#take(made);
      size += JSON.stringify(made.outcome).length;
      const isEnough = row.length === MOST.calls || size > MOST.size || this.#isLate(made.at, until);
      if (next === null || !isRepeatable(next) || isEnough) return row;
      const performed = await perform(next);
      if (!('outcome' in performed)) throw new RangeError(`The call ${next.key} has no outcome`);
      made = { key: next.key, at: performed.at, outcome: performed.outcome };
      row.push(made);
    }
  }

  /** Feeds what a row has recorded, where this attempt has not. */
  end(row: readonly RowCall[]): void {
    for (const made of row.slice(this.#fed)) this.#take(made);
    this.#fed = 0;
  }

  #take({ key, at, outcome }: RowCall): Call | null {
    this.#fed += 1;
    return this.#feed({ type: 'effect.completed', key, outcome }, at);
  }

  #isLate(now: number, until: number): boolean {
    const { next } = this.#timers;
    return now >= until || (next !== null && next <= now + MOST.time);
  }
}

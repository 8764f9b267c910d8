import type { ObjectContext } from '@restatedev/restate-sdk';
import { Driver, type Fed, type RunInputDraft } from '../../../driver/index.ts';
import type { Call } from '../../../run/index.ts';
import type { Mail, Performed, RunBeginning } from '../messages.ts';
import type { Arrival, Attempt, Awaited } from './Awaited.ts';
import { PlacedCalls } from './calls/PlacedCalls.ts';
import { Relatives } from './children/Relatives.ts';
import type { LoadedState } from './loadRun.ts';
import type { RecordedRun } from './RecordedRun.ts';
import type { SegmentParts } from './WorkerPorts.ts';

/** What a run has under way in one of its invocations: feeds the machine what arrives, and does what follows. */
export class UnderWay {
  readonly calls: PlacedCalls;
  readonly relatives: Relatives;
  readonly #driver: Driver;
  readonly #loaded: LoadedState;
  readonly #exposure: SegmentParts['exposure'];
  readonly #run: RecordedRun;
  readonly #awaited: Awaited;
  /** What came of the newest input of a row. */
  #row: Fed | null = null;

  constructor(
    ctx: ObjectContext,
    { loaded, run, awaited }: { readonly loaded: LoadedState; readonly run: RecordedRun; readonly awaited: Awaited },
    parts: SegmentParts,
  ) {
    this.#loaded = loaded;
    this.#exposure = parts.exposure;
    this.#run = run;
    this.#awaited = awaited;
    this.#driver = new Driver(loaded.restored.tracked, { timers: awaited.timers });
    const to = {
      feed: (input: RunInputDraft, at: number) => this.feed(input, at),
      feedRow: (input: RunInputDraft, at: number) => onlyCall((this.#row = this.#advance(input, at))),
      frame: () => this.relatives.frame,
    };
    this.calls = new PlacedCalls(ctx, { loaded, awaited, to }, parts);
    this.relatives = new Relatives(ctx, loaded, run);
  }

  /** The machine has more to do immediately. */
  get hasMore(): boolean {
    return this.#driver.hasMore;
  }

  /** Begins the run, or takes up what it had under way. */
  begin(): void {
    const { row, head } = this.#loaded;
    if (row.inputs > 0) return this.calls.begin(this.#loaded, (key) => this.relatives.has(key));
    this.feed(head.start, head.start.at);
    this.relatives.link();
  }

  /** Feeds the machine an input that arose at a time, in ms since the epoch. */
  feed(input: RunInputDraft, at: number): void {
    this.#follow(this.#advance(input, at));
  }

  /** `again`: null for a call that another invocation has made. */
  takePerformed(key: string, performed: Performed, again: Attempt | null): void {
    const { at } = performed;
    if ('isCutOff' in performed) {
      this.calls.decide(key, at, again);
      return;
    }
    this.calls.end(key);
    if ('begins' in performed) this.#beginChild(key, performed.begins);
    else {
      this.calls.asked.delete(key);
      this.feed({ type: 'effect.completed', key, outcome: performed.outcome }, at);
    }
  }

  /** Each call of a row counts as a step: a replay feeds all of them. */
  takeRow({ key, row }: Extract<Arrival, { readonly type: 'row' }>): void {
    this.calls.inline.end(key);
    this.calls.steps += row.length - 1;
    this.calls.row.end(row);
    if (this.#row !== null) this.#follow(this.#row);
  }

  takeMail(mail: readonly Mail[]): void {
    for (const each of mail) {
      if (each.type === 'call') this.#takeSent(each.key, each);
      else if (each.type === 'long') this.calls.sent.hear(each);
      else if (this.#run.tracked.isFinished) continue;
      else if (each.type === 'input') this.feed(each.input, each.at);
      else if (each.type === 'resume') this.#resume(each);
      else if (each.type === 'child') this.#hear(each);
      else
        for (const { id } of this.#awaited.timers.takeUntil(each.at)) this.feed({ type: 'timer.fired', id }, each.at);
    }
  }

  /** What Restate gives again to another attempt is durable. */
  #advance(draft: RunInputDraft, at: number): Fed {
    const input = this.#driver.stamp(draft, at);
    const fed = this.#driver.feed(input);
    this.#run.note(input, fed.events);
    if (input.type === 'effect.completed') for (const name of input.outcome.exposed ?? []) this.#exposure.add(name);
    return fed;
  }

  #follow({ steps }: Fed): void {
    for (const step of steps) {
      if (step.type === 'call') this.calls.start(step.call);
      else {
        this.calls.forget(step.key);
        this.relatives.cancel(step.key);
      }
    }
    if (this.relatives.note()) this.calls.startHeld();
  }

  #takeSent(key: string, performed: Performed): void {
    const { sent } = this.calls;
    const isWaitedFor = 'outcome' in performed && !sent.has(key) ? this.relatives.end(key) : sent.has(key);
    if (isWaitedFor) this.takePerformed(key, performed, null);
  }

  #hear(mail: Extract<Mail, { readonly type: 'child' }>): void {
    if (this.relatives.has(mail.key) && mail.pauses === 'interrupted') this.calls.asked.add(mail.key);
    for (const input of this.relatives.hear(mail)) this.feed(input, mail.at);
  }

  /** Begins the run that a call starts; where this one is paused, once it is resumed. */
  #beginChild(key: string, beginning: RunBeginning): void {
    const held = this.relatives.begin(key, beginning);
    if (held === null) this.#awaited.renewPatience();
    else this.calls.hold(held);
  }

  /** The run is resumed, with what a person says of the calls that were cut off. */
  #resume({ repeat, at, left }: Extract<Mail, { readonly type: 'resume' }>): void {
    if (this.calls.asked.size > 0 && repeat === null) return;
    this.calls.answer(repeat, at, (key) => this.relatives.has(key));
    for (const input of this.relatives.resume(repeat, left)) this.feed(input, at);
  }
}

/** The call that is all there is to do besides timers; null: there is other, or none. */
function onlyCall({ steps, more, isFinished }: Fed): Call | null {
  const [only] = steps;
  return more || isFinished || steps.length > 1 || only?.type !== 'call' ? null : only.call;
}

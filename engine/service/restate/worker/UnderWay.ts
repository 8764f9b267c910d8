import type { ObjectContext } from '@restatedev/restate-sdk';
import type { Fed, RunInputDraft } from '../../../driver/index.ts';
import { type Call, hasConsequences, startsRun } from '../../../run/index.ts';
import type { Mail, Performed, RunBeginning } from '../contract.ts';
import type { Arrival, Attempt } from './Arrival.ts';
import type { Awaited } from './Awaited.ts';
import type { AwaitedTimers } from './AwaitedTimers.ts';
import { CallRow } from './calls/CallRow.ts';
import { CutOffCalls } from './calls/CutOffCalls.ts';
import { InlineCalls } from './calls/InlineCalls.ts';
import { SentCalls } from './calls/SentCalls.ts';
import { Relatives } from './children/Relatives.ts';
import type { LoadedState } from './loadRun.ts';
import type { RecordedRun } from './RecordedRun.ts';
import type { SegmentParts } from './SegmentParts.ts';

/** Most calls that the invocation of a run makes itself: further ones are spread over all workers. */
const MOST_INLINE = 4;

/** Steps in the journal of one invocation, after which the next one continues: a replay reads all of them. */
const MOST_STEPS = 1_000;

/** What a run has under way in one of its invocations: feeds the machine what arrives, and does what follows. */
export class UnderWay {
  readonly inline: InlineCalls;
  readonly sent: SentCalls;
  readonly timers: AwaitedTimers;
  readonly relatives: Relatives;
  readonly row: CallRow;
  /** Calls that the next invocation makes, by key. */
  readonly held = new Map<string, Call>();
  readonly cutOff: CutOffCalls;
  /** How many the journal of the invocation has. */
  steps = 0;
  readonly #loaded: LoadedState;
  readonly #exposure: SegmentParts['exposure'];
  readonly #run: RecordedRun;
  readonly #awaited: Awaited;
  #hasMore: boolean;

  constructor(
    ctx: ObjectContext,
    { loaded, run, awaited }: { readonly loaded: LoadedState; readonly run: RecordedRun; readonly awaited: Awaited },
    { perform, ports: { policy }, exposure }: SegmentParts,
  ) {
    const { tracked } = loaded.restored;
    this.#loaded = loaded;
    this.#exposure = exposure;
    this.#run = run;
    this.#awaited = awaited;
    this.timers = run.timers;
    this.row = new CallRow((input, at) => this.#advance(input, at), this.timers);
    this.inline = new InlineCalls(ctx, { perform, row: this.row }, awaited.waits);
    this.sent = new SentCalls(ctx, loaded);
    this.relatives = new Relatives(ctx, loaded, run);
    this.cutOff = new CutOffCalls(
      { tracked, policy, asked: loaded.row.asked },
      {
        feed: (input, at) => this.feed(input, at),
        forget: (key) => this.#forget(key),
        start: (call) => this.#start(call),
        perform: (call, again) => {
          if (again === null) this.#send(call);
          else this.steps += this.inline.perform(call.key, again);
        },
      },
    );
    this.#hasMore = tracked.hasMore;
  }

  /** The machine has more to do immediately. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** The invocation has taken so many steps that another one is to continue. */
  get isOver(): boolean {
    return this.steps >= MOST_STEPS;
  }

  get hasCalls(): boolean {
    return this.inline.count > 0 || this.sent.size > 0;
  }

  /** Begins the run, or takes up what it had under way. */
  begin(): void {
    const { row, head, restored } = this.#loaded;
    const held = new Set(row.held);
    const { calls } = restored.tracked.pending;
    if (row.inputs === 0) {
      this.feed(head.start, head.start.at);
      this.relatives.link();
    }
    for (const { call, isIntended } of calls) {
      const { key } = call;
      if (held.has(key)) {
        if (isIntended) this.cutOff.repeat(key);
        this.#start(call);
      } else if (!this.cutOff.asked.has(key) && !this.relatives.has(key)) this.sent.add(key);
    }
  }

  /** Feeds the machine an input that arose at a time, in ms since the epoch. */
  feed(input: RunInputDraft, at: number): void {
    this.#follow(this.#advance(input, at));
  }

  /** It is recorded that a call is about to be made. */
  takeIntent({ key, at, attempt }: Extract<Arrival, { readonly type: 'intent' }>): void {
    if (!this.cutOff.isRepeated(key)) this.feed({ type: 'effect.started', key }, at);
    this.steps += this.inline.perform(key, attempt);
  }

  /** `again`: null for a call that another invocation has made. */
  takePerformed(key: string, performed: Performed, again: Attempt | null): void {
    const { at } = performed;
    if ('isCutOff' in performed) {
      this.cutOff.decide(key, at, again);
      return;
    }
    this.inline.end(key);
    this.sent.end(key);
    if ('begins' in performed) this.#beginChild(key, performed.begins);
    else {
      this.cutOff.drop(key);
      this.feed({ type: 'effect.completed', key, outcome: performed.outcome }, at);
    }
  }

  /** Each call of a row counts as a step: a replay feeds all of them. */
  takeRow({ key, row }: Extract<Arrival, { readonly type: 'row' }>): void {
    this.inline.end(key);
    this.steps += row.length - 1;
    this.#follow(this.row.end(row));
  }

  takeMail(mail: readonly Mail[]): void {
    for (const each of mail) {
      if (each.type === 'call') this.#takeSent(each.key, each);
      else if (each.type === 'long') this.sent.hear(each);
      else if (this.#run.tracked.isFinished) continue;
      else if (each.type === 'input') this.feed(each.input, each.at);
      else if (each.type === 'resume') this.#resume(each);
      else if (each.type === 'child') this.#hear(each);
      else for (const { id } of this.timers.takeUntil(each.at)) this.feed({ type: 'timer.fired', id }, each.at);
    }
  }

  #advance(input: RunInputDraft, at: number): Fed {
    const answer = this.#run.feed(input, at);
    this.#hasMore = answer.more;
    if (input.type === 'effect.completed') for (const name of input.outcome.exposed ?? []) this.#exposure.add(name);
    return answer;
  }

  #follow({ steps }: Fed): void {
    for (const step of steps) {
      if (step.type === 'call') this.#start(step.call);
      else {
        this.#forget(step.key);
        this.relatives.cancel(step.key);
      }
    }
    if (this.relatives.note()) this.#startHeld();
  }

  /** Begins what has waited until the run was resumed. */
  #startHeld(): void {
    for (const call of [...this.held.values()].filter(startsRun)) {
      this.held.delete(call.key);
      this.#start(call);
    }
  }

  #forget(key: string): void {
    this.inline.abort(key);
    this.sent.abort(key);
    this.held.delete(key);
    this.cutOff.drop(key);
  }

  #start(call: Call): void {
    if (this.isOver) this.held.set(call.key, call);
    else if (this.inline.count < MOST_INLINE) this.steps += this.inline.start(call);
    else this.#send(call);
  }

  /** Has another invocation make a call. */
  #send(call: Call): void {
    const { key } = call;
    this.sent.add(key);
    if (hasConsequences(call) && !this.cutOff.isRepeated(key)) this.feed({ type: 'effect.started', key }, 0);
    this.sent.send(call, this.relatives.frame);
    this.steps += 1;
  }

  #takeSent(key: string, performed: Performed): void {
    const isWaitedFor = 'outcome' in performed && !this.sent.has(key) ? this.relatives.end(key) : this.sent.has(key);
    if (isWaitedFor) this.takePerformed(key, performed, null);
  }

  #hear(mail: Extract<Mail, { readonly type: 'child' }>): void {
    if (this.relatives.has(mail.key) && mail.pauses === 'interrupted') this.cutOff.ask(mail.key);
    for (const input of this.relatives.hear(mail)) this.feed(input, mail.at);
  }

  /** Begins the run that a call starts; where this one is paused, once it is resumed. */
  #beginChild(key: string, beginning: RunBeginning): void {
    const held = this.relatives.begin(key, beginning);
    if (held === null) this.#awaited.renewPatience();
    else {
      this.cutOff.repeat(key);
      this.held.set(key, held);
    }
  }

  /** The run is resumed, with what a person says of the calls that were cut off. */
  #resume({ repeat, at, left }: Extract<Mail, { readonly type: 'resume' }>): void {
    if (this.cutOff.asked.size > 0 && repeat === null) return;
    this.cutOff.answer(repeat, at, (key) => this.relatives.has(key));
    for (const input of this.relatives.resume(repeat, left)) this.feed(input, at);
  }
}

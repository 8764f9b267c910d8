import type { ObjectContext } from '@restatedev/restate-sdk';
import { hasConsequences } from '../../../effects/index.ts';
import { type RunInputDraft, startsRun } from '../../../hosts/node/index.ts';
import { type Call, type Effect, pauseReason } from '../../../run/index.ts';
import type { Mail, Performed, RunBeginning, StoredRun } from '../contract.ts';
import type { Attempt } from './Arrival.ts';
import { Awaited } from './Awaited.ts';
import { AwaitedTimers } from './AwaitedTimers.ts';
import { CutOffCalls } from './CutOffCalls.ts';
import { Relatives } from './children/Relatives.ts';
import { InlineCalls } from './InlineCalls.ts';
import type { LoadedRun } from './loadRun.ts';
import { RecordedRun } from './RecordedRun.ts';
import type { SegmentParts } from './SegmentParts.ts';
import { SentCalls } from './SentCalls.ts';
import { sendClose, sendDrive } from './send.ts';

/** Most calls that the invocation of a run makes itself: further ones are spread over all workers. */
const MOST_INLINE = 4;

/** Steps in the journal of one invocation, after which the next one continues: a replay reads all of them. */
const MOST_STEPS = 1_000;

/**
 * One invocation of a run: continues it from its state until nothing but signals and times are waited for, or until the
 * invocation has taken so many steps that another one is to continue. All that it decides follows from the state and from
 * what Restate has recorded, so that another attempt on any worker does the same.
 */
export class Segment {
  readonly #ctx: ObjectContext;
  readonly #loaded: LoadedRun;
  readonly #parts: SegmentParts;
  readonly #run: RecordedRun;
  readonly #awaited: Awaited;
  readonly #inline: InlineCalls;
  readonly #timers: AwaitedTimers;
  readonly #relatives: Relatives;
  readonly #sent: SentCalls;
  /** Calls that the next invocation makes, by key. */
  readonly #held = new Map<string, Call>();
  readonly #cutOff: CutOffCalls;
  #steps = 0;
  #hasMore: boolean;

  constructor(ctx: ObjectContext, loaded: LoadedRun, parts: SegmentParts) {
    this.#ctx = ctx;
    this.#loaded = loaded;
    this.#parts = parts;
    this.#run = new RecordedRun(ctx, loaded);
    this.#awaited = new Awaited(ctx, loaded);
    this.#inline = new InlineCalls(ctx, parts.perform, this.#awaited.waits);
    this.#sent = new SentCalls(ctx, loaded);
    this.#relatives = new Relatives(ctx, loaded, this.#run);
    const { tracked } = loaded.restored;
    this.#timers = new AwaitedTimers(tracked.pending.timers);
    this.#cutOff = new CutOffCalls(
      { tracked, policy: parts.ports.policy, asked: loaded.row.asked },
      {
        feed: (input, at) => this.#feed(input, at),
        forget: (key) => this.#forget(key),
        start: (call) => this.#start(call),
        perform: (call, again) => {
          if (again === null) this.#send(call);
          else this.#steps += this.#inline.perform(call.key, again);
        },
      },
    );
    this.#hasMore = tracked.hasMore;
  }

  /** Answers with the run where it has ended. */
  async drive(): Promise<StoredRun | null> {
    this.#begin();
    while (!this.#hasEnded) {
      if (this.#isOver && this.#inline.count === 0) {
        if (await this.#leave({ again: true })) return null;
      } else if (this.#hasMore && !this.#isOver) {
        this.#feed({ type: 'run.continued' }, 0);
        this.#steps += 1;
      } else if (this.#isBusy) await this.#wait();
      else if (await this.#leave({ again: false })) return null;
      if (this.#run.isFull) this.#save();
    }
    this.#save();
    this.#relatives.reportEnd();
    // The mailbox of a run that it does not know has nothing to close.
    if (this.#awaited.isKnown) sendClose(this.#ctx, this.#ctx.key);
    return this.#run.stored;
  }

  /** It has ended, and so has all below it. */
  get #hasEnded(): boolean {
    return this.#run.tracked.isFinished && !this.#relatives.isEnding;
  }

  get #isOver(): boolean {
    return this.#steps >= MOST_STEPS;
  }

  /** Something is under way that will not take long as a rule. */
  get #isBusy(): boolean {
    if (this.#hasCalls || (this.#relatives.count > 0 && this.#awaited.isPatient)) return true;
    const { run, lastAt, isFinished } = this.#run.tracked;
    return !isFinished && pauseReason(run) === null && this.#timers.isNear(lastAt);
  }

  get #hasCalls(): boolean {
    return this.#inline.count > 0 || this.#sent.size > 0;
  }

  #begin(): void {
    const { row, head, restored } = this.#loaded;
    const held = new Set(row.held);
    const { calls } = restored.tracked.pending;
    if (row.inputs === 0) {
      this.#feed(head.start, head.start.at);
      this.#relatives.link();
    }
    for (const { call, isIntended } of calls) {
      const { key } = call;
      if (held.has(key)) {
        if (isIntended) this.#cutOff.repeat(key);
        this.#start(call);
      } else if (!this.#cutOff.asked.has(key) && !this.#relatives.has(key)) this.#sent.add(key);
    }
  }

  #feed(input: RunInputDraft, at: number): void {
    const { effects, more } = this.#run.feed(input, at);
    this.#hasMore = more;
    for (const effect of effects) this.#take(effect);
    if (input.type === 'effect.completed')
      for (const name of input.outcome.exposed ?? []) this.#parts.exposure.add(name);
    if (this.#relatives.note()) this.#startHeld();
  }

  /** Begins what has waited until the run was resumed. */
  #startHeld(): void {
    for (const call of [...this.#held.values()].filter(startsRun)) {
      this.#held.delete(call.key);
      this.#start(call);
    }
  }

  #take(effect: Effect): void {
    switch (effect.type) {
      case 'timer.start':
        this.#timers.start(effect);
        return;
      case 'timer.cancel':
        this.#timers.cancel(effect.id);
        return;
      case 'effect.abort':
        this.#forget(effect.key);
        this.#relatives.cancel(effect.key);
        return;
      case 'tool.call':
      case 'model.call':
      case 'memory.call':
        this.#start(effect);
    }
  }

  #forget(key: string): void {
    this.#inline.abort(key);
    this.#sent.abort(key);
    this.#held.delete(key);
    this.#cutOff.drop(key);
  }

  #start(call: Call): void {
    if (this.#isOver) this.#held.set(call.key, call);
    else if (this.#inline.count < MOST_INLINE) this.#steps += this.#inline.start(call);
    else this.#send(call);
  }

  /** Has another invocation make a call. */
  #send(call: Call): void {
    const { key } = call;
    this.#sent.add(key);
    if (hasConsequences(call) && !this.#cutOff.isRepeated(key)) this.#feed({ type: 'effect.started', key }, 0);
    this.#sent.send(call, this.#relatives.frame);
    this.#steps += 1;
  }

  async #wait(): Promise<void> {
    const { count, isInside } = this.#relatives;
    const hearsOthers = this.#sent.size > 0 || count > 0 || isInside;
    this.#steps += this.#awaited.arm(this.#timers, hearsOthers);
    if (count > 0 && !this.#hasCalls) this.#awaited.armLull();
    if (this.#run.hasUnsaved && !this.#inline.hasQuick) this.#awaited.armTick();
    const arrival = await this.#awaited.next(this.#parts.restate, hearsOthers ? null : this.#inline.onlyQuick);
    this.#steps += 1;
    switch (arrival.type) {
      case 'intent':
        if (!this.#cutOff.isRepeated(arrival.key)) this.#feed({ type: 'effect.started', key: arrival.key }, arrival.at);
        this.#steps += this.#inline.perform(arrival.key, arrival.attempt);
        break;
      case 'call':
        this.#takePerformed(arrival.key, arrival.performed, arrival.again);
        break;
      case 'slow':
        this.#steps += this.#inline.awaitSlow(arrival.key);
        return this.#saveOften();
      case 'mail':
        return this.#takeMail(arrival.mail);
      case 'timer':
        for (const { id, at } of this.#timers.takeDue()) this.#feed({ type: 'timer.fired', id }, at);
        return;
      case 'lull':
      case 'bell':
        this.#steps += this.#awaited.listen();
        break;
      case 'tick':
        return this.#saveOften();
    }
    if (!this.#run.tracked.isFinished && this.#awaited.isSaveDue()) this.#saveOften();
  }

  /** Writes what is recorded, so that others see it, and listens: a run that lasts hears what comes meanwhile. */
  #saveOften(): void {
    if (this.#run.hasUnsaved) this.#save();
    this.#awaited.noteSaved();
    if (this.#awaited.isKnown) this.#steps += this.#awaited.listen();
  }

  #takeMail(mail: readonly Mail[]): void {
    for (const each of mail) {
      if (each.type === 'call') this.#takeSent(each.key, each);
      else if (each.type === 'long') this.#sent.hear(each);
      else if (this.#run.tracked.isFinished) continue;
      else if (each.type === 'input') this.#feed(each.input, each.at);
      else if (each.type === 'resume') this.#resume(each);
      else if (each.type === 'child') this.#hear(each);
      else for (const { id } of this.#timers.takeUntil(each.at)) this.#feed({ type: 'timer.fired', id }, each.at);
    }
  }

  #takeSent(key: string, performed: Performed): void {
    const isWaitedFor = 'outcome' in performed && !this.#sent.has(key) ? this.#relatives.end(key) : this.#sent.has(key);
    if (isWaitedFor) this.#takePerformed(key, performed, null);
  }

  #hear(mail: Extract<Mail, { readonly type: 'child' }>): void {
    if (this.#relatives.has(mail.key) && mail.pauses === 'interrupted') this.#cutOff.ask(mail.key);
    for (const input of this.#relatives.hear(mail)) this.#feed(input, mail.at);
  }

  /** `again`: null for a call that another invocation has made. */
  #takePerformed(key: string, performed: Performed, again: Attempt | null): void {
    const { at } = performed;
    if ('isCutOff' in performed) {
      this.#cutOff.decide(key, at, again);
      return;
    }
    this.#inline.end(key);
    this.#sent.end(key);
    if ('begins' in performed) this.#beginChild(key, performed.begins);
    else {
      this.#cutOff.drop(key);
      this.#feed({ type: 'effect.completed', key, outcome: performed.outcome }, at);
    }
  }

  /** Begins the run that a call starts; where this one is paused, once it is resumed. */
  #beginChild(key: string, beginning: RunBeginning): void {
    const held = this.#relatives.begin(key, beginning);
    if (held === null) this.#awaited.renewPatience();
    else {
      this.#cutOff.repeat(key);
      this.#held.set(key, held);
    }
  }

  /** The run is resumed, with what a person says of the calls that were cut off. */
  #resume({ repeat, at, left }: Extract<Mail, { readonly type: 'resume' }>): void {
    if (this.#cutOff.asked.size > 0 && repeat === null) return;
    this.#cutOff.answer(repeat, at, (key) => this.#relatives.has(key));
    for (const input of this.#relatives.resume(repeat, left)) this.#feed(input, at);
  }

  #save(isIdle = false): void {
    for (const saved of [this.#relatives, this.#sent]) saved.save();
    const counts = { below: this.#relatives.count, long: this.#sent.longCount };
    this.#run.save({ held: [...this.#held.keys()], asked: [...this.#cutOff.asked], isIdle, ...counts });
    this.#steps += 3;
  }

  /** Ends the invocation unless there is mail; true where it has ended. With `again` the next one continues at once. */
  async #leave({ again }: { readonly again: boolean }): Promise<boolean> {
    this.#save(!again);
    const alarm = again || this.#run.tracked.isFinished ? null : this.#timers.next;
    const mail = await this.#awaited.leave({ again, alarm });
    this.#takeMail(mail);
    if (!again || this.#hasEnded) return mail.length === 0;
    if (this.#run.hasUnsaved) this.#save();
    void sendDrive(this.#ctx, this.#ctx.key);
    return true;
  }
}

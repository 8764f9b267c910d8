import type { ObjectContext } from '@restatedev/restate-sdk';
import { hasConsequences, type Performer } from '../../../effects/index.ts';
import { giveUp, planResumption, type RunInputDraft, resumeDecided } from '../../../hosts/node/index.ts';
import { type Call, type Effect, pauseReason } from '../../../run/index.ts';
import { type Leave, type Left, type Mail, type Performed, SERVICES, type SentCall } from '../contract.ts';
import { listSecrets } from '../openVault.ts';
import type { Attempt } from './Arrival.ts';
import { Awaited } from './Awaited.ts';
import { AwaitedTimers } from './AwaitedTimers.ts';
import { InlineCalls } from './InlineCalls.ts';
import type { Restate } from './loadRestate.ts';
import type { LoadedRun } from './loadRun.ts';
import { RecordedRun } from './RecordedRun.ts';
import { sendCall, sendClose, sendDrive } from './send.ts';
import { asJson } from './serdes.ts';
import type { WorkerPorts } from './WorkerPorts.ts';

/** Most calls that the invocation of a run makes itself: further ones are spread over all workers. */
const MOST_INLINE = 4;

/** Steps in the journal of one invocation, after which the next one continues: a replay reads all of them. */
const MOST_STEPS = 1_000;

/** A timer that is due within this time, in ms, is waited for; for a later one the run is woken. */
const SHORT_WAIT = 2_000;

/** What an invocation of a run works with. */
export interface SegmentParts {
  readonly restate: Restate;
  readonly ports: Pick<WorkerPorts, 'policy'>;
  readonly performer: Performer;
}

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
  /** Calls that other invocations make, by key. */
  readonly #sent = new Set<string>();
  /** Calls that the next invocation makes, by key. */
  readonly #held = new Map<string, Call>();
  /** Calls that were cut off, about which a person is asked. */
  readonly #asked: Set<string>;
  /** Calls that are made again, by key: their intent was recorded before. */
  readonly #repeated = new Set<string>();
  #steps = 0;
  #hasMore: boolean;

  constructor(ctx: ObjectContext, loaded: LoadedRun, parts: SegmentParts) {
    this.#ctx = ctx;
    this.#loaded = loaded;
    this.#parts = parts;
    this.#run = new RecordedRun(ctx, loaded);
    this.#awaited = new Awaited(ctx, loaded.restored.tracked);
    this.#inline = new InlineCalls(ctx, parts.performer, this.#awaited.waits);
    const { tracked } = loaded.restored;
    this.#timers = new AwaitedTimers(tracked.pending.timers);
    this.#asked = new Set(loaded.row.asked);
    this.#hasMore = tracked.hasMore;
  }

  async drive(): Promise<void> {
    this.#begin();
    while (!this.#run.tracked.isFinished) {
      if (this.#isOver && this.#inline.count === 0) {
        if (await this.#leave({ again: true })) return;
      } else if (this.#hasMore && !this.#isOver) {
        this.#feed({ type: 'run.continued' }, 0);
        this.#steps += 1;
      } else if (this.#isBusy) await this.#wait();
      else if (await this.#leave({ again: false })) return;
      if (this.#run.isFull) this.#save();
    }
    this.#save();
    sendClose(this.#ctx, this.#ctx.key);
  }

  get #isOver(): boolean {
    return this.#steps >= MOST_STEPS;
  }

  /** Something is under way that will not take long as a rule. */
  get #isBusy(): boolean {
    if (this.#inline.count > 0 || this.#sent.size > 0) return true;
    const { next } = this.#timers;
    const isPaused = pauseReason(this.#run.tracked.run) !== null;
    return next !== null && !isPaused && next - this.#run.tracked.lastAt < SHORT_WAIT;
  }

  #begin(): void {
    const { row, head, restored } = this.#loaded;
    const held = new Set(row.held);
    const calls = restored.tracked.pending.calls.map(({ call }) => call);
    if (row.inputs === 0) this.#feed(head.start, head.start.at);
    for (const call of calls) {
      if (held.has(call.key)) this.#start(call);
      else if (!this.#asked.has(call.key)) this.#sent.add(call.key);
    }
  }

  #feed(input: RunInputDraft, at: number): void {
    const { effects, more } = this.#run.feed(input, at);
    this.#hasMore = more;
    for (const effect of effects) this.#take(effect);
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
        return;
      case 'tool.call':
      case 'model.call':
      case 'memory.call':
        this.#start(effect);
    }
  }

  #forget(key: string): void {
    this.#inline.abort(key);
    for (const calls of [this.#sent, this.#held, this.#asked]) calls.delete(key);
  }

  #start(call: Call): void {
    if (this.#isOver) this.#held.set(call.key, call);
    else if (this.#inline.count < MOST_INLINE) this.#steps += this.#inline.start(call);
    else this.#send(call);
  }

  /** Has another invocation make a call; what became of it comes by mail. */
  #send(call: Call): void {
    const { head, restored } = this.#loaded;
    const { start, salt } = head;
    const exposed = [...restored.tracked.exposed];
    const sent: SentCall = { runId: start.runId, call, salt, secrets: listSecrets(start.env, salt), exposed };
    this.#sent.add(call.key);
    if (hasConsequences(call) && !this.#repeated.has(call.key))
      this.#feed({ type: 'effect.started', key: call.key }, 0);
    sendCall(this.#ctx, sent);
    this.#steps += 1;
  }

  async #wait(): Promise<void> {
    const hasTimer = this.#awaited.armTimer(this.#timers);
    if (this.#sent.size > 0 || hasTimer) this.#steps += this.#awaited.listen();
    if (this.#run.hasUnsaved) this.#awaited.armTick();
    const arrival = await this.#awaited.next(this.#parts.restate);
    this.#steps += 1;
    switch (arrival.type) {
      case 'intent':
        if (!this.#repeated.has(arrival.key)) this.#feed({ type: 'effect.started', key: arrival.key }, arrival.at);
        this.#steps += this.#inline.perform(arrival.key, arrival.attempt);
        return;
      case 'call':
        this.#takePerformed(arrival.key, arrival.performed, arrival.again);
        return;
      case 'mail':
        this.#takeMail(arrival.mail);
        return;
      case 'timer':
        for (const { id, at } of this.#timers.takeDue()) this.#feed({ type: 'timer.fired', id }, at);
        return;
      case 'tick':
        this.#save();
        // A run that lasts hears what comes meanwhile.
        this.#steps += this.#awaited.listen();
    }
  }

  #takeMail(mail: readonly Mail[]): void {
    for (const each of mail) {
      if (each.type === 'call') this.#takeSent(each.key, each);
      else if (each.type === 'input') this.#feed(each.input, each.at);
      else if (each.type === 'resume') this.#resume(each.repeat, each.at);
      else for (const { id } of this.#timers.takeUntil(each.at)) this.#feed({ type: 'timer.fired', id }, each.at);
    }
  }

  #takeSent(key: string, performed: Performed): void {
    if (this.#sent.has(key)) this.#takePerformed(key, performed, null);
  }

  /** `again`: null for a call that another invocation has made. */
  #takePerformed(key: string, performed: Performed, again: Attempt | null): void {
    const { at } = performed;
    if ('isCutOff' in performed) {
      this.#decide(key, at, again);
      return;
    }
    this.#inline.end(key);
    this.#sent.delete(key);
    this.#feed({ type: 'effect.completed', key, outcome: performed.outcome }, at);
  }

  /** A call was cut off: makes it again, gives up on it, or leaves it to a person. */
  #decide(key: string, at: number, again: Attempt | null): void {
    const { tracked } = this.#run;
    const plan = planResumption(tracked, { cause: 'lost', policy: this.#parts.ports.policy, continuesRuns: true });
    const [interrupted, ...others] = plan.inputs;
    if (interrupted !== undefined) this.#feed(interrupted, at);
    const own = others.find((input) => 'key' in input && input.key === key);
    const call = plan.again.get(key);
    if (plan.asked.has(key)) {
      this.#forget(key);
      this.#asked.add(key);
      this.#feed({ type: 'run.paused', reason: 'interrupted' }, at);
    } else if (own !== undefined && call === undefined) {
      this.#forget(key);
      this.#feed(own, at);
    } else if (call !== undefined) {
      this.#repeated.add(key);
      this.#feed(own ?? { type: 'effect.repeated', key, by: 'safe' }, at);
      if (again === null) this.#send(call);
      else this.#steps += this.#inline.perform(key, again);
    }
  }

  /** A person resumes the run, and says what becomes of the calls that were cut off. */
  #resume(repeat: 'yes' | 'no' | null, at: number): void {
    const { tracked } = this.#run;
    if (this.#asked.size === 0) this.#feed({ type: 'run.resumed' }, at);
    if (this.#asked.size === 0 || repeat === null) return;
    const asked = tracked.pending.calls.filter(({ call }) => this.#asked.has(call.key));
    this.#asked.clear();
    for (const { call } of asked) {
      const { key } = call;
      if (repeat === 'no') this.#feed(giveUp(tracked, call), at);
      else {
        this.#repeated.add(key);
        this.#feed({ type: 'effect.repeated', key, by: 'person' }, at);
        this.#start(call);
      }
    }
    for (const input of resumeDecided(tracked)) this.#feed(input, at);
  }

  #save(isIdle = false): void {
    this.#run.save({ held: [...this.#held.keys()], asked: [...this.#asked], isIdle });
    this.#steps += 3;
  }

  /** Ends the invocation unless there is mail; true where it has ended. With `again` the next one continues at once. */
  async #leave({ again }: { readonly again: boolean }): Promise<boolean> {
    this.#save(!again);
    const { key } = this.#ctx;
    const leave: Leave = { listener: this.#awaited.listener, again, alarm: again ? null : this.#timers.next };
    const target = { service: SERVICES.mailbox, method: 'leave', key };
    const serdes = { inputSerde: asJson<Leave>(), outputSerde: asJson<Left>() };
    const left = await this.#ctx.genericCall<Leave, Left>({ ...target, parameter: leave, ...serdes });
    const mail = [...(await this.#awaited.takeDelivered(left.isDelivered)), ...left.mail];
    this.#takeMail(mail);
    if (!again || this.#run.tracked.isFinished) return mail.length === 0;
    if (this.#run.hasUnsaved) this.#save();
    sendDrive(this.#ctx, key);
    return true;
  }
}

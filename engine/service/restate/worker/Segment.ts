import type { ObjectContext } from '@restatedev/restate-sdk';
import { pauseReason } from '../../../run/index.ts';
import { MAILBOX, RUN } from '../handlers.ts';
import type { StoredRun } from '../messages.ts';
import { Awaited } from './Awaited.ts';
import { send } from './context.ts';
import type { Restate } from './loadRestate.ts';
import type { LoadedState } from './loadRun.ts';
import { RecordedRun } from './RecordedRun.ts';
import { UnderWay } from './UnderWay.ts';
import type { SegmentParts } from './WorkerPorts.ts';

/**
 * One invocation of a run: continues it from its state until nothing but signals and times are waited for, or until the
 * invocation has taken so many steps that another one is to continue. All that it decides follows from the state and from
 * what Restate has recorded, so that another attempt on any worker does the same.
 */
export class Segment {
  readonly #ctx: ObjectContext;
  readonly #restate: Restate;
  readonly #run: RecordedRun;
  readonly #awaited: Awaited;
  readonly #work: UnderWay;

  constructor(ctx: ObjectContext, loaded: LoadedState, parts: SegmentParts) {
    this.#ctx = ctx;
    this.#restate = parts.restate;
    this.#run = new RecordedRun(ctx, loaded);
    this.#awaited = new Awaited(ctx, loaded);
    this.#work = new UnderWay(ctx, { loaded, run: this.#run, awaited: this.#awaited }, parts);
  }

  /** Answers with the run where it has ended. */
  async drive(): Promise<StoredRun | null> {
    const work = this.#work;
    work.begin();
    while (!this.#hasEnded) {
      if (work.calls.isOver && work.calls.inline.count === 0) {
        if (await this.#leave({ again: true })) return null;
      } else if (work.hasMore && !work.calls.isOver) {
        work.feed({ type: 'run.continued' }, 0);
        work.calls.steps += 1;
      } else if (this.#isBusy) await this.#wait();
      else if (await this.#leave({ again: false })) return null;
      if (this.#run.isFull) this.#save();
    }
    this.#save();
    work.relatives.reportEnd();
    // The mailbox of a run that it does not know has nothing to close.
    if (this.#awaited.isKnown) send(this.#ctx, MAILBOX.close, [this.#ctx.key, null]);
    return this.#run.stored;
  }

  /** It has ended, and so has all below it. */
  get #hasEnded(): boolean {
    return this.#run.tracked.isFinished && !this.#work.relatives.isEnding;
  }

  /** Something is under way that will not take long as a rule. */
  get #isBusy(): boolean {
    const { calls, relatives } = this.#work;
    if (calls.areUnderWay || (relatives.count > 0 && this.#awaited.isPatient)) return true;
    const { run, lastAt, isFinished } = this.#run.tracked;
    return !isFinished && pauseReason(run) === null && this.#awaited.timers.isNear(lastAt);
  }

  async #wait(): Promise<void> {
    const work = this.#work;
    const { count, isInside } = work.relatives;
    const hearsOthers = work.calls.sent.size > 0 || count > 0 || isInside;
    work.calls.steps += this.#awaited.arm(hearsOthers);
    if (count > 0 && !work.calls.areUnderWay) this.#awaited.armLull();
    if (this.#run.hasUnsaved && !work.calls.inline.hasQuick) this.#awaited.armTick();
    const only = this.#awaited.only(hearsOthers ? null : work.calls.inline.onlyQuick);
    work.calls.row.allow(only !== null);
    const arrival = await this.#awaited.next(this.#restate, only);
    work.calls.steps += 1;
    switch (arrival.type) {
      case 'intent':
        work.calls.takeIntent(arrival);
        break;
      case 'call':
        work.takePerformed(arrival.key, arrival.performed, arrival.again);
        break;
      case 'row':
        work.takeRow(arrival);
        break;
      case 'slow':
        work.calls.steps += work.calls.inline.awaitSlow(arrival.key);
        return this.#saveOften();
      case 'mail':
        return work.takeMail(arrival.mail);
      case 'timer':
        for (const { id, at } of this.#awaited.timers.takeDue()) work.feed({ type: 'timer.fired', id }, at);
        return;
      case 'lull':
      case 'bell':
        work.calls.steps += this.#awaited.listen();
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
    if (this.#awaited.isKnown) this.#work.calls.steps += this.#awaited.listen();
  }

  #save(isIdle = false): void {
    const { relatives, calls } = this.#work;
    const { sent, held, asked } = calls;
    for (const saved of [relatives, sent]) saved.save();
    const counts = { below: relatives.count, long: sent.longCount };
    this.#run.save({ held, asked: [...asked], isIdle, ...counts });
    this.#work.calls.steps += 3;
  }

  /** Ends the invocation unless there is mail; true where it has ended. With `again` the next one continues at once. */
  async #leave({ again }: { readonly again: boolean }): Promise<boolean> {
    this.#save(!again);
    const alarm = again || this.#run.tracked.isFinished ? null : this.#awaited.timers.next;
    const mail = await this.#awaited.leave({ again, alarm });
    this.#work.takeMail(mail);
    if (!again || this.#hasEnded) return mail.length === 0;
    if (this.#run.hasUnsaved) this.#save();
    send(this.#ctx, RUN.drive, [this.#ctx.key, null]);
    return true;
  }
}

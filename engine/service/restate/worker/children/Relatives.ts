import type { ObjectContext } from '@restatedev/restate-sdk';
import {
  blockedWith,
  childRunId,
  pauseUnder,
  type RunInputDraft,
  renewBudget,
  type StartedHead,
  type TrackedRun,
  toOutcome,
  toResumed,
} from '../../../../hosts/node/index.ts';
import {
  type Budget,
  budgetLeft,
  type Call,
  type PausedView,
  pauseReason,
  type UsageView,
} from '../../../../run/index.ts';
import { FAMILY, MAILBOX } from '../../handlers.ts';
import type { Below, ChildFrame, Mail, PauseUp, RunBeginning } from '../../messages.ts';
import { send, setState } from '../context.ts';
import type { RecordedRun } from '../RecordedRun.ts';
import { limitOutcome } from './withCalls.ts';

type FromChild = Extract<Mail, { readonly type: 'child' }>;
type Resume = Extract<Mail, { readonly type: 'resume' }>;

/**
 * What a run tells the one that has started it, and those that it has started: all by mail, which Restate delivers once. What it
 * tells follows from its inputs, so that another attempt tells the same.
 */
export class Relatives {
  readonly #ctx: ObjectContext;
  readonly #head: StartedHead;
  readonly #run: RecordedRun;
  readonly #live: Set<string>;
  readonly #ending: Set<string>;
  #paused: PausedView['reason'] | null;
  #usage: UsageView | undefined;
  /** What who resumes the run has said of calls that were cut off. */
  #repeat: Resume['repeat'] = null;
  #isSaved = true;

  constructor(
    ctx: ObjectContext,
    { head, below }: { readonly head: StartedHead; readonly below: Below },
    run: RecordedRun,
  ) {
    this.#ctx = ctx;
    this.#head = head;
    this.#run = run;
    this.#live = new Set(below.live);
    this.#ending = new Set(below.ending);
    const { tracked, view } = run;
    this.#paused = pauseReason(tracked.run);
    this.#usage = view.usage;
    // A journal does not say which of them have ended since.
    for (const key of tracked.abandoned) if (!this.#ending.has(key)) tracked.abandoned.delete(key);
  }

  /** True: another run has started this one. */
  get isInside(): boolean {
    return this.#head.start.parent !== undefined;
  }

  /** How many runs that this one has started have not ended. */
  get count(): number {
    return this.#live.size + this.#ending.size;
  }

  /** The calls whose runs are being cancelled: the run ends after them. */
  get isEnding(): boolean {
    return this.#ending.size > 0;
  }

  /** Whether a call has started a run, whose outcome it waits for. */
  has(key: string): boolean {
    return this.#live.has(key);
  }

  /** What a run that a call starts takes from this one. */
  get frame(): ChildFrame {
    return frameOf(this.#head, this.#run.tracked);
  }

  /** Begins the run that a call starts. Answers with the call where this run is paused: nothing begins then. */
  begin(key: string, beginning: RunBeginning): Call | null {
    const { tracked } = this.#run;
    const isPaused = pauseReason(tracked.run) !== null;
    const held = isPaused ? tracked.pending.calls.find(({ call }) => call.key === key) : undefined;
    if (held !== undefined) return held.call;
    this.#live.add(key);
    this.#isSaved = false;
    send(this.#ctx, FAMILY.begin, [this.frame.place.root, beginning]);
    return null;
  }

  /** The run of a call has ended. False: the call was aborted before, and its outcome is passed over. */
  end(key: string): boolean {
    const isLive = this.#live.delete(key);
    this.#ending.delete(key);
    this.#run.tracked.abandoned.delete(key);
    this.#isSaved = false;
    return isLive;
  }

  /** A call was aborted: the run that it has started is cancelled. */
  cancel(key: string): void {
    if (!this.#live.delete(key)) {
      this.#run.tracked.abandoned.delete(key);
      return;
    }
    this.#ending.add(key);
    this.#isSaved = false;
    this.#tell(key, { type: 'input', at: this.#now, input: { type: 'run.cancelled' } });
  }

  /** What the run is fed when one that it has started tells something. */
  hear({ key, child, pauses, blocked }: FromChild): readonly RunInputDraft[] {
    if (!this.#live.has(key)) return [];
    const reported = { type: 'child.reported', key, child } as const;
    if (pauses === null) return [reported];
    const why = pauses === 'child' ? { child: child.runId, ...(blocked === true ? { blocked } : {}) } : {};
    return [reported, { type: 'run.paused', reason: pauses, ...why }];
  }

  /** What the run is fed when it is resumed; those below it are, too. */
  resume(repeat: Resume['repeat'], left: Budget | undefined): readonly RunInputDraft[] {
    const { tracked } = this.#run;
    this.#repeat = repeat;
    if (left === undefined) return [{ type: 'run.resumed' }];
    return pauseReason(tracked.run) === null ? renewBudget(tracked, left) : [toResumed(tracked, left)];
  }

  /** The run has begun: the one around it has its id. */
  link(): void {
    this.#report(null);
  }

  /** It was fed an input. True: it was resumed. */
  note(): boolean {
    const { tracked } = this.#run;
    const before = this.#paused;
    this.#paused = pauseReason(tracked.run);
    const isPaused = before === null && this.#paused !== null;
    const isResumed = before !== null && this.#paused === null;
    // A run that no other has started has no one to tell what it has used.
    const usage = this.isInside ? this.#run.view.usage : this.#usage;
    const hasUsed = usage !== this.#usage;
    this.#usage = usage;
    const pauses = isPaused ? toPauseUp(this.#paused) : null;
    if (hasUsed || pauses !== null) this.#report(pauses);
    if (tracked.isFinished) return false;
    if (isPaused) this.#tellAll({ type: 'input', at: this.#now, input: pauseUnder(tracked.run) });
    if (isResumed) this.#tellAll({ type: 'resume', at: this.#now, repeat: this.#repeat, left: this.#left });
    return isResumed;
  }

  /** It has ended, and so have all below it: the call that has started it has its outcome. */
  reportEnd(): void {
    const { parent, file } = this.#head.start;
    if (parent === undefined) return;
    const { tracked, view } = this.#run;
    const exposed = tracked.exposed.size === 0 ? {} : { exposed: [...tracked.exposed].sort() };
    const outcome = { ...limitOutcome(toOutcome(view, file)), ...exposed };
    this.#push(parent.runId, { type: 'call', key: parent.key, at: this.#now, outcome });
  }

  /** Writes which of them have not ended, where that has changed. */
  save(): void {
    if (this.#isSaved) return;
    this.#isSaved = true;
    const below: Below = { live: [...this.#live], ending: [...this.#ending] };
    if (this.count === 0) this.#ctx.clear('below');
    else setState(this.#ctx, 'below', below);
  }

  get #now(): number {
    return this.#run.tracked.lastAt;
  }

  get #left(): Budget {
    return budgetLeft(this.#run.tracked.run);
  }

  #report(pauses: PauseUp | null): void {
    const { runId, file, parent } = this.#head.start;
    if (parent === undefined) return;
    const { usage } = this.#run.view;
    const child = { runId, file, ...(usage === undefined ? {} : { usage }) };
    this.#push(parent.runId, {
      type: 'child',
      at: this.#now,
      key: parent.key,
      child,
      pauses,
      ...blockedWith(this.#run.tracked.run),
    });
  }

  #tellAll(mail: Mail): void {
    for (const key of this.#live) this.#tell(key, mail);
  }

  #tell(key: string, mail: Mail): void {
    this.#push(childRunId(key), mail);
  }

  #push(runId: string, mail: Mail): void {
    send(this.#ctx, MAILBOX.push, [runId, mail]);
  }
}

/** Whether those around a run that is paused for some reason are paused, too. */
function toPauseUp(reason: PausedView['reason'] | null): PauseUp | null {
  if (reason === 'missing') return 'child';
  return reason === 'budget' || reason === 'child' || reason === 'interrupted' ? reason : null;
}

/** What a run that a call of another one starts takes from that one as it is now. */
export function frameOf({ start }: StartedHead, { run, lastAt }: Pick<TrackedRun, 'run' | 'lastAt'>): ChildFrame {
  const { runId, parent, file, prices = [] } = start;
  const place = { runId, root: parent?.root ?? runId, files: [...(parent?.files ?? []), file] };
  return { place, prices, budget: budgetLeft(run), since: lastAt };
}

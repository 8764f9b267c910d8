import { Exposure } from '../../../effects/index.ts';
import {
  type AskedCall,
  type ChildRuns,
  createRealClock,
  isBlocked,
  noteSettled,
  openPorts,
  type RunInputDraft,
  runToEnd,
} from '../../../hosts/node/index.ts';
import {
  EMPTY_VIEW,
  foldRun,
  type PausedView,
  pauseReason,
  type Run,
  type RunEvent,
  readStart,
} from '../../../run/index.ts';
import { conceal, explainPaused } from '../../common/controls.ts';
import { createMasker, maskEach } from '../../common/masked.ts';
import { KeptEvents } from '../../common/ReplayedEvents.ts';
import type { OpenWait, ServedStatus } from '../../RunService.ts';
import type { ReadyExecution } from '../openRun.ts';
import { type Ending, type LiveRunOrder, refuseUnfit, type Sent, toEnded, toRest, toWaits } from './LiveRunOrder.ts';
import { FedJournal, RunsBelow } from './RunsBelow.ts';

/** How many events are kept at least: what followers, who ask again and again, need of them. */
const MOST_KEPT = 512;

const CANCELLED = { type: 'run.cancelled' } as const;

/** A run that this process executes. */
export class LiveRun {
  readonly id: string;
  readonly #order: LiveRunOrder;
  readonly #cancel = new AbortController();
  readonly #halt = new AbortController();
  #reason: string | null = null;
  readonly #tail = new KeptEvents();
  readonly #below = new RunsBelow();
  #inputs: { readonly draft: RunInputDraft; readonly settle: (sent: Sent) => void }[] = [];
  #journal: FedJournal | null = null;
  #opened: ReadyExecution | null = null;
  #children: ChildRuns | null = null;
  #isIdle = false;
  #undecided: AskedCall[] = [];
  #over: Promise<unknown> = Promise.resolve();
  #isOver = false;
  /** What all hear who cancel it. */
  #cancelled: Promise<boolean> | null = null;
  /** Settles that where it was cancelled before it was open. */
  #settleCancelled: ((isRecorded: boolean) => void) | null = null;
  #failure: { readonly error: unknown } | null = null;

  constructor(id: string, order: LiveRunOrder) {
    this.id = id;
    this.#order = order;
  }

  /** Whether it waits for signals or times alone. */
  get isIdle(): boolean {
    return this.#isIdle;
  }

  get status(): ServedStatus {
    if (this.paused !== null) return 'paused';
    return this.#isIdle ? 'waiting' : 'running';
  }

  /** Why it is paused; null where it is not. */
  get paused(): string | null {
    return this.#pause === null ? null : this.#explain(this.#pause);
  }

  /** Whether no one has decided about calls that were cut off. */
  get isUndecided(): boolean {
    return this.#pause?.reason === 'interrupted';
  }

  get #pause(): Pick<PausedView, 'reason' | 'missing'> | null {
    return this.#children?.find(this.id)?.view.paused ?? null;
  }

  /** Executes it. Never rejects. */
  execute(): Promise<Ending> {
    const ending = this.#execute();
    this.#over = ending;
    return ending;
  }

  async #execute(): Promise<Ending> {
    try {
      const opened = await this.#order.open();
      if (!opened.ok) return { type: 'refused', reason: opened.error };
      return await this.#drive(opened.value);
    } catch (error) {
      return { type: 'failed', error };
    } finally {
      this.#isOver = true;
      for (const { settle } of this.#inputs) settle(false);
      this.#inputs = [];
      this.#settleCancelled?.(false);
      this.#below.tell();
    }
  }

  /** Sends an input to it, or to a run below. */
  send(draft: RunInputDraft, below: string | null = null): Promise<Sent> {
    if (this.#isOver) return Promise.resolve(false);
    if (this.#journal === null && this.#opened === null && below === null)
      return new Promise((settle) => void this.#inputs.push({ draft, settle }));
    const hosted = this.#children?.find(below ?? this.id) ?? null;
    const journal = below === null ? this.#journal : this.#below.journalOf(below);
    if (hosted === null || journal === null) return Promise.resolve(false);
    const { vault } = this.#opened ?? {};
    const refused = vault === undefined ? null : refuseUnfit(hosted.tracked.run, draft, vault);
    if (refused !== null) {
      hosted.receive(refused.told);
      return Promise.resolve(refused.refusal);
    }
    const concealed = vault === undefined ? draft : conceal(draft, vault);
    const recorded = journal.whenRecorded(concealed);
    hosted.receive(concealed);
    return recorded;
  }

  /** True once that is on the disk; false where it has ended here before that. */
  cancel(): Promise<boolean> {
    if (this.#isOver) return Promise.resolve(false);
    this.#cancelled ??=
      this.#journal?.whenRecorded(CANCELLED) ?? new Promise((settle) => (this.#settleCancelled = settle));
    this.#cancel.abort();
    return this.#cancelled;
  }

  /** Ends it here once the calls in flight have come back and are recorded. @param reason why it is paused then; null: the next start continues it */
  halt(reason: string | null = null): void {
    this.#reason ??= reason;
    this.#halt.abort();
  }

  /** Settles once it has ended here. */
  get whenOver(): Promise<unknown> {
    return this.#over;
  }

  /** Ends it here as it is. */
  fail(error: unknown): void {
    this.#failure = { error };
    this.#children?.find(this.id)?.fail(error);
  }

  /** Its waits for signals, and those of the runs below. */
  waits(): readonly OpenWait[] {
    if (this.#opened === null) return [];
    const { restored, vault } = this.#opened;
    const below = [...this.#below.machines].flatMap(([id, run]) => toWaits(run, id, vault));
    return [...toWaits(restored.tracked.run, this.id, vault), ...below];
  }

  /** Whether a run below, which has not ended, is open here. */
  hasBelow(id: string): boolean {
    return this.#below.machines.has(id);
  }

  /** True once a run below, which has not ended, is open here; false where this one waits, is paused, or is over without it. */
  async untilBelow(id: string): Promise<boolean> {
    while (!this.hasBelow(id)) {
      if (this.#isOver || this.#isIdle || this.#pause !== null) return false;
      await this.#below.whenTold();
    }
    return true;
  }

  /** The newest events after a position, at most `limit`; null where they are not kept. */
  async eventsAfter(position: number, limit: number): Promise<readonly RunEvent[] | null> {
    const events = this.#opened === null ? null : this.#tail.after(position, limit);
    if (this.#opened === null || events === null) return null;
    return maskEach(events, createMasker(this.#opened.vault, this.#order.given.ports.turns));
  }

  async #drive(opened: ReadyExecution): Promise<Ending> {
    const { restored, state, journal, vault, variables, head } = opened;
    this.#opened = opened;
    const { tracked } = restored;
    this.#tail.add(restored.events);
    if (journal === null) {
      const view = foldRun(state?.view ?? EMPTY_VIEW, restored.events);
      return { type: 'ended', result: await toEnded(view, vault, this.#order) };
    }
    const exposure = new Exposure(tracked.exposed);
    const repeats = { policy: this.#order.repeat, ask: (call: AskedCall) => this.#ask(call) };
    const { performer, children } = openPorts(this.#order.given.ports, {
      vault,
      variables,
      runId: this.id,
      journal,
      file: head.path,
      salt: head.salt,
      exposure,
      repeats,
      halt: this.#halt.signal,
      aroundJournals: (journals) => this.#below.around(journals),
      listen: (run) => this.#listen(run),
    });
    const fed = new FedJournal(journal);
    this.#journal = fed;
    this.#children = children ?? null;
    const isCut = !opened.isNew && !(this.#order.wasDown && tracked.pending.calls.length === 0);
    const hadEnded = tracked.isFinished;
    const inputs = this.#inputs.flatMap(({ draft, settle }) => {
      const refused = refuseUnfit(tracked.run, draft, vault);
      if (refused !== null) {
        settle(refused.refusal);
        return refused.told;
      }
      const concealed = conceal(draft, vault);
      void fed.whenRecorded(concealed).then(settle);
      return concealed;
    });
    this.#inputs = [];
    // What was missing may be there now.
    if (isBlocked(pauseReason(tracked.run))) inputs.unshift({ type: 'run.resumed' });
    if (this.#settleCancelled !== null) void fed.whenRecorded(CANCELLED).then(this.#settleCancelled);
    try {
      const running = runToEnd({
        restored,
        ...(state === null ? {} : { state }),
        ...(isCut ? { repeats } : {}),
        inputs,
        journal: fed,
        performer,
        ...(children === undefined ? {} : { children }),
        clock: createRealClock(tracked.lastAt),
        signal: this.#cancel.signal,
        halt: this.#halt.signal,
        turns: this.#order.given.ports.turns,
        restAfter: this.#order.restAfter,
        onIdle: (isIdle) => {
          this.#isIdle = isIdle;
          this.#below.tell();
          this.#order.listener.onIdle();
        },
        onEvents: (events) => this.#note(events),
      });
      if (this.#failure !== null) this.fail(this.#failure.error);
      const view = await running;
      if (hadEnded) noteSettled(journal.file);
      if (tracked.isFinished) return { type: 'ended', result: await toEnded(view, vault, this.#order) };
      const { calls, timers } = tracked.pending;
      if (this.#reason !== null)
        return { type: 'refused', reason: this.#reason, rest: toRest(view, timers, this.#reason) };
      const isAtRest = calls.length === 0 && !tracked.hasMore && (this.#isIdle || view.paused !== null);
      if (this.#halt.signal.aborted && !isAtRest) return { type: 'halted' };
      const reason = view.paused === null ? null : this.#explain(view.paused);
      return { type: 'down', row: toRest(view, timers, reason) };
    } finally {
      performer.close();
      fed.close();
    }
  }

  /** Where a run below has stopped since something is missing here, that is told. */
  #explain(paused: Pick<PausedView, 'reason' | 'missing'>): string {
    const missing = paused.reason === 'child' ? this.#below.missing : undefined;
    return explainPaused(missing === undefined ? paused : { reason: 'missing', missing }, this.#undecided);
  }

  #note(events: readonly RunEvent[]): void {
    // What was before it was opened is in the tail already.
    const { end } = this.#tail;
    this.#tail.add(events.filter(({ seq }) => seq >= end));
    this.#tail.forget(this.#tail.end, MOST_KEPT);
    this.#below.tell();
    this.#order.listener.onEvents(this.id);
  }

  #listen(run: Run): (events: readonly RunEvent[]) => void {
    const id = readStart(run)?.runId ?? '';
    this.#below.add(id, run);
    this.#order.listener.onBelow(id);
    return (events) => {
      this.#below.note(id, events);
      this.#order.listener.onEvents(id);
    };
  }

  #ask(call: AskedCall): Promise<boolean | null> {
    if (this.#order.isDecided) return Promise.resolve(this.#order.repeat === 'yes');
    this.#undecided.push(call);
    return Promise.resolve(null);
  }
}

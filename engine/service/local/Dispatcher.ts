import type { LimitRule } from '../../serveConfig/index.ts';
import { type DispatcherParts, type TakeUp, type TurnRank, WaitingTurns, WakeTimers } from './DispatcherParts.ts';
import { sizeOfRun } from './keep/removeFiles.ts';
import { UnbegunRuns } from './limitRules.ts';
import { LiveRun } from './live/LiveRun.ts';
import { describeStop, type Ending, HaltedError } from './live/LiveRunOrder.ts';
import { beginQueued, OWNED, openBegun } from './openRun.ts';
import { AT_WORK, hasEnded, type RunRow, startOf } from './rows/RunRow.ts';
import { watchSize } from './watchSize.ts';

/** How often a run that another process executes is looked at, in ms. */
const LOOK = 5_000;

/**
 * Decides which runs are executed. So many are at work at a time; those that have begun go before those that have not, each
 * in turn. A run that waits for signals or times alone is not at work, and after a while it is unloaded: only its row stays
 * in memory. A signal or its timer takes it up again; signals and other controls wait for no turn.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #live = new Map<string, LiveRun>();
  readonly #turns = new WaitingTurns();
  /** Runs that have not begun, with those that are held. */
  readonly #unbegun = new UnbegunRuns();
  /** Runs that another process executes. */
  readonly #owned = new Set<string>();
  /** Runs that were stopped since the disk took nothing. */
  #stopped: string[] = [];
  readonly #timers = new WakeTimers((id) => {
    this.#wait('woken', id);
    this.pump();
  });
  /** Nothing begins before it is told to, and once it ends. */
  #hasBegun = false;
  #isHalting = false;
  #onEnd: () => void = () => undefined;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  get active(): number {
    return [...this.#live.values()].filter(({ isIdle }) => !isIdle).length;
  }

  /** How many runs have not begun. */
  get queued(): number {
    return this.#unbegun.size;
  }

  /** Whether a run that is started now begins at once: there is room for it, and no one waits who could take it. */
  hasRoom(workflow: string): boolean {
    if (this.active >= this.#parts.settings.active) return false;
    const mayBegin = this.#parts.settings.rules.room(this.#atWork());
    return mayBegin(workflow) && this.#turns.next(mayBegin) === null;
  }

  /** The rule of a workflow whose queue is full; null: it has none, or room. */
  fullRule(workflow: string): LimitRule | null {
    return this.#parts.settings.rules.full(workflow, this.#unbegun);
  }

  live(id: string): LiveRun | null {
    return this.#live.get(id) ?? null;
  }

  /** Every run that is executed here. */
  liveRuns(): Iterable<LiveRun> {
    return this.#live.values();
  }

  /** Whether a run has not begun. */
  isQueued(id: string): boolean {
    return this.#unbegun.has(id);
  }

  /** A row as it is now. */
  present(row: RunRow): RunRow {
    const live = this.#live.get(row.id);
    return live === undefined || hasEnded(row)
      ? row
      : { ...row, status: live.status, paused: live.paused, isUndecided: live.isUndecided };
  }

  /** Takes a run that has not begun into the queue; a paused one is held. */
  enqueue(row: RunRow): void {
    this.#unbegun.add(row.id, row.workflow);
    if (row.status !== 'paused') this.#turns.add('queued', row.id, row.workflow);
    this.pump();
  }

  /**
   * Takes a run that has begun and has not ended: one that was unloaded stays so until its time comes, unless something was
   * missing for it, which may be there now.
   */
  adopt(row: RunRow): void {
    if (!this.#wasDown(row) || row.isBlocked === true) this.#turns.add('begun', row.id, row.workflow);
    else if (row.status === 'waiting') this.#setTimer(row);
  }

  /** A queued run waits until it is released. */
  hold(row: RunRow): void {
    this.#turns.remove(row.id, row.workflow);
    this.save({ ...row, status: 'paused', paused: 'It was paused on request, before it began.' });
  }

  release(row: RunRow): void {
    this.save({ ...row, status: 'queued', paused: null });
    this.#turns.add('queued', row.id, row.workflow);
    this.pump();
  }

  /** From now on runs are executed. */
  begin(): void {
    this.#hasBegun = true;
    this.pump();
  }

  /** What was missing for runs may be there now: those that were paused for it continue in turn. */
  retryBlocked(): void {
    for (const row of this.#parts.index.unfinished())
      if (row.isBlocked === true && !this.#live.has(row.id)) this.adopt(row);
    this.pump();
  }

  /** Begins what may begin. */
  pump(): void {
    if (!this.#hasBegun) return;
    while (!this.#isHalting && this.#parts.health.problem === null && this.active < this.#parts.settings.active) {
      const id = this.#turns.next(this.#parts.settings.rules.room(this.#atWork()));
      if (id === null) return;
      this.takeUp(id);
    }
  }

  /** The disk takes runs again. */
  recover(): void {
    for (const id of this.#stopped) this.#wait('woken', id);
    this.#stopped = [];
    this.pump();
  }

  /** Executes a run now, whoever else waits. */
  takeUp(id: string, { open, decided }: TakeUp = {}): LiveRun {
    const { files, given, index, restAfter, countRefusal } = this.#parts;
    const row = index.get(id);
    if (row === null) throw new RangeError(`There is no run ${id}`);
    this.#forget(row);
    const isQueued = this.#unbegun.delete(id);
    const wasDown = this.#wasDown(row);
    const startedAt = startOf(row, isQueued ? this.#parts.now() : null);
    const noteSize = watchSize({
      measure: () => sizeOfRun(files, id),
      rule: () => this.#parts.settings.rules.find(row.workflow),
      onExcess: (reason) => live.halt(reason),
      countRefusal,
    });
    const live: LiveRun = new LiveRun(id, {
      given,
      open: open ?? (() => (isQueued ? beginQueued({ files, given, at: startedAt }, id) : openBegun(files, id, given))),
      wasDown,
      repeat: decided ?? this.#parts.settings.repeat,
      isDecided: decided !== undefined,
      restAfter,
      keepEnd: (end) => files.ends.keep(id, end, given.ports.turns),
      listener: {
        onEvents: (of) => {
          this.#parts.notify(of);
          noteSize();
        },
        onIdle: () => {
          this.#parts.notify(id);
          this.pump();
        },
        onBelow: (below) => this.saveBelow(below, id),
      },
    });
    this.#live.set(id, live);
    this.save({ ...row, ...AT_WORK, startedAt });
    void live.execute().then((ending) => this.#end(live, ending, isQueued));
    return live;
  }

  /** Ends all runs here, once their calls in flight have come back, at the latest after `within` ms. */
  async halt(within: number): Promise<void> {
    this.#isHalting = true;
    this.#timers.close();
    for (const live of this.#live.values()) live.halt();
    const end = setTimeout(() => {
      for (const live of this.#live.values()) live.fail(new HaltedError());
    }, within);
    while (this.#live.size > 0) await new Promise<void>((resolve) => (this.#onEnd = resolve));
    clearTimeout(end);
  }

  /** Keeps a row, also where it cannot be written. */
  save(row: RunRow): void {
    this.#noteSafely(() => this.#parts.index.put(row));
    this.#parts.notify(row.id);
  }

  /** Keeps which outermost run a run is below, also where it cannot be written. */
  saveBelow(id: string, root: string): void {
    this.#noteSafely(() => this.#parts.index.putBelow(id, root));
  }

  #end(live: LiveRun, ending: Ending, wasQueued: boolean): void {
    const { id } = live;
    const { index, health } = this.#parts;
    const waits = live.waits();
    this.#live.delete(id);
    const row = index.get(id);
    if (row === null) throw new RangeError(`There is no run ${id}`);
    // What could not be begun is begun when its turn comes again.
    if (wasQueued && ending.type !== 'ended' && this.#sizeOf(id) === null) this.#unbegun.add(id, row.workflow);
    if (ending.type !== 'refused') this.#owned.delete(id);
    if (ending.type === 'ended') this.#finish({ ...row, ...ending.result });
    else if (ending.type === 'down') this.#putDown({ ...row, ...ending.row, waits });
    else if (ending.type === 'refused') this.#refuse(row, ending);
    else if (ending.type === 'halted' || ending.error instanceof HaltedError) this.save({ ...row, waits });
    else if (health.blames(ending.error)) {
      this.#stopped.push(id);
      this.save({ ...row, waits });
    } else this.#refuse(row, { reason: describeStop(ending.error) });
    this.#onEnd();
    this.pump();
  }

  #finish(row: RunRow): void {
    this.save(row);
    this.#parts.onStop(row);
  }

  #putDown(row: RunRow): void {
    this.save({ ...row, restedAt: this.#sizeOf(row.id) });
    if (row.status === 'waiting') this.#setTimer(row);
    if (row.isBlocked === true || row.isUndecided) this.#parts.onStop(row);
  }

  /** It is shown as paused. Who resumes it tries again. One of another process is looked at again and again, and reported once. */
  #refuse(row: RunRow, { reason, rest }: Omit<Extract<Ending, { type: 'refused' }>, 'type'>): void {
    const left = rest === undefined ? row : { ...row, ...rest, restedAt: this.#sizeOf(row.id) };
    const paused = { ...left, status: 'paused', paused: this.#parts.files.hidePlaces(reason) } as const;
    if (reason !== OWNED || !this.#owned.has(row.id)) this.#finish(paused);
    else this.save(paused);
    if (reason === OWNED) {
      this.#owned.add(row.id);
      this.#timers.set(row.id, LOOK);
    }
  }

  #setTimer({ id, wakeAt }: RunRow): void {
    if (wakeAt !== null) this.#timers.set(id, Math.max(0, wakeAt - this.#parts.now()));
  }

  #forget({ id, workflow }: RunRow): void {
    this.#timers.clear(id);
    this.#turns.remove(id, workflow);
    if (this.#stopped.includes(id)) this.#stopped = this.#stopped.filter((each) => each !== id);
  }

  #wait(rank: TurnRank, id: string): void {
    const row = this.#parts.index.get(id);
    if (row !== null) this.#turns.add(rank, id, row.workflow);
  }

  /** The workflow of each run that is at work. */
  #atWork(): readonly string[] {
    return [...this.#live].flatMap(([id, { isIdle }]) => (isIdle ? [] : (this.#parts.index.get(id)?.workflow ?? [])));
  }

  /** Whether nothing was recorded of a run since it was unloaded. */
  #wasDown({ id, restedAt }: RunRow): boolean {
    return restedAt !== null && this.#sizeOf(id) === restedAt;
  }

  #sizeOf(id: string): number | null {
    try {
      return this.#parts.files.sizeOf(id);
    } catch {
      return null;
    }
  }

  #noteSafely(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#parts.health.note(error);
    }
  }
}

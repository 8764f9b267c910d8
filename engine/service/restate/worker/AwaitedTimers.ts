import type { TimerStart } from '../../../driver/index.ts';

/** A timer that is due within this time, in ms, is waited for; for a later one the run is woken. */
const SHORT_WAIT = 2_000;

/** The timers of a run that have not fired. Times in ms since the epoch. */
export class AwaitedTimers {
  readonly #due = new Map<string, number>();
  #armedAt: number | null = null;

  constructor(pending: readonly { readonly id: string; readonly at: number }[]) {
    for (const { id, at } of pending) this.#due.set(id, at);
  }

  set({ id, at }: TimerStart): void {
    this.#due.set(id, at);
  }

  cancel(id: string): void {
    this.#due.delete(id);
  }

  /** When the next one is due; null: there is none. */
  get next(): number | null {
    let next: number | null = null;
    for (const at of this.#due.values()) if (next === null || at < next) next = at;
    return next;
  }

  /** Whether the next one is due so soon after a time that it is waited for. */
  isNear(time: number): boolean {
    const { next } = this;
    return next !== null && next - time < SHORT_WAIT;
  }

  /** When to be woken, where that is earlier than it was armed for; null: nothing is to be done. */
  arm(): number | null {
    const { next } = this;
    if (next === null || (this.#armedAt !== null && this.#armedAt <= next)) return null;
    this.#armedAt = next;
    return next;
  }

  /** What it was armed for has come: the timers that are due by then, the earliest first. */
  takeDue(): readonly { readonly id: string; readonly at: number }[] {
    const now = this.#armedAt ?? 0;
    this.#armedAt = null;
    return this.takeUntil(now);
  }

  /** The timers that are due by some time, the earliest first. */
  takeUntil(now: number): readonly { readonly id: string; readonly at: number }[] {
    const due = [...this.#due].filter(([, at]) => at <= now).map(([id, at]) => ({ id, at }));
    for (const { id } of due) this.#due.delete(id);
    return due.sort((a, b) => a.at - b.at);
  }
}

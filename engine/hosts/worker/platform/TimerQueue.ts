import type { Clock } from './clock.ts';

interface Entry {
  readonly id: string;
  readonly at: number;
  /** Order of insertion: timers due at the same time fire in it. */
  readonly order: number;
}

/** Longest delay of `setTimeout`, in ms; longer waits take several. */
const LONGEST = 2 ** 31 - 1;

/** Any number of timers of one run on one timer of the platform: a binary heap by due time, then by order of insertion. */
export class TimerQueue {
  readonly #clock: Clock;
  readonly #onDue: (ids: readonly string[]) => void;
  readonly #heap: Entry[] = [];
  readonly #live = new Map<string, Entry>();
  #order = 0;
  #stop: (() => void) | null = null;

  /** `onDue` receives the ids of all timers that came due together, in order. */
  constructor(clock: Clock, onDue: (ids: readonly string[]) => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  /** Sets a timer for a time in ms since the epoch; replaces one of the same id. */
  set(id: string, at: number): void {
    const entry = { id, at, order: this.#order };
    this.#order += 1;
    this.#live.set(id, entry);
    push(this.#heap, entry);
    if (this.#heap[0] === entry) this.#arm();
  }

  /** The timer that is due first; undefined where none is set. */
  get next(): { readonly id: string; readonly at: number } | undefined {
    for (let next = this.#heap[0]; next !== undefined; next = this.#heap[0]) {
      if (this.#live.get(next.id) === next) return next;
      pop(this.#heap);
    }
    return undefined;
  }

  /** All that are set, in no order. */
  get all(): Iterable<{ readonly id: string; readonly at: number }> {
    return this.#live.values();
  }

  cancel(id: string): void {
    this.#live.delete(id);
  }

  clear(): void {
    this.#live.clear();
    this.#heap.length = 0;
    this.#stop?.();
    this.#stop = null;
  }

  /** Looks at the clock again, after it was put forward. */
  wake(): void {
    this.#fire();
  }

  #arm(): void {
    this.#stop?.();
    this.#stop = null;
    const next = this.#heap[0];
    if (next === undefined) return;
    const wait = Math.min(LONGEST, Math.max(0, next.at - this.#clock.now()));
    this.#stop = this.#clock.setTimer(wait, () => this.#fire());
  }

  #fire(): void {
    const now = this.#clock.now();
    const due: string[] = [];
    for (let next = this.#heap[0]; next !== undefined && next.at <= now; next = this.#heap[0]) {
      pop(this.#heap);
      if (this.#live.get(next.id) !== next) continue;
      this.#live.delete(next.id);
      due.push(next.id);
    }
    this.#arm();
    if (due.length > 0) this.#onDue(due);
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

function push(heap: Entry[], entry: Entry): void {
  let index = heap.length;
  heap.push(entry);
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent];
    if (above === undefined || !isBefore(entry, above)) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = entry;
}

function pop(heap: Entry[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let index = 0;
  for (;;) {
    const left = heap[2 * index + 1];
    const right = heap[2 * index + 2];
    const child = left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
    if (child === undefined || !isBefore(child, last)) break;
    heap[index] = child;
    index = child === left ? 2 * index + 1 : 2 * index + 2;
  }
  heap[index] = last;
}

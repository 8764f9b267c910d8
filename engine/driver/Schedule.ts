/** Something that is to come. */
export interface Due<What> {
  /** ms since the epoch. */
  readonly at: number;
  /** What comes first at one time: the lower one, then what was added first. */
  readonly order: number;
  /** What it is for, by which it is dropped: the key of a call, the id of a timer; null: it stays. */
  readonly id: string | null;
  readonly what: What;
}

interface ScheduleEntry<What> {
  readonly due: Due<What>;
  /** How many were added before. */
  readonly added: number;
  isDropped: boolean;
}

/** Dropped entries stay in the heap until there are more of them than this, and than others. */
const MOST_DROPPED = 64;

/** What is to come, the first of it first: a binary heap by time, then by order, then by when it was added. */
export class Schedule<What> {
  #heap: ScheduleEntry<What>[] = [];
  readonly #byId = new Map<string, ScheduleEntry<What>[]>();
  #added = 0;
  #dropped = 0;

  add(due: Due<What>): void {
    const entry = { due, added: this.#added, isDropped: false };
    this.#added += 1;
    push(this.#heap, entry);
    if (due.id === null) return;
    const others = this.#byId.get(due.id);
    if (others === undefined) this.#byId.set(due.id, [entry]);
    else others.push(entry);
  }

  /** What comes first; undefined: nothing does. */
  get first(): Due<What> | undefined {
    return this.#firstEntry()?.due;
  }

  /** All that is to come, in no order. */
  get all(): readonly Due<What>[] {
    return this.#heap.flatMap(({ due, isDropped }) => (isDropped ? [] : [due]));
  }

  clear(): void {
    this.#heap = [];
    this.#byId.clear();
    this.#dropped = 0;
  }

  /** Takes what comes first; undefined: nothing does. */
  next(): Due<What> | undefined {
    const entry = this.#firstEntry();
    if (entry === undefined) return undefined;
    pop(this.#heap);
    const { id } = entry.due;
    const others = id === null ? undefined : this.#byId.get(id);
    if (id !== null && others !== undefined) {
      if (others.length === 1) this.#byId.delete(id);
      else others.splice(others.indexOf(entry), 1);
    }
    return entry.due;
  }

  /** Takes out all that is for a call or a timer. */
  drop(id: string): void {
    const entries = this.#byId.get(id);
    if (entries === undefined) return;
    this.#byId.delete(id);
    for (const entry of entries) entry.isDropped = true;
    this.#dropped += entries.length;
    if (this.#dropped <= Math.max(MOST_DROPPED, this.#heap.length / 2)) return;
    // A sorted list is a heap.
    this.#heap = this.#heap.filter(({ isDropped }) => !isDropped).sort((a, b) => (isBefore(a, b) ? -1 : 1));
    this.#dropped = 0;
  }

  #firstEntry(): ScheduleEntry<What> | undefined {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (!first.isDropped) return first;
      pop(this.#heap);
      this.#dropped -= 1;
    }
    return undefined;
  }
}

function isBefore<What>(a: ScheduleEntry<What>, b: ScheduleEntry<What>): boolean {
  if (a.due.at !== b.due.at) return a.due.at < b.due.at;
  return a.due.order === b.due.order ? a.added < b.added : a.due.order < b.due.order;
}

function push<What>(heap: ScheduleEntry<What>[], entry: ScheduleEntry<What>): void {
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

function pop<What>(heap: ScheduleEntry<What>[]): void {
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

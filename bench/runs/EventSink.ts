/** Who is handed what happens in a run: a list, or an {@link EventSink}. */
export interface Listener {
  push(event: unknown): unknown;
}

/** Takes events as a host does whose events go to a page: each is seen, none is kept. */
export class EventSink implements Listener {
  /** How many there were. */
  length = 0;
  /** Kept where the optimizer cannot prove that nothing reads it. */
  last: unknown = null;

  push(event: unknown): number {
    this.last = event;
    this.length += 1;
    return this.length;
  }
}

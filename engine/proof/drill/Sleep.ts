/** How late after its last timer a host that slept wakes up, in ms. */
const LATE = 60_000;

/** The time in which a host sleeps: from the first timer of a task until after its last. What is due then comes at its end. In ms. */
export class Sleep {
  #from = 0;
  #until = 0;

  /** A timer of the task is set now; one that is set after the host is awake again is in time. */
  note(now: number, due: number): void {
    if (this.#until === 0) this.#from = now;
    if (this.#until === 0 || now < this.#until) this.#until = Math.max(this.#until, due + LATE);
  }

  /** When something that is due at a time comes. */
  delay(due: number): number {
    return due >= this.#from && due < this.#until ? this.#until : due;
  }
}

/** First in, first out, with both ends O(1). */
export class Queue<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** The oldest item, left where it is; undefined when empty. */
  peek(): T | undefined {
    return this.#items[this.#head];
  }

  /** The queued items, oldest first. */
  *[Symbol.iterator](): Iterator<T> {
    // Only items before the head have been consumed.
    yield* this.#items.slice(this.#head) as T[];
  }

  /** Takes the oldest item; undefined when empty. */
  shift(): T | undefined {
    if (this.#head === this.#items.length) return undefined;
    const item = this.#items[this.#head];
    // An array in old space that was outgrown would keep its items alive until a full garbage collection.
    this.#items[this.#head] = undefined;
    this.#head += 1;
    // Dropping the consumed half now and then keeps memory proportional to the queue, at amortized O(1).
    if (this.#head > 64 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}

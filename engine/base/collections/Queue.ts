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

  /** What waits, oldest first. */
  *[Symbol.iterator](): Iterator<T> {
    // Only what is before the head was taken out.
    yield* this.#items.slice(this.#head) as T[];
  }

  /** Takes the oldest item; undefined when empty. */
  shift(): T | undefined {
    if (this.#head === this.#items.length) return undefined;
    const item = this.#items[this.#head];
    // A list that was outgrown would keep alive what it still names, until all of memory is gone through.
    this.#items[this.#head] = undefined;
    this.#head += 1;
    // Dropping the taken half now and then keeps memory in step with what waits, at O(1) an item.
    if (this.#head > 64 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}

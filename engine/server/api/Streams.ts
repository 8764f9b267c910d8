import { ApiProblem } from './ApiProblem.ts';

/** How many streams of events are open, in all and of each visitor. */
export class Streams {
  readonly #most: number;
  readonly #mostEach: number;
  readonly #open = new Map<string, number>();
  #count = 0;

  constructor({ streams, streamsEach }: { readonly streams: number; readonly streamsEach: number }) {
    this.#most = streams;
    this.#mostEach = streamsEach;
  }

  get count(): number {
    return this.#count;
  }

  /** Opens one; the answer closes it. Throws an {@link ApiProblem} where there are too many. */
  open(visitor: string): () => void {
    const own = this.#open.get(visitor) ?? 0;
    if (this.#count >= this.#most || own >= this.#mostEach)
      throw new ApiProblem(
        'TOO_MANY_STREAMS',
        `${own >= this.#mostEach ? own : this.#count} streams of events are open. Close some of them, or read pages.`,
        { headers: { 'Retry-After': '5' } },
      );
    this.#count += 1;
    this.#open.set(visitor, own + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#count -= 1;
      const left = (this.#open.get(visitor) ?? 1) - 1;
      if (left === 0) this.#open.delete(visitor);
      else this.#open.set(visitor, left);
    };
  }
}

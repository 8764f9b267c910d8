import type { JsonObject } from '../../../base/index.ts';
import { base64ToBytes, encodeBase64 } from '../../secrets/base64.ts';
import { broken, wrongDimensions } from '../MemoryFault.ts';
import { BestRows, scanVectors, type VectorQuery } from '../scanVectors.ts';
import type { KeptVector, VectorHit, VectorStore } from '../stores.ts';
import type { StateLog } from './StateLog.ts';

/** How many rows there is room for at first. */
const FIRST_ROOM = 64;

/** The vectors of `core:in-memory`: one block of numbers, searched whole. With a log they are read from it. */
export class InMemoryVectors {
  readonly #log: StateLog;
  readonly #names: { readonly id: string; readonly threadId: string }[] = [];
  readonly #rowOf = new Map<string, number>();
  #block = new Float32Array(0);
  /** 0 until something is put. */
  #dimensions = 0;

  constructor(log: StateLog) {
    this.#log = log;
    for (const entry of log.entries) this.#restore(entry);
  }

  /** 0 while nothing is kept. */
  get dimensions(): number {
    return this.#names.length === 0 ? 0 : this.#dimensions;
  }

  /** The store as a memory with these dimensions sees it. */
  open(dimensions: number): VectorStore {
    const check = (): void => {
      if (this.#names.length === 0) this.#dimensions = dimensions;
      if (this.#dimensions === dimensions) return;
      const remedy = 'Set it to what is kept, take another id for this memory, or clear it.';
      throw wrongDimensions('What this memory keeps', this.#dimensions, dimensions, remedy);
    };
    return {
      put: async (vectors) => {
        check();
        for (const { id, threadId, vector } of vectors) {
          await this.#log.append({ id, thread: threadId, vector: toBase64(vector) });
          this.#put({ id, threadId, vector });
        }
      },
      search: async (query, count, within) => {
        check();
        return this.#search({ query, within }, count);
      },
      removeThread: (threadId) => this.#keep((of) => of !== threadId),
      removeAll: () => this.#keep(() => false),
    };
  }

  #search(query: VectorQuery, count: number): readonly VectorHit[] {
    const best = new BestRows(count);
    const threads = query.within === null ? [] : this.#names.map(({ threadId }) => threadId);
    scanVectors({ vectors: this.#block, count: this.#names.length, first: 0, threads }, query, best);
    return best.toHits((row) => this.#names[row]);
  }

  #put({ id, threadId, vector }: KeptVector): void {
    const row = this.#rowOf.get(id) ?? this.#names.length;
    this.#names[row] = { id, threadId };
    this.#rowOf.set(id, row);
    this.#makeRoom(row + 1);
    this.#block.set(vector, row * this.#dimensions);
  }

  #makeRoom(rows: number): void {
    if (rows * this.#dimensions <= this.#block.length) return;
    const wider = new Float32Array(Math.max(FIRST_ROOM, rows * 2) * this.#dimensions);
    wider.set(this.#block);
    this.#block = wider;
  }

  async #keep(stays: (threadId: string) => boolean): Promise<void> {
    if (this.#names.every(({ threadId }) => stays(threadId))) return;
    await this.#log.rewrite(({ thread }) => typeof thread === 'string' && stays(thread), []);
    const size = this.#dimensions;
    let kept = 0;
    for (const [row, name] of this.#names.slice().entries()) {
      if (!stays(name.threadId)) {
        this.#rowOf.delete(name.id);
        continue;
      }
      this.#block.copyWithin(kept * size, row * size, (row + 1) * size);
      this.#names[kept] = name;
      this.#rowOf.set(name.id, kept);
      kept += 1;
    }
    this.#names.length = kept;
    if (kept === 0) this.#block = new Float32Array(0);
  }

  #restore({ id, thread, vector }: JsonObject): void {
    const values = typeof vector === 'string' ? fromBase64(vector) : null;
    const isWhole = values !== null && (this.#dimensions === 0 || values.length === this.#dimensions);
    if (typeof id !== 'string' || typeof thread !== 'string' || !isWhole) {
      throw broken('corrupt', 'A vector of this memory cannot be read. Clear the memory to start again.');
    }
    this.#dimensions = values.length;
    this.#put({ id, threadId: thread, vector: values });
  }
}

function toBase64(vector: Float32Array): string {
  return encodeBase64(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
}

function fromBase64(text: string): Float32Array | null {
  const bytes = base64ToBytes(text);
  return bytes === null || bytes.length === 0 || bytes.length % 4 !== 0 ? null : new Float32Array(bytes.buffer);
}

import { Transform, type TransformCallback } from 'node:stream';
import { createInflate, createInflateRaw, type Inflate, type InflateRaw } from 'node:zlib';
import { hasZlibHead, LENIENT } from './decodeBody.ts';

/** Decodes `deflate`, with the head of zlib or without: its first byte tells. */
export class InflateStream extends Transform {
  #inner: Inflate | InflateRaw | null = null;

  override _transform(chunk: Buffer, encoding: BufferEncoding, done: TransformCallback): void {
    if (chunk.length === 0) return done();
    this.#inner ??= this.#open(chunk);
    this.#inner.write(chunk, encoding, done);
  }

  override _read(size: number): void {
    this.#inner?.resume();
    super._read(size);
  }

  override _final(done: TransformCallback): void {
    if (this.#inner === null) return done();
    this.#inner.once('end', () => done()).end();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#inner?.destroy();
    done(error);
  }

  #open(chunk: Buffer): Inflate | InflateRaw {
    const inner = hasZlibHead(chunk) ? createInflate(LENIENT) : createInflateRaw(LENIENT);
    // A few bytes may be decoded to very many: whoever reads says when to continue.
    inner.on('data', (decoded) => this.push(decoded) || inner.pause());
    return inner.on('error', (error) => this.destroy(error));
  }
}

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const ROUND_KEYS = Int32Array.from(firstPrimes(64), (prime) => fractionBits(Math.cbrt(prime)));

/** The same of the square roots of the first 8 primes: the initial state (5.3.3). */
const START = Int32Array.from(firstPrimes(8), (prime) => fractionBits(Math.sqrt(prime)));

const BLOCK = 64;

/**
 * SHA-256 of a text in UTF-8, 64 hex digits. Synchronous and available on every host; `crypto.subtle` is asynchronous,
 * and missing in pages that are not served over https.
 */
export function sha256(text: string): string {
  const bytes = pad(new TextEncoder().encode(text));
  const state = Int32Array.from(START);
  const words = new Int32Array(BLOCK);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; at += BLOCK) mixBlock(state, words, { view, at });
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The padding of 5.1.1: the bytes, one bit, zeros, and the number of bits, to a whole number of blocks. */
function pad(bytes: Uint8Array): Uint8Array {
  const length = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, (bytes.length * 8) >>> 0);
  return padded;
}

function mixBlock(
  state: Int32Array,
  words: Int32Array,
  { view, at }: { readonly view: DataView; readonly at: number },
): void {
  for (let index = 0; index < 16; index += 1) words[index] = view.getInt32(at + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const near = words[index - 2] ?? 0;
    const far = words[index - 15] ?? 0;
    const low = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    const high = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
    words[index] = ((words[index - 16] ?? 0) + low + (words[index - 7] ?? 0) + high) | 0;
  }
  // Unrolled: for short texts, a loop over the state would take most of the time.
  const read = (index: number): number => state[index] ?? 0;
  let a = read(0);
  let b = read(1);
  let c = read(2);
  let d = read(3);
  let e = read(4);
  let f = read(5);
  let g = read(6);
  let h = read(7);
  for (let index = 0; index < 64; index += 1) {
    const chosen = (e & f) ^ (~e & g);
    const sum = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + sum + chosen + (ROUND_KEYS[index] ?? 0) + (words[index] ?? 0)) | 0;
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = read(0) + a;
  state[1] = read(1) + b;
  state[2] = read(2) + c;
  state[3] = read(3) + d;
  state[4] = read(4) + e;
  state[5] = read(5) + f;
  state[6] = read(6) + g;
  state[7] = read(7) + h;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function fractionBits(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let next = 2; primes.length < count; next += 1)
    if (primes.every((prime) => next % prime !== 0)) primes.push(next);
  return primes;
}

import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib';
import { BodyTooLarge, LARGEST_BODY } from '../../../effects/index.ts';

/** As `fetch`, which takes a body that ends too early for as much as there is. */
export const LENIENT = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH } as const;
export const LENIENT_BROTLI = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
} as const;

const MOST = { maxOutputLength: LARGEST_BODY } as const;

/** Whether bytes in `deflate` begin with the head of zlib, which some servers omit. */
export function hasZlibHead([first = 0]: Uint8Array): boolean {
  return (first & 15) === 8;
}

type Decode = (bytes: Uint8Array) => Promise<Uint8Array>;

const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', (bytes) => promisify(gunzip)(bytes, { ...MOST, ...LENIENT })],
  ['x-gzip', (bytes) => promisify(gunzip)(bytes, { ...MOST, ...LENIENT })],
  ['deflate', (bytes) => promisify(hasZlibHead(bytes) ? inflate : inflateRaw)(bytes, { ...MOST, ...LENIENT })],
  ['br', (bytes) => promisify(brotliDecompress)(bytes, { ...MOST, ...LENIENT_BROTLI })],
]);

/** A body without its `content-encoding`; one in an unknown encoding as it is. Rejects with {@link BodyTooLarge} where it is larger than answers may be. */
export async function decodeBody(bytes: Uint8Array, headers: ReadonlyMap<string, string>): Promise<Uint8Array> {
  const names = headers.get('content-encoding')?.toLowerCase().split(',') ?? [];
  const decoders = names.reverse().map((name) => DECODERS.get(name.trim()));
  if (bytes.length === 0 || decoders.includes(undefined)) return bytes;
  let decoded = bytes;
  for (const decode of decoders)
    if (decode !== undefined)
      decoded = await decode(decoded).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ERR_BUFFER_TOO_LARGE' ? new BodyTooLarge() : error;
      });
  return decoded;
}

import { encodeBase64 } from './base64.ts';

/** RFC 4648 base32. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * The texts that hold a secret in a block encoding: Base64 (also in the middle of a longer encoded text, of its UTF-16),
 * hexadecimal and backwards, any two of these in turn, and Base32. Encodings character by character are undone where text is searched
 * (see `canonicalForm.ts`).
 */
export function listForms(value: string): readonly string[] {
  const bytes = utf8(value);
  const wide = toUtf16(value);
  const inJson = JSON.stringify(value).slice(1, -1);
  const blocks = [
    Array.from(value).reverse().join(''),
    toHex(bytes),
    toHex(wide),
    encodeBase64(bytes).replaceAll('=', ''),
    ...alignedBase64(bytes),
    ...alignedBase64(wide),
    ...(inJson === value ? [] : alignedBase64(utf8(inJson))),
  ];
  return [
    value,
    // What JSON does to a backslash is not what it means to the reader of escapes.
    inJson,
    ...blocks,
    // Servers encode what was encoded: the credentials of `Basic` are Base64 already.
    ...blocks.flatMap((block) => [
      ...alignedBase64(utf8(block)),
      toHex(utf8(block)),
      Array.from(block).reverse().join(''),
    ]),
    ...[0, 1, 2, 3, 4].map((offset) => base32(bytes, offset)),
  ];
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The characters that bytes always give inside a longer Base64 text, for each place they can start at within three. */
export function alignedBase64(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const padded = new Uint8Array(offset + bytes.length);
    padded.set(bytes, offset);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    return encodeBase64(padded).slice(Math.ceil((offset * 8) / 6), end);
  });
}

function base32(bytes: Uint8Array, offset: number): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (let at = -offset; at < bytes.length; at += 1) {
    held = ((held << 8) | (bytes[at] ?? 0)) & 0xffff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32[(held >> bits) & 31] ?? '';
    }
  }
  // Only whole characters of the value itself: what comes before decides the first ones.
  return text.slice(Math.ceil((offset * 8) / 5));
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Little-endian, as Windows encodes texts before Base64. */
function toUtf16(value: string): Uint8Array {
  const bytes = new Uint8Array(value.length * 2);
  for (let index = 0; index < value.length; index += 1) {
    bytes[index * 2] = value.charCodeAt(index) & 0xff;
    bytes[index * 2 + 1] = value.charCodeAt(index) >> 8;
  }
  return bytes;
}

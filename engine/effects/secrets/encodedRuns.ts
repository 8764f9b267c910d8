import { type Range, undoEscapes } from './canonicalForm.ts';

/** A stretch of a text that may be an encoding, and each text that it may encode. */
export interface EncodedStretch {
  readonly range: Range;
  readonly texts: readonly string[];
}

/** Longest text that is decoded, in UTF-16 units: a picture in Base64 would take a second. */
const LONGEST = 64 * 1024;

/** Base64 of either alphabet, over lines too; padding is omitted. */
const BASE64 = /[\w+/-](?:[\r\n\t]*[\w+/-]){10,}/g;
/** Bytes in hexadecimal, also with a sign between them. */
const HEX = /[\da-f]{2}(?:[\s:-]?[\da-f]{2}){7,}/gi;
const BASE32 = /[a-z2-7](?:[\r\n\t]*[a-z2-7]){12,}/gi;

/**
 * What a text may be besides what it says: Base64, hexadecimal and Base32, wherever in a group of bytes they begin; its escapes undone; and the whole
 * of it backwards. `shortest`: how many bytes an encoding has at least that is looked for.
 */
export function listEncodedRuns(text: string, shortest: number): readonly EncodedStretch[] {
  if (text.length > LONGEST) return [];
  const whole = [Array.from(text).reverse().join('')];
  // Also where signs or line ends were put between the characters of an escape.
  if (/[%=\\&]/.test(text)) whole.push(undoEscapes(text.replace(/[\s-]+/g, '')));
  return [
    ...find(text, { runs: BASE64, least: (shortest * 4) / 3 }, decodeBase64),
    ...find(text, { runs: HEX, least: shortest * 2 }, (run) => decodeBits(run, '0123456789abcdef', 4)),
    ...find(text, { runs: BASE32, least: shortest * 1.6 }, (run) => decodeBits(run, LETTERS_AND_DIGITS, 5)),
    { range: [0, text.length], texts: whole },
  ];
}

const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz234567';

function find(
  text: string,
  { runs, least }: { readonly runs: RegExp; readonly least: number },
  decode: (run: string) => readonly string[],
): readonly EncodedStretch[] {
  return [...text.matchAll(runs)]
    .filter(({ 0: run }) => run.length >= Math.floor(least))
    .map(({ 0: run, index }) => ({ range: [index, index + run.length], texts: decode(run) }));
}

function decodeBase64(run: string): readonly string[] {
  const plain = run.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  return [0, 1, 2, 3].map((start) => {
    const whole = plain.slice(start);
    // One character alone is no byte.
    return toText(atob(whole.length % 4 === 1 ? whole.slice(0, -1) : whole));
  });
}

/** Reads digits of so many bits from each place within a byte at which they can begin. */
function decodeBits(run: string, alphabet: string, bits: number): readonly string[] {
  const digits = Array.from(run.toLowerCase(), (digit) => alphabet.indexOf(digit)).filter((digit) => digit >= 0);
  const starts = bits === 4 ? 2 : 8;
  return Array.from({ length: starts }, (_, start) => {
    let binary = '';
    let held = 0;
    let count = 0;
    for (let at = start; at < digits.length; at += 1) {
      held = ((held << bits) | (digits[at] ?? 0)) & 0xffff;
      count += bits;
      if (count < 8) continue;
      count -= 8;
      binary += String.fromCharCode((held >> count) & 0xff);
    }
    return toText(binary);
  });
}

/** As UTF-8; of UTF-16 the zeros are omitted. */
function toText(binary: string): string {
  return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0))).replaceAll('\0', '');
}

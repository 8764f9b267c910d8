import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numRuns } from '../../testing/numRuns.ts';
import { isGuessable } from './placeholder.ts';
import { createRedactor, MASK } from './redact.ts';

const SECRET = 'sk-Proj_4f/9Q+z~8"Lw\\x2Kd é7Tq';
const redactor = createRedactor(new Map([[SECRET, MASK]]));
const bytes = Buffer.from(SECRET, 'utf8');

const eachByte = (write: (byte: number) => string): string => [...bytes].map(write).join('');
const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** Forms in which a server may repeat what it was sent. */
const FORMS: readonly (readonly [string, string])[] = [
  ['as it is', SECRET],
  ['in upper case', SECRET.toUpperCase().replace('É', 'é')],
  ['in lower case', SECRET.toLowerCase()],
  ['percent-encoded', encodeURIComponent(SECRET)],
  ['percent-encoded in lower case', encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase())],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(SECRET))],
  ['percent-encoded three times', encodeURIComponent(encodeURIComponent(encodeURIComponent(SECRET)))],
  ['percent-encoded byte by byte', eachByte((byte) => `%${hex(byte)}`)],
  ['form-encoded', new URLSearchParams([['k', SECRET]]).toString().slice(2)],
  ['in JSON', JSON.stringify(SECRET).slice(1, -1)],
  ['in JSON inside JSON', JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
  ['in JSON with slashes escaped', JSON.stringify(SECRET).slice(1, -1).replaceAll('/', '\\/')],
  [
    'in JSON with each character escaped',
    Array.from(SECRET)
      .map((c) => `\\u${hex(c.charCodeAt(0)).padStart(4, '0')}`)
      .join(''),
  ],
  ['in a C string', eachByte((byte) => `\\x${hex(byte)}`)],
  ['in octal', eachByte((byte) => `\\${byte.toString(8).padStart(3, '0')}`)],
  [
    'in HTML by number',
    Array.from(SECRET)
      .map((c) => `&#${c.charCodeAt(0)};`)
      .join(''),
  ],
  [
    'in HTML in hexadecimal',
    Array.from(SECRET)
      .map((c) => `&#x${hex(c.charCodeAt(0)).toUpperCase()};`)
      .join(''),
  ],
  ['in HTML by name', SECRET.replaceAll('"', '&quot;').replaceAll('/', '&sol;')],
  ['in HTML escaped twice', SECRET.replaceAll('"', '&amp;quot;')],
  [
    'in quoted-printable',
    eachByte((byte) => (byte > 126 || byte === 61 ? `=${hex(byte).toUpperCase()}` : String.fromCharCode(byte))),
  ],
  ['in quoted-printable over two lines', SECRET.replace('é', '=C3=A9').replace('9Q', '9=\r\nQ')],
  ['in Base64', bytes.toString('base64')],
  ['in Base64 without padding', bytes.toString('base64').replaceAll('=', '')],
  ['in Base64 for addresses', bytes.toString('base64url')],
  ['in Base64 over lines', bytes.toString('base64').replace(/.{12}/g, '$&\r\n')],
  ['in Base64 percent-encoded', encodeURIComponent(bytes.toString('base64'))],
  ['in Basic credentials', Buffer.from(`user:${SECRET}`).toString('base64')],
  ['in Base64 of JSON', Buffer.from(`{"a":${JSON.stringify(SECRET)}}`).toString('base64')],
  ['in Base64 of UTF-16', Buffer.from(SECRET, 'utf16le').toString('base64')],
  ['in Base64 twice', Buffer.from(bytes.toString('base64')).toString('base64')],
  ['in hexadecimal', bytes.toString('hex')],
  ['in hexadecimal in upper case', bytes.toString('hex').toUpperCase()],
  ['in hexadecimal with colons', [...bytes].map(hex).join(':')],
  ['in hexadecimal of Basic credentials', Buffer.from(Buffer.from(`me:${SECRET}`).toString('base64')).toString('hex')],
  ['in Base64 of hexadecimal', Buffer.from(bytes.toString('hex')).toString('base64')],
  ['in Base64 backwards', Array.from(bytes.toString('base64')).reverse().join('')],
  ['backwards', Array.from(SECRET).reverse().join('')],
  ['with dashes between', Array.from(SECRET).join('-')],
  ['with line breaks between', SECRET.replace(/.{6}/g, '$&\n')],
  ['in full-width forms', SECRET.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))],
  ['with zero-width spaces', Array.from(SECRET).join('\u200b')],
];

const base32 = (text: string): string => {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
};

/** The forms that docs/secrets.md names. */
const NAMED: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['in upper case', (text) => text.toUpperCase()],
  ['with dashes', (text) => (text.match(/.{1,4}/g) ?? []).join('-')],
  ['over lines', (text) => (text.match(/.{1,7}/g) ?? []).join('\n')],
  ['percent-encoded', (text) => [...Buffer.from(text)].map((byte) => `%${hex(byte)}`).join('')],
  ['in JSON', (text) => Array.from(text, (c) => `\\u${hex(c.charCodeAt(0)).padStart(4, '0')}`).join('')],
  ['in C', (text) => [...Buffer.from(text)].map((byte) => `\\x${hex(byte)}`).join('')],
  ['in HTML', (text) => Array.from(text, (c) => `&#${c.charCodeAt(0)};`).join('')],
  ['in quoted-printable', (text) => [...Buffer.from(text)].map((byte) => `=${hex(byte).toUpperCase()}`).join('')],
  ['in Base64', (text) => Buffer.from(text).toString('base64')],
  ['in Base64 for addresses', (text) => Buffer.from(text).toString('base64url')],
  ['in Base64 of UTF-16', (text) => Buffer.from(text, 'utf16le').toString('base64')],
  ['in Base32', base32],
  ['in hexadecimal', (text) => Buffer.from(text).toString('hex')],
  ['backwards', (text) => Array.from(text).reverse().join('')],
];

/** What is left of a secret once its forms are undone. */
function shows(text: string): boolean {
  const read = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return (
    ['9qz8lw', 'wl8zq9'].some((part) => read.includes(part)) || text.includes(bytes.toString('base64').slice(4, 16))
  );
}

describe('an echo of a secret is masked', () => {
  test.each(FORMS)('%s', (_name, form) => {
    const masked = redactor.redact({ body: `{"error":"bad key ${form}"}`, [form]: 1 });
    const text = JSON.stringify(masked);
    expect(text).toContain(MASK);
    expect(text).toContain('bad key');
    expect(shows(text)).toBe(false);
    expect(text).not.toContain(form);
  });

  const random = 'Vt4nQz8mRk2xWp6sLd9Y';
  test.each(NAMED.flatMap(([inner, first]) => NAMED.map(([outer, second]) => [inner, outer, second(first(random))])))(
    '%s, then %s',
    (_inner, _outer, form) => {
      const masked = createRedactor(new Map([[random, MASK]])).redact({ body: `bad key: ${form}.` });
      expect(JSON.stringify(masked)).toContain(MASK);
      expect(JSON.stringify(masked)).not.toContain(form);
    },
  );

  test('in pieces: a list of characters, of bytes, and of parts', () => {
    expect(JSON.stringify(redactor.redact(Array.from(SECRET)))).not.toMatch(/"[a-zA-Z0-9]"/);
    expect(redactor.redact({ data: [...bytes] })).toEqual({ data: MASK });
    expect(redactor.redact({ a: SECRET.slice(0, 9), n: 1, b: SECRET.slice(9), c: 'kept' })).toEqual({
      a: MASK,
      n: 1,
      b: MASK,
      c: 'kept',
    });
  });

  test('of one too short for a window: as it is, in any case, escaped and in Base64', () => {
    const short = createRedactor(new Map([['pa/7', MASK]]));
    for (const form of ['pa/7', 'PA/7', 'pa%2f7', 'pa%252F7', 'pa\\/7', 'p\\u0061/7', 'pa&#47;7', btoa('pa/7')])
      expect(short.redactText(`<${form}>`)).toContain(MASK);
    expect(short.redactText('pa-7 stays')).toBe('pa-7 stays');
  });

  test('and nothing else is touched, wherever the secret is and whatever is around it', () => {
    const around = string({
      unit: constantFrom('a', 'Z', '7', '%', '\\', '&', '=', ' ', 'é', '•', '"', '\n', 'u', 'x'),
      maxLength: 40,
    });
    assert(
      property(around, around, (before, after) => {
        const left = redactor.redactText(before + after);
        expect(left).toBe(before + after);
        const masked = redactor.redactText(`${before} ${SECRET} ${after}`);
        expect(masked).toContain(MASK);
        expect(shows(masked)).toBe(false);
      }),
      { numRuns: numRuns(300) },
    );
  });

  test('of thousands in one text, in time that grows with the text alone', () => {
    const text = `${SECRET} and `.repeat(20_000);
    expect(redactor.redactText(text)).toBe(`${MASK} and `.repeat(20_000));
  });
});

test('a guessable secret is distinguished from one that a service generated', () => {
  for (const weak of [
    '4831',
    'hunter2',
    'correct horse battery staple',
    '1234567890123456789012345',
    'aaaaaaaaaaaaaaaaaaaa1',
  ])
    expect(isGuessable(weak)).toBe(true);
  for (const strong of [
    'sk-proj-9fK2mQ8xL4vN7pR3',
    'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    '550e8400-e29b-41d4-a716-446655440000',
  ])
    expect(isGuessable(strong)).toBe(false);
});

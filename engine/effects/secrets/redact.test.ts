import { describe, expect, test } from 'vitest';
import { createVault } from './createVault.ts';
import { createRedactor, MASK } from './redact.ts';
import { STRETCH } from './steps.ts';

const SECRET = 'p@ss word/äöü+42';
const redactor = createRedactor(new Map([[SECRET, MASK]]));

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

describe('redaction', () => {
  test.each([
    ['plain', SECRET],
    ['URL-encoded', encodeURIComponent(SECRET)],
    ['form-encoded', encodeURIComponent(SECRET).replaceAll('%20', '+')],
    ['base64', base64(SECRET)],
    ['base64url', Buffer.from(SECRET, 'utf8').toString('base64url')],
  ])('masks a secret written %s, wherever it is', (_name, form) => {
    expect(redactor.redact({ [form]: [`before ${form} after`] })).toEqual({ [MASK]: [`before ${MASK} after`] });
  });

  test.each(['', 'u', 'us', 'usr:'])('masks a secret inside longer base64 that begins with “%s”', (prefix) => {
    const redacted = redactor.redactText(base64(`${prefix}${SECRET}!`));
    expect(redacted).toContain(MASK);
    expect(Buffer.from(redacted.replaceAll(MASK, ''), 'base64').toString('utf8')).not.toContain('word');
  });

  test('looks at each of very many backslashes, percents and ampersands once', () => {
    // Each would be read to the end of all that follow: a million times a million.
    const text = '\\'.repeat(1_000_000) + '%25'.repeat(300_000) + '&amp;'.repeat(200_000);
    expect(redactor.redactText(`${text}${SECRET}`)).toBe(`${text}${MASK}`);
    const short = `${'\\'.repeat(60_000)} ${JSON.stringify(SECRET).replaceAll('ä', '\\\\u00e4')}`;
    expect(redactor.redactText(short)).toContain(MASK);
  });

  test('gives in steps what it gives at once', () => {
    const value = Array.from({ length: 2_000 }, (_, index) => ({ [`key ${index}`]: `${index} ${SECRET} and more` }));
    const steps = redactor.redactInSteps(value);
    let count = 0;
    let last = steps.next();
    for (; last.done !== true; last = steps.next()) count += 1;
    expect(last.value).toEqual(redactor.redact(value));
    expect(count).toBeGreaterThan(8);
  });

  const LONG: readonly (readonly [string, string])[] = [
    ['words', 'lorem ipsum '],
    ['escapes', '%41\\u0042&#67;'],
    ['what is encoded', base64('no secret is in here, but this is long ')],
  ];

  test.each(LONG)('looks at one long text of %s in steps, none of which is long', (_, part) => {
    const text = part.repeat(Math.ceil((40 * STRETCH) / part.length)) + SECRET;
    const steps = redactor.redactInSteps([text]);
    let count = 0;
    let last = steps.next();
    for (; last.done !== true; last = steps.next()) count += 1;
    expect(last.value).toEqual([text.replace(SECRET, MASK)]);
    expect(count).toBeGreaterThan(60);
  });

  test('finds a secret wherever it is on the border of two steps, however it is written', () => {
    const forms = [SECRET, encodeURIComponent(SECRET), JSON.stringify(SECRET).slice(1, -1).replaceAll('ä', '\\u00e4')];
    for (const form of forms)
      for (let before = 0; before <= form.length; before += 1) {
        const lead = `${'.'.repeat(STRETCH - before - 1)} `;
        expect(redactor.redactText(`${lead}${form} 😀`)).toBe(`${lead}${MASK} 😀`);
        const letters = 'z'.repeat(STRETCH - before);
        expect(redactor.redactText(`${letters}${form}`)).toBe(`${letters}${MASK}`);
      }
  });

  test('masks a number only when it is the secret as a whole', () => {
    const numbers = createRedactor(new Map([['123456', MASK]]));
    expect(numbers.redact([123456, 91234567])).toEqual([MASK, 91234567]);
  });

  test('masks the longer of two secrets where one holds the other', () => {
    const both = createRedactor(
      new Map([
        ['token', 'A'],
        ['token-long', 'B'],
      ]),
    );
    expect(both.redactText('token-long token')).toBe('B A');
  });

  test('keeps a key __proto__ as an ordinary key', () => {
    const value = JSON.parse('{"__proto__": {"a": 1}}');
    expect(JSON.stringify(redactor.redact(value))).toBe('{"__proto__":{"a":1}}');
  });

  test('refuses a value nested too deeply to be shown', () => {
    const deep = JSON.parse('['.repeat(300) + ']'.repeat(300));
    expect(() => redactor.redact(deep)).toThrow(RangeError);
  });
});

describe('a vault', () => {
  const vault = createVault([{ name: 'KEY', value: 'sk-12345678-abcdefghij' }], 'x7');

  test('hides secrets behind placeholders that only it resolves', () => {
    expect(vault.placeholderOf('KEY')).toBe('⟦secret:KEY.x7⟧');
    expect(vault.resolveSecret('KEY.x7')).toBe('sk-12345678-abcdefghij');
  });

  test('does not resolve a placeholder made without its salt', () => {
    expect(vault.resolveSecret('KEY')).toBeUndefined();
  });

  test('puts placeholders where a value holds a secret', () => {
    expect(vault.conceal({ note: 'use sk-12345678-abcdefghij please' })).toEqual({
      note: 'use ⟦secret:KEY.x7⟧ please',
    });
  });
});

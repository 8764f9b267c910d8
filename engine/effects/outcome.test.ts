import { describe, expect, test } from 'vitest';
import { makeToolCall, scriptFetch } from '../testing/calls.ts';
import { createPerformer } from './createPerformer.ts';
import { readRetryAfter } from './outcome.ts';

const NOW = Date.parse('2026-01-31T12:00:00Z');

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Sat, 31 Jan 2026 12:00:30 GMT', 30_000],
  ['Saturday, 31-Jan-26 12:00:30 GMT', 30_000],
  ['Sat, 31 Jan 2026 11:00:00 GMT', 0],
  ['9'.repeat(400), Number.POSITIVE_INFINITY],
  ['-5', null],
  ['1.5', null],
  ['1e308', null],
  ['soon', null],
  ['Soon, maybe', null],
  ['2026-01-31', null],
  ['', null],
])('Retry-After: %s', (header, expected) => {
  expect(readRetryAfter(header, NOW)).toBe(expected);
});

async function ask(header: string) {
  const { fetch } = scriptFetch({}, { status: 429, headers: { 'retry-after': header } });
  const performer = createPerformer({ baseUrl: '', resolveSecret: () => undefined, fetch });
  return performer.perform(makeToolCall('core:http', { url: 'https://a.example/' }), new AbortController().signal);
}

describe('what a server asks for', () => {
  test('is kept to up to an hour', async () => {
    const outcome = await ask('3600');
    expect(outcome).toMatchObject({ ok: false, retryAfter: 3_600_000, error: { code: 'RATE_LIMIT_ERROR' } });
    expect(JSON.stringify(outcome)).not.toContain('at most');
  });

  test.each([
    ['3601', 3_601_000, '3601 s'],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER, 'longer than can be counted'],
    ['Fri, 31 Dec 9999 23:59:59 GMT', expect.any(Number), /\d+ s/],
  ])('is cut to an hour, and the error says so: %s', async (header, asked, said) => {
    expect(await ask(header)).toMatchObject({
      ok: false,
      retryAfter: 3_600_000,
      error: { message: expect.stringMatching(said), details: { reason: 'status', retry_after: asked } },
    });
  });
});

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { numRuns } from '../../testing/index.ts';
import { formatIso, parseIso, toMoment } from './calendar.ts';

const moments = fc.date({
  min: new Date('0000-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

it('reckons as the platform does, over ten thousand years', () => {
  fc.assert(
    fc.property(moments, (date) => {
      expect(formatIso(date.getTime())).toBe(date.toISOString());
      expect(parseIso(date.toISOString())).toBe(date.getTime());
      expect(toMoment(date.getTime()).weekday).toBe(date.getUTCDay());
    }),
    { numRuns: numRuns(2000) },
  );
});

it.each([
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31T08:05', '2026-01-31T08:05:00.000Z'],
  ['2026-01-31 08:05:07.5', '2026-01-31T08:05:07.500Z'],
  ['2026-01-31T08:05:07.123456Z', '2026-01-31T08:05:07.123Z'],
  ['2026-01-31T00:05:00+02:00', '2026-01-30T22:05:00.000Z'],
  ['2026-01-31T00:05:00-0130', '2026-01-31T01:35:00.000Z'],
])('reads %s', (text, iso) => {
  expect(formatIso(parseIso(text) ?? Number.NaN)).toBe(iso);
});

it.each([
  '',
  '2026',
  '2026-1-1',
  '2026-02-30',
  '2026-00-10',
  '2026-01-31T24:00',
  '2026-01-31T08:60',
  '2026-01-31T08:00+99:00',
  '31.01.2026',
  '2026-01-31T08:00 CET',
])('refuses %j', (text) => {
  expect(parseIso(text)).toBeUndefined();
});

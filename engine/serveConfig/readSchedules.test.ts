import { describe, expect, test } from 'vitest';
import { isTimeZone, readCron } from './readSchedules.ts';

/** Due times of a pattern from a time on, in UTC. */
function listDue(pattern: string, zone: string, from: string, count: number): readonly string[] {
  const read = readCron(pattern, zone);
  if (!read.ok) throw new Error(read.error);
  const due: string[] = [];
  for (let at: number | null = Date.parse(from); at !== null && due.length < count; ) {
    at = read.value.next(at);
    if (at !== null) due.push(new Date(at).toISOString().slice(5, 16));
  }
  return due;
}

// Berlin: 2026-03-29 02:00 becomes 03:00 at 01:00Z; 2026-10-25 03:00 becomes 02:00 at 01:00Z.
describe('clocks are put forward', () => {
  const from = '2026-03-28T12:00:00Z';
  test('a fixed time that is left out is due right after', () => {
    expect(listDue('30 2 * * *', 'Europe/Berlin', from, 3)).toEqual(['03-29T01:00', '03-30T00:30', '03-31T00:30']);
  });
  test('two of them are due once', () => {
    expect(listDue('15,45 2 * * *', 'Europe/Berlin', from, 3)).toEqual(['03-29T01:00', '03-30T00:15', '03-30T00:45']);
  });
  test('an interval goes on', () => {
    const due = listDue('*/30 * * * *', 'Europe/Berlin', '2026-03-29T00:00:00Z', 4);
    expect(due).toEqual(['03-29T00:30', '03-29T01:00', '03-29T01:30', '03-29T02:00']);
  });
  test('at midnight', () => {
    expect(listDue('0 0 * * *', 'America/Havana', '2026-03-07T12:00:00Z', 2)).toEqual(['03-08T05:00', '03-09T04:00']);
  });
});

describe('clocks are put back', () => {
  const from = '2026-10-24T12:00:00Z';
  test('a fixed time is due the first time alone', () => {
    expect(listDue('30 2 * * *', 'Europe/Berlin', from, 2)).toEqual(['10-25T00:30', '10-26T01:30']);
    expect(listDue('15,45 2 * * *', 'Europe/Berlin', from, 3)).toEqual(['10-25T00:15', '10-25T00:45', '10-26T01:15']);
  });
  test('an interval goes on through both hours', () => {
    const due = listDue('0 * * * *', 'Europe/Berlin', '2026-10-24T22:30:00Z', 5);
    expect(due).toEqual(['10-24T23:00', '10-25T00:00', '10-25T01:00', '10-25T02:00', '10-25T03:00']);
  });
});

test.each(['30 2 * * *', '15,45 1-3 * * *', '*/20 * * * *', '0 */2 * * *', '0 9 * * 1-5'])(
  'what %s was due for in a span is what it was due for one by one',
  (pattern) => {
    for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe'])
      for (const start of ['2026-03-28', '2026-04-04', '2026-10-03', '2026-10-24']) {
        const from = Date.parse(`${start}T00:00:00Z`);
        const until = from + 2 * 86_400_000;
        const read = readCron(pattern, zone);
        if (!read.ok) throw new Error(read.error);
        const oneByOne: number[] = [];
        for (let at = read.value.next(from); at !== null && at <= until; at = read.value.next(at)) oneByOne.push(at);
        expect(read.value.between(from, until, 1000)).toEqual(oneByOne);
        expect(read.value.between(from, until, 2)).toEqual(oneByOne.slice(-2));
      }
  },
);

test.each([
  ['* * * *', /^has 4 fields\. Write five, such as "0 3 \* \* 1-5"/],
  ['61 * * * *', /^is not a cron pattern such as .*Invalid value for minute: 61\.$/],
  ['0 0 30 2 *', /^is never due/],
  ['? * * * *', /^has a “\?”/],
  ['0 0 0 1 1 * 2027', /^has 7 fields/],
])('%s is refused in words', (pattern, message) => {
  const read = readCron(pattern, 'UTC');
  expect(read.ok ? '' : read.error).toMatch(message);
});

test('time zones', () => {
  expect(['UTC', 'Europe/Berlin', 'Mars/Base', '', 'Berlin'].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

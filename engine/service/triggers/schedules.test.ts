import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SchedulesUnderTest } from './testing.ts';

let tested: SchedulesUnderTest;
beforeEach(() => {
  tested = new SchedulesUnderTest('2026-05-04T10:30:00Z');
});
afterEach(() => tested.remove());

const HOURLY = { cron: '0 * * * *' };

const id = (hour: string): string => `tick-20260504T${hour}00Z`;

test('a due time starts a run with its input, its trigger and an id of its own', async () => {
  const input = { day: '{{ schedule.due | slice(0, 10) }}', by: '{{ schedule.name }}', n: 3 };
  const scheduler = await tested.open({ ...HOURLY, input });
  await tested.at('2026-05-04T10:59:59.999Z');
  expect(tested.runs.starts).toEqual([]);
  expect(scheduler.list()).toMatchObject([{ next: Date.parse('2026-05-04T11:00:00Z'), last: null, problem: null }]);
  await tested.at('2026-05-04T11:00:00Z');
  expect(tested.runs.starts).toEqual([
    {
      workflow: 'report',
      input: { day: '2026-05-04', by: 'tick', n: 3 },
      runId: id('1100'),
      trigger: 'schedule tick',
    },
  ]);
  expect(scheduler.list()).toMatchObject([{ next: Date.parse('2026-05-04T12:00:00Z'), last: id('1100') }]);
});

test('it sleeps until a due time, and at most 30 s, since the clock may be set', async () => {
  tested.clock.set('2026-05-04T10:59:20Z');
  await tested.open(HOURLY);
  expect([tested.clock.pass(), tested.clock.pass()]).toEqual([30_000, 10_000]);
  await expect.poll(() => tested.runs.ids).toEqual([id('1100')]);
});

test('looks at the same time, and restarts, start a run once', async () => {
  const scheduler = await tested.open(HOURLY);
  tested.clock.set('2026-05-04T11:00:01Z');
  await Promise.all([scheduler.look(), scheduler.look(), scheduler.look()]);
  await tested.open(HOURLY);
  await tested.open(HOURLY);
  expect(tested.runs.starts).toHaveLength(1);
});

test.each(['start', 'skip', 'queue'])(
  'a crash after a start, before it was noted, starts nothing again, overlap: %s',
  async (overlap) => {
    const [file, copy] = ['schedules.json', 'before.json'].map((name) => path.join(tested.state, name)) as [
      string,
      string,
    ];
    await tested.open({ ...HOURLY, overlap });
    await tested.at('2026-05-04T11:00:00Z');
    tested.runs.end(id('1100'));
    copyFileSync(file, copy);
    await tested.at('2026-05-04T12:00:00Z');
    copyFileSync(copy, file);
    tested.clock.set('2026-05-04T12:00:05Z');
    const scheduler = await tested.open({ ...HOURLY, overlap });
    expect(tested.runs.ids).toEqual([id('1100'), id('1200')]);
    expect(scheduler.list()).toMatchObject([{ last: id('1200'), queued: 0 }]);
    expect(tested.problems).toEqual([]);
  },
);

describe('what is due while the server is away', () => {
  test.each([
    ['skip', '14:30:00', []],
    ['skip', '14:00:59', ['1400']],
    ['once', '14:30:00', ['1400']],
    ['all', '14:30:00', ['1100', '1200', '1300', '1400']],
    ['once', '10:59:59', []],
  ])('missed: %s, back at %s', async (missed, back, started) => {
    const says = { ...HOURLY, missed, overlap: 'start' };
    await tested.open(says);
    tested.clock.set(`2026-05-04T${back}Z`);
    await tested.open(says);
    expect(tested.runs.ids).toEqual(started.map(id));
    // What was decided stays so.
    await tested.open(says);
    expect(tested.runs.ids).toHaveLength(started.length);
    await tested.at('2026-05-04T15:00:00Z');
    expect(tested.runs.ids.at(-1)).toBe(id('1500'));
  });

  test('missed: all is the newest 100', async () => {
    const says = { cron: '* * * * * *', missed: 'all', overlap: 'start' };
    await tested.open(says);
    tested.clock.set('2026-05-05T10:30:00Z');
    await tested.open(says);
    expect(tested.runs.ids).toHaveLength(100);
    expect(tested.runs.ids.at(-1)).toBe('tick-20260505T103000Z');
  });

  test('missed: all with overlap: queue has one run after the other, also after a restart', async () => {
    const says = { ...HOURLY, missed: 'all', overlap: 'queue' };
    await tested.open(says);
    tested.clock.set('2026-05-04T13:30:00Z');
    await tested.open(says);
    expect(tested.runs.ids).toEqual([id('1100')]);
    tested.runs.end(id('1100'));
    await expect.poll(() => tested.runs.ids).toEqual([id('1100'), id('1200')]);
    const scheduler = await tested.open(says);
    expect(scheduler.list()).toMatchObject([{ queued: 1, last: id('1200') }]);
    tested.runs.end(id('1200'));
    await expect.poll(() => tested.runs.ids).toEqual([id('1100'), id('1200'), id('1300')]);
  });

  test('another pattern, or another zone, counts from now', async () => {
    await tested.open(HOURLY);
    tested.clock.set('2026-05-04T14:30:00Z');
    await tested.open({ ...HOURLY, time_zone: 'Asia/Kolkata' });
    await tested.open({ cron: '30 * * * *' });
    expect(tested.runs.ids).toEqual([]);
  });
});

describe('a run that has not ended when the next is due', () => {
  test.each([
    ['skip', ['1100', '1300']],
    ['queue', ['1100', '1200', '1300']],
    ['start', ['1100', '1200', '1300']],
  ])('overlap: %s', async (overlap, started) => {
    await tested.open({ ...HOURLY, overlap });
    await tested.at('2026-05-04T11:00:00Z');
    await tested.at('2026-05-04T12:00:00Z');
    expect(tested.runs.ids).toHaveLength(overlap === 'start' ? 2 : 1);
    tested.runs.end(id('1100'));
    if (overlap === 'queue') await expect.poll(() => tested.runs.ids).toHaveLength(2);
    if (overlap !== 'skip') tested.runs.end(id('1200'));
    await tested.at('2026-05-04T13:00:00Z');
    expect(tested.runs.ids).toEqual(started.map(id));
  });
});

describe('a clock that is set', () => {
  test('back: a time that has its run does not wait for another one', async () => {
    const scheduler = await tested.open({ ...HOURLY, overlap: 'queue' });
    await tested.at('2026-05-04T11:00:00Z');
    tested.runs.end(id('1100'));
    await tested.at('2026-05-04T12:00:00Z');
    await tested.at('2026-05-04T10:15:00Z');
    await tested.at('2026-05-04T11:00:00Z');
    expect(scheduler.list()).toMatchObject([{ queued: 0, last: id('1200') }]);
  });

  test('back: times that come again have their runs, and later ones are not waited for until the old time', async () => {
    await tested.open({ ...HOURLY, overlap: 'start' });
    await tested.at('2026-05-04T11:00:00Z');
    await tested.at('2026-05-04T12:00:00Z');
    await tested.at('2026-05-04T10:15:00Z');
    for (const hour of ['11', '12', '13']) await tested.at(`2026-05-04T${hour}:00:00Z`);
    expect(tested.runs.ids).toEqual([id('1100'), id('1200'), id('1300')]);
    expect(tested.problems).toEqual([]);
  });

  test('far ahead and back again: what was passed over is missed once, and all goes on', async () => {
    await tested.open({ ...HOURLY, overlap: 'start' });
    await tested.at('2036-01-01T00:30:00Z');
    await tested.at('2026-05-04T10:31:00Z');
    await tested.at('2026-05-04T11:00:00Z');
    expect(tested.runs.ids).toEqual(['tick-20360101T000000Z', id('1100')]);
  });
});

describe('a schedule that is paused', () => {
  const says = { ...HOURLY, missed: 'all', overlap: 'queue' };

  test('starts nothing, also after a restart and with another pattern, and then what is due from there on', async () => {
    const first = await tested.open(says);
    await tested.at('2026-05-04T11:00:00Z');
    await tested.at('2026-05-04T12:00:00Z');
    await first.find('tick')?.pause();
    tested.runs.end(id('1100'));
    await tested.at('2026-05-04T13:00:00Z');
    tested.clock.set('2026-05-04T14:10:00Z');
    const scheduler = await tested.open(says);
    expect(scheduler.list()).toMatchObject([{ paused: true, next: null, queued: 1 }]);
    await tested.at('2026-05-04T15:00:00Z');
    expect(tested.runs.ids).toEqual([id('1100')]);
    await scheduler.find('tick')?.resume();
    await expect.poll(() => tested.runs.ids).toEqual([id('1100'), id('1200')]);
    expect(scheduler.list()).toMatchObject([{ paused: false, next: Date.parse('2026-05-04T16:00:00Z') }]);
    tested.runs.end(id('1200'));
    await tested.at('2026-05-04T16:00:00Z');
    expect(tested.runs.ids.slice(2)).toEqual([id('1600')]);
    await scheduler.find('tick')?.pause();
    expect((await tested.open({ cron: '30 * * * *' })).list()).toMatchObject([{ paused: true }]);
  });

  test('is woken for its next time once it is resumed', async () => {
    const scheduler = await tested.open({ ...says, cron: '* * * * * *' });
    await scheduler.find('tick')?.pause();
    await scheduler.look();
    await scheduler.find('tick')?.resume();
    expect(tested.clock.pass()).toBe(1000);
  });
});

test('a run that somebody starts has the input of the schedule, and moves nothing', async () => {
  const says = { ...HOURLY, overlap: 'skip', input: { due: '{{ schedule.due }}' } };
  const scheduler = await tested.open(says);
  await tested.at('2026-05-04T11:00:00Z');
  const before = scheduler.list();
  // At the second that is due next, which has its own run all the same.
  tested.runs.end(id('1100'));
  tested.clock.set('2026-05-04T12:00:00Z');
  expect(await scheduler.find('tick')?.startNow()).toMatchObject({ ok: true, value: { isNew: true } });
  expect(tested.runs.starts.at(-1)).toEqual({
    runId: 'tick-now-20260504T120000000Z',
    workflow: 'report',
    input: { due: '2026-05-04T12:00:00.000Z' },
    trigger: 'schedule tick',
  });
  expect(scheduler.list()).toEqual(before.map((view) => ({ ...view, next: Date.parse('2026-05-04T13:00:00Z') })));
  await scheduler.look();
  expect(tested.runs.ids.at(-1)).toBe(id('1200'));
});

describe('a start that is refused', () => {
  test.each(['full', 'storage'] as const)('%s: it is tried again, and said once', async (type) => {
    tested.runs.refusal = { type, message: 'There is no room.' };
    const scheduler = await tested.open(HOURLY);
    await tested.at('2026-05-04T11:00:00Z');
    expect(tested.clock.pass()).toBe(5000);
    await expect.poll(() => scheduler.list()).toMatchObject([{ problem: 'There is no room.' }]);
    tested.runs.refusal = null;
    await scheduler.look();
    expect(tested.runs.ids).toEqual([id('1100')]);
    expect(scheduler.list()).toMatchObject([{ problem: null }]);
    expect(tested.problems).toEqual(['schedule tick: There is no room.']);
  });

  test('a cluster that does not answer: it is tried again', async () => {
    tested.runs.defect = new Error('fetch failed');
    const scheduler = await tested.open(HOURLY);
    await tested.at('2026-05-04T11:00:00Z');
    tested.runs.defect = null;
    await scheduler.look();
    expect(tested.runs.ids).toEqual([id('1100')]);
    expect(tested.problems).toEqual(['schedule tick: fetch failed']);
  });

  test('a workflow with errors: that time is given up, the next one is not', async () => {
    tested.runs.refusal = {
      type: 'check',
      message: '1 error keeps “report” from running.',
      diagnostics: [
        {
          code: 'SCHEMA',
          severity: 'error',
          path: ['tasks', 0, 'type'],
          range: { start: 0, end: 1 },
          message: 'There is no type “waits”.',
          fixes: [],
        },
      ],
    };
    const scheduler = await tested.open(HOURLY);
    await tested.at('2026-05-04T11:00:00Z');
    tested.runs.refusal = null;
    await scheduler.look();
    expect(tested.runs.ids).toEqual([]);
    await tested.at('2026-05-04T12:00:00Z');
    expect(tested.runs.ids).toEqual([id('1200')]);
    expect(tested.problems).toEqual([
      'schedule tick: 1 error keeps “report” from running. tasks.0.type: There is no type “waits”.',
    ]);
  });

  test('a server that drains: the next one decides, and nothing is said', async () => {
    tested.runs.refusal = { type: 'draining', message: 'It is about to end.' };
    await tested.open(HOURLY);
    await tested.at('2026-05-04T11:00:00Z');
    tested.runs.refusal = null;
    tested.clock.set('2026-05-04T11:20:00Z');
    await tested.open(HOURLY);
    expect(tested.runs.ids).toEqual([id('1100')]);
    expect(tested.problems).toEqual([]);
  });

  test('an input that cannot be made', async () => {
    await tested.open({ ...HOURLY, input: { n: '{{ 1 / 0 }}' } });
    await tested.at('2026-05-04T11:00:00Z');
    expect(tested.runs.ids).toEqual([]);
    expect(tested.problems).toEqual([expect.stringMatching(/^schedule tick: Its input cannot be made: n: /)]);
  });
});

test('a file that is no such file is refused with what to do, and stays', async () => {
  const place = path.join(tested.state, 'schedules.json');
  writeFileSync(place, '{"schedules": {"tick": {"seen": "yesterday"}}}');
  await expect(tested.open(HOURLY)).rejects.toThrow(
    /schedules\.json cannot be read\. Delete it.* What is wrong: schedules\.tick\.cron is missing\./,
  );
  expect(readFileSync(place, 'utf8')).toContain('yesterday');
});

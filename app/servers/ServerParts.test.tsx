import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ServerAccess, ServerSchedule } from '../session/servers/index.ts';
import { describeEntry } from './AuditPart.tsx';
import { describeTimes, SchedulesPart } from './SchedulesPart.tsx';
import { KeepPart, LimitsPart } from './ServerView.tsx';
import { describeAccess, explainNoLoad, type SeenServer } from './useServer.ts';

const SERVER = { address: 'http://127.0.0.1:4700', token: null };
const NOON = new Date(2026, 0, 15, 12, 0, 0).getTime();
const HOUR = 3_600_000;

const NIGHTLY: ServerSchedule = {
  name: 'nightly',
  path: 'orders/new.yaml',
  cron: '0 3 * * *',
  timeZone: 'Europe/Berlin',
  next: NOON + HOUR,
  lastDue: NOON - HOUR,
  lastRun: 'nightly-1',
  queued: 0,
  isPaused: false,
  problem: null,
};

const RUN: ServerAccess = { scope: 'run', workflows: null };

function seen(change: Partial<SeenServer> = {}): SeenServer {
  const triggers = { schedules: [NIGHTLY], failures: [] };
  return { isKnown: true, access: RUN, load: null, triggers, problem: null, refresh: () => undefined, ...change };
}

const draw = (change: Partial<SeenServer>): string =>
  renderToStaticMarkup(<SchedulesPart server={SERVER} seen={seen(change)} />);

it('shows a schedule with its next and its last time, and lets it be paused, run and looked at', () => {
  const text = draw({});
  for (const label of [
    'Pause the schedule nightly',
    'Run the schedule nightly now',
    'Show the last run of the schedule nightly',
  ])
    expect(text).toContain(`aria-label="${label}"`);
  expect(text).not.toContain('disabled');
  expect(describeTimes(NIGHTLY, NOON)).toMatch(/^Next 13:00:00 · last 11:00:00$/);
});

it('shows a paused schedule, what keeps it from its work and what failures start', () => {
  const paused = {
    ...NIGHTLY,
    isPaused: true,
    next: null,
    lastRun: null,
    lastDue: null,
    problem: 'Its input cannot be made.',
  };
  const failures = [{ of: '*', path: 'mend.yaml', problem: 'The workflow is gone.' }];
  const text = draw({ triggers: { schedules: [paused], failures } });
  expect(text).toContain('aria-label="Resume the schedule nightly"');
  expect(text).toContain('Starts nothing until it is resumed · no scheduled run yet');
  expect(text).toContain('Its input cannot be made.');
  expect(text).toContain('Any other workflow');
  expect(text).toContain('The workflow is gone.');
});

it('disables what the token may not do, with the reason, and nothing where that is not known', () => {
  const text = draw({ access: { scope: 'read', workflows: null } });
  expect(text.match(/disabled=""/g)).toHaveLength(2);
  expect(text).toContain('title="Your token may only read. Use one with scope run."');
  expect(draw({ access: null })).not.toContain('disabled');
});

it('says what the token may do, and why limits are not shown', () => {
  const limited = seen({ access: { scope: 'run', workflows: ['orders/*', 'report'] } });
  expect(describeAccess(limited)).toBe('You may see, start and control runs, only for orders/*, report');
  expect(explainNoLoad(limited)).toContain('limited to some workflows');
  expect(explainNoLoad(seen({ access: null }))).toContain('earlier version');
  expect(explainNoLoad(seen())).toContain('on Restate');
  expect(explainNoLoad(seen({ isKnown: false }))).toBe('Asking the server…');
});

const LOAD: NonNullable<SeenServer['load']> = {
  limits: [
    { workflow: null, active: 3, mostActive: 8, queued: 0, mostQueued: 10_000, size: null },
    { workflow: 'orders/*', active: 2, mostActive: 2, queued: 1, mostQueued: null, size: 1_500_000_000 },
  ],
  workflows: [{ path: 'orders/new.yaml', active: 2, queued: 1, waiting: 0, paused: 0, refused: 4 }],
  rates: [{ by: 'token ci', rate: '1/h', refused: 2 }],
  keep: {
    rules: [
      { workflow: null, status: 'error', runs: null, days: 365 },
      { workflow: null, status: null, runs: 1, days: null },
    ],
    bytes: 20_000_000_000,
    isArchived: true,
  },
};

it('shows how much of each limit is taken, and marks those that are full', () => {
  const text = renderToStaticMarkup(<LimitsPart seen={seen({ load: LOAD })} />);
  expect(text).toContain('<tr><th scope="row">All</th><td>3 of 8</td><td>0 of 10,000</td><td></td></tr>');
  expect(text).toContain(
    '<tr data-full="true"><th scope="row">orders/*</th><td>2 of 2</td><td>1</td><td>at most 1.5 GB</td></tr>',
  );
  expect(text).toContain('<th scope="row">orders/new.yaml</th><td>2</td><td>1</td><td>0</td><td>0</td><td>4</td>');
  expect(text).toContain('<th scope="row">token ci</th><td>1/h</td><td>2</td>');
});

it('shows what is kept, the rule for all others last, and that all is kept without rules', () => {
  const text = renderToStaticMarkup(<KeepPart seen={seen({ load: LOAD })} />);
  expect(text).toContain('<th scope="row">All</th><td>error</td><td>no limit</td><td>365 days</td>');
  expect(text).toContain('<th scope="row">All</th><td>any status</td><td>1 run</td><td>no limit</td>');
  expect(text).toContain('All ended runs may take 20 GB');
  expect(text).toContain('moved to the archive');
  expect(renderToStaticMarkup(<KeepPart seen={seen({ load: { ...LOAD, keep: null } })} />)).toContain(
    'All runs are kept.',
  );
});

it.each([
  [{ action: 'started', path: 'a.yaml', what: null }, 'started a run of a.yaml'],
  [{ action: 'signalled', path: 'a.yaml', what: 'signal go' }, 'answered a run of a.yaml (signal go)'],
  [
    { action: 'resumed', path: null, what: 'repeat cut-off calls: yes' },
    'resumed the run r1 (repeat cut-off calls: yes)',
  ],
  [{ action: 'paused', path: null, what: 'schedule nightly', runId: null }, 'paused the schedule nightly'],
  [{ action: 'changed', path: null, what: 'signalbox.serve.yaml', runId: null }, 'signalbox.serve.yaml'],
] as const)('says in words what was done: %o', (entry, words) => {
  expect(describeEntry({ id: 'e', at: NOON, by: 'token ci', runId: 'r1', ...entry })).toBe(words);
});

import { beforeEach, expect, it } from 'vitest';
import type { ShownRun } from '../../session/run/index.ts';
import { show } from '../../session/run/runShown.ts';
import { session } from '../../session/store/store.ts';
import { resetSession } from '../../session/testSession.ts';
import { describeBanner } from './describeBanner.ts';

const ERROR = { code: 'REPLAY_MISMATCH', message: 'It was recorded by another version.', details: null } as const;
const SERVER = { address: 'https://far.test', problem: null, isRefused: false };

beforeEach(() => resetSession({ 'a.yaml': 'tasks: []\n' }));

/** What is said of a run that goes on, but for this. */
function said(change: Partial<ShownRun>) {
  const started = { seq: 0, at: 1, type: 'run.started', runId: 'r', input: {}, simulate: false } as const;
  show({ runId: 'r', path: 'a.yaml', source: 'tasks: []\n', events: [started] });
  const { shown } = session.getState().run;
  if (shown === null) throw new Error('No run is on screen.');
  const banner = describeBanner({ ...shown, ...change });
  return banner && { tone: banner.tone, message: banner.message, actions: banner.actions.map(([id]) => id) };
}

it('says nothing of a run that goes on here, nor of one on a server that answers', () => {
  expect(said({})).toBeNull();
  expect(said({ server: SERVER })).toBeNull();
});

it('says that another tab executes a run, and offers to continue it here', () => {
  expect(said({ isElsewhere: true })).toEqual({
    tone: 'info',
    message: expect.stringMatching(/^Another tab executes this run\./),
    actions: ['run.takeOver'],
  });
});

it('says why a run cannot be resumed, and offers to export and to fork it, but never to continue it', () => {
  const banner = said({ problem: ERROR, isInterrupted: true });
  expect(banner).toEqual({
    tone: 'error',
    message: 'This run does not continue automatically. It was recorded by another version.',
    actions: ['run.export', 'run.fork'],
  });
});

it('offers to continue a run that was interrupted, unless it came from a file', () => {
  expect(said({ isInterrupted: true })).toMatchObject({ tone: 'neutral', actions: ['run.takeOver'] });
  expect(said({ isInterrupted: true, isImported: true })).toBeNull();
});

it('says that a run is blocked while nothing can be stored, and what is safe to do meanwhile', () => {
  expect(said({ trouble: { ...ERROR, message: 'The storage is full.' } })).toEqual({
    tone: 'error',
    message: expect.stringMatching(/^The run is blocked, and nothing is lost: .* The storage is full\.$/),
    actions: ['run.retry', 'run.export', 'file.downloadAll'],
  });
});

it('never says of a run on a server what this browser could not store', () => {
  expect(said({ server: SERVER, trouble: ERROR })).toBeNull();
});

it('says that a run has ended where its end is not stored, and nothing more of one that could not be replayed and succeeded', () => {
  const view = { ...session.getState().run.shown?.view, status: 'success' } as ShownRun['view'];
  expect(said({ trouble: ERROR, view })?.message).toMatch(/^The run has ended, but its end is not stored yet\./);
  expect(said({ problem: ERROR, view })).toBeNull();
});

it('says that the connection to a server is lost, and in its words that it refuses', () => {
  const problem = 'The token was revoked.';
  expect(said({ server: { ...SERVER, problem } })).toMatchObject({
    tone: 'neutral',
    message: expect.stringContaining('Connection to https://far.test lost'),
  });
  expect(said({ server: { ...SERVER, problem, isRefused: true } })).toMatchObject({
    tone: 'error',
    message: `https://far.test: ${problem}`,
  });
});

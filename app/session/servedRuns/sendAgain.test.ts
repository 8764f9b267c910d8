import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { EMPTY_VIEW } from '#engine/run';
import type { EngineWorker, RunRecord } from '#engine/worker';
import { reachReader } from '../document/reach.ts';
import { answerTrust } from '../document/trustGate.ts';
import { connectRuns } from '../run/run.ts';
import { show } from '../run/runShown.ts';
import { importFiles } from '../storage/imports.ts';
import { session, update } from '../store/store.ts';
import { collectNotices, idleEngine, resetSession } from '../testSession.ts';
import { explainNoSend, sendAgain } from './sendAgain.ts';

const CALL = 'tasks: [{id: a, type: basic, use: "core:http", with: {url: "https://evil.example"}}]\n';
const CAME = { at: 5, duration: 1, response: { status: 200 }, error: null };
const VARIABLES = [{ name: 'API_TOKEN', value: '', isSecret: true }];

const record = {
  runId: 'r',
  path: 'in.yaml',
  source: CALL,
  events: [{ seq: 0, at: 1, type: 'run.started', runId: 'r', input: {}, simulate: false }],
  files: new Map(),
} satisfies Partial<RunRecord>;

const send = vi.fn<EngineWorker['sendAgain']>();
let stop: () => void = () => undefined;
beforeAll(() => reachReader.load());
beforeEach(() => {
  resetSession({ 'own.yaml': CALL });
  send.mockReset().mockResolvedValue({ ok: true, value: CAME });
  const engine = idleEngine({ sendAgain: send, listRuns: async () => [], findRun: async () => null });
  stop = connectRuns({ engine, restart: () => undefined, onFailure: () => () => undefined });
  importFiles({ files: [{ name: 'in.yaml', text: CALL, layoutText: null }], refused: [] });
  update({ workspace: { variables: VARIABLES } });
});
afterEach(() => stop());

/** Waits until everything that is under way in this turn has settled. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

it('sends nothing of a file that is not trusted before a yes, and then no value of a secret', async () => {
  show(record);
  const sent = sendAgain('r/a/1/1/1');
  await settled();
  expect(session.getState().document.trustQuestion).toMatchObject({ files: ['in.yaml'] });
  expect(send).not.toHaveBeenCalled();
  answerTrust(true);
  expect(await sent).toEqual(CAME);
  expect(send).toHaveBeenCalledExactlyOnceWith({ runId: 'r', key: 'r/a/1/1/1', variables: VARIABLES });
});

it('sends nothing after a no', async () => {
  show(record);
  const sent = sendAgain('r/a/1/1/1');
  await settled();
  answerTrust(false);
  expect(await sent).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

it('says why a request was not made', async () => {
  const notices = collectNotices();
  const error = { code: 'REFERENCE_ERROR', message: 'This request is no longer stored.', details: {} } as const;
  send.mockResolvedValue({ ok: false, error });
  show({ ...record, path: 'own.yaml' });
  expect(await sendAgain('none')).toBeNull();
  expect(notices.at(-1)?.message).toBe('This request is no longer stored.');
});

it('is not for runs that came from a file', async () => {
  show({ ...record, path: 'own.yaml', isImported: true, importedFrom: 'gift.json' });
  expect(explainNoSend(session.getState())).toBe('The run came from a file. Fork it first.');
  expect(await sendAgain('r/a/1/1/1')).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

it('is not for runs on a server', async () => {
  const server = { address: 'https://far.test', problem: null, isRefused: false };
  show({ ...record, path: 'own.yaml' });
  const shown = session.getState().run.shown;
  update({ run: { shown: shown && { ...shown, server } } });
  expect(explainNoSend(session.getState())).toBe(
    'The run is on a server. Fork it here to send its requests from here.',
  );
  expect(await sendAgain('r/a/1/1/1')).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

it('sends a request of the run inside whose step is looked at', async () => {
  show({ ...record, path: 'own.yaml' });
  const shown = session.getState().run.shown;
  const inside = { ...record, runId: 'child', path: 'own.yaml', view: EMPTY_VIEW };
  update({
    run: {
      inside: new Map([['child', inside]]),
      shown: shown && { ...shown, selectedInside: { runId: 'child', activation: 1 } },
    },
  });
  expect(await sendAgain('child/a/1/1/1')).toEqual(CAME);
  expect(send).toHaveBeenCalledExactlyOnceWith({ runId: 'child', key: 'child/a/1/1/1', variables: VARIABLES });
});

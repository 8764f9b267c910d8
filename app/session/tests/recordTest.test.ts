import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { EngineWorker } from '#engine/worker';
import { reachReader } from '../document/reach.ts';
import { answerTrust } from '../document/trustGate.ts';
import { connectRuns } from '../run/run.ts';
import { importFiles } from '../storage/imports.ts';
import type { Notice } from '../store/notices.ts';
import { session, update } from '../store/store.ts';
import { collectNotices, idleEngine, resetSession, textOf } from '../testSession.ts';
import { recordTest } from './recordTest.ts';

const PATH = 'orders.test.yaml';
const LIVE = { limits: { calls: 10 }, isFresh: false };
const FLOW = "tasks: [{ id: get, type: basic, use: core:http, with: { url: 'https://api.example/orders' } }]\n";
const TESTS = 'tests: [{ name: orders }]\n';
const AFTER = 'tests: [{ name: orders, answers: { get: { output: 1 } } }]\n';

const call = (name: string) => ({ task: 'get', call: `GET https://api.example/${name}`, changes: null });
const recording = vi.fn<EngineWorker['recordTest']>();

let stop: () => void;
let notices: Notice[] = [];

beforeAll(() => reachReader.load());
afterEach(() => stop());

/** A test of files that came from outside. */
beforeEach(() => {
  recording.mockReset();
  resetSession({ 'own.yaml': 'tasks: []\n' });
  const rest = { listRuns: async () => [], findRun: async () => null, listPrices: async () => [] };
  stop = connectRuns({
    engine: idleEngine({ ...rest, recordTest: recording }),
    restart: () => undefined,
    onFailure: () => () => undefined,
  });
  importFiles({
    files: [
      { name: 'orders.yaml', text: FLOW, layoutText: null },
      { name: PATH, text: TESTS, layoutText: null },
    ],
    refused: [],
  });
  notices = collectNotices();
  const found = { workflow: 'orders.yaml', tests: [], datasets: [], wrong: [], coverage: [], targets: new Map() };
  update({ run: { tested: new Map([[PATH, { text: TESTS, files: new Map(), found, results: new Map() }]]) } });
});

/** Records, once both files are trusted. */
async function record(): Promise<void> {
  const recorded = recordTest(PATH, 0, LIVE);
  await vi.waitFor(() => expect(session.getState().document.trustQuestion).not.toBeNull());
  expect(recording).not.toHaveBeenCalled();
  answerTrust(true);
  await recorded;
}

it('makes calls once both files are trusted, writes their answers, and says which calls were made', async () => {
  recording.mockResolvedValue({
    ok: true,
    value: { text: AFTER, asked: [call('orders'), call('mail')], problem: null },
  });
  await record();
  expect(textOf(PATH)).toBe(AFTER);
  expect(notices).toMatchObject([
    {
      kind: 'success',
      message:
        '2 calls made: GET https://api.example/orders, GET https://api.example/mail. Their answers were written into orders.test.yaml.',
      action: { label: 'Open as text' },
    },
  ]);
});

it('says which calls were made where one of them failed, and writes nothing', async () => {
  const problem = '“get” would ask GET https://api.example/5 for real, and it failed.';
  const asked = ['1', '2', '3', '4'].map(call);
  recording.mockResolvedValue({ ok: true, value: { text: TESTS, asked, problem } });
  await record();
  expect(textOf(PATH)).toBe(TESTS);
  expect(notices.map(({ message }) => message)).toEqual([
    `4 calls made: GET https://api.example/1, GET https://api.example/2, GET https://api.example/3, and 1 more. Nothing was recorded. ${problem}`,
  ]);
});

it('says so where nothing is missing', async () => {
  recording.mockResolvedValue({ ok: true, value: { text: TESTS, asked: [], problem: null } });
  await record();
  expect(notices.map(({ message }) => message)).toEqual([
    'Each call of this test has an answer already, so no call was made.',
  ]);
});

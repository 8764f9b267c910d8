import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { EngineWorker } from '#engine/worker';
import { reachReader } from '../document/reach.ts';
import { answerTrust } from '../document/trustGate.ts';
import { connectRuns } from '../run/run.ts';
import { importFiles } from '../storage/imports.ts';
import { session, update } from '../store/store.ts';
import { idleEngine, resetSession } from '../testSession.ts';
import { playDataset } from './datasets.ts';
import { keyOf } from './listTests.ts';

const PLACE = { path: 'mails.test.yaml', index: 0 };
const LIVE = { limits: { calls: 1 }, isFresh: false };
const FLOW = "tasks: [{ id: sort, type: basic, use: core:http, with: { url: 'https://api.example/sort' } }]\n";
const TESTS = 'tests: [{ name: mails, each: [{ text: refund }], answers: { sort: live } }]\n';

const PLAYED = { ok: false, message: 'Nothing is played here.' } as const;
const playing = vi.fn<EngineWorker['playDataset']>();
const asking = vi.fn<EngineWorker['askDataset']>();

/** Waits until everything that is under way in this turn has settled. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

let stop: () => void;

beforeAll(() => reachReader.load());
afterEach(() => stop());

/** A dataset of files that came from outside. */
beforeEach(() => {
  playing.mockReset().mockResolvedValue(PLAYED);
  asking.mockReset().mockResolvedValue(PLAYED);
  resetSession({ 'own.yaml': 'tasks: []\n' });
  const rest = { listRuns: async () => [], findRun: async () => null, listPrices: async () => [] };
  stop = connectRuns({
    engine: idleEngine({ ...rest, playDataset: playing, askDataset: asking }),
    restart: () => undefined,
    onFailure: () => () => undefined,
  });
  importFiles({
    files: [
      { name: 'mails.yaml', text: FLOW, layoutText: null },
      { name: 'mails.test.yaml', text: TESTS, layoutText: null },
    ],
    refused: [],
  });
  const datasets = [{ name: 'mails', at: { line: 1, column: 1 }, rows: null }];
  const found = { workflow: 'mails.yaml', tests: [], datasets, wrong: [], coverage: [], targets: new Map() };
  update({
    run: { tested: new Map([[PLACE.path, { text: TESTS, files: new Map(), found, results: new Map() }]]) },
  });
});

const question = () => session.getState().document.trustQuestion;
const progress = () => session.getState().run.grids.get(keyOf(PLACE))?.progress;

it('is played without a question, for nothing is asked for real', async () => {
  await playDataset(PLACE);
  expect(question()).toBeNull();
  expect(playing).toHaveBeenCalledOnce();
  expect(asking).not.toHaveBeenCalled();
});

it('is asked for real within its budget, once the workflow and its tests are trusted', async () => {
  const played = playDataset(PLACE, { live: LIVE });
  await settled();
  // A variant of the tests may set any address.
  expect(question()).toMatchObject({ files: ['mails.yaml', PLACE.path], reach: { isAnywhere: true } });
  expect(asking).not.toHaveBeenCalled();
  answerTrust(true);
  await played;
  expect(asking).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ ...PLACE, text: TESTS }),
    { before: null, live: expect.objectContaining(LIVE) },
    expect.any(Function),
  );
  await playDataset(PLACE, { live: { limits: { cost: 2 }, isFresh: true } });
  expect(question()).toBeNull();
  expect(asking.mock.calls[1]?.[1].live).toMatchObject({ limits: { cost: 2 }, isFresh: true });
  expect(playing).not.toHaveBeenCalled();
});

it('is not asked for after a no, and can be played again', async () => {
  const played = playDataset(PLACE, { live: LIVE });
  await settled();
  answerTrust(false);
  await played;
  expect(asking).not.toHaveBeenCalled();
  expect(progress()).toBeNull();
  await playDataset(PLACE);
  expect(playing).toHaveBeenCalledOnce();
});

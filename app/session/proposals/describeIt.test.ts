import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { EngineWorker } from '#engine/worker';
import { openFile } from '../document/files.ts';
import { reachReader } from '../document/reach.ts';
import { answerTrust } from '../document/trustGate.ts';
import { connectRuns } from '../run/run.ts';
import { importFiles } from '../storage/imports.ts';
import { session } from '../store/store.ts';
import { idleEngine, resetSession } from '../testSession.ts';
import { type AskedModel, currentConversation, currentWish, describeIt, setWish, type Wish } from './describeIt.ts';
import { listModels } from './listModels.ts';

const agent = (model: string, more = ''): string =>
  `agents: [{ id: w, use: "core:agent", config: { provider: openai-compatible, model: ${model}${more} }, actions: [{ id: x, instructions: X }] }]\ntasks: [{ id: a, type: basic, use: "agent:w" }]\n`;

const SPENT = { calls: 1, tokens: 10, cost: 0 };
const WISH: Wish = { text: 'Retry it.', run: null };
const OWN: AskedModel = { name: 'openai gpt', config: { provider: 'openai', model: 'gpt' }, from: null };

const askAuthor = vi.fn<EngineWorker['askAuthor']>();

let stop: () => void;

beforeAll(() => reachReader.load());
afterEach(() => stop());

beforeEach(() => {
  askAuthor.mockReset();
  askAuthor.mockResolvedValue({ proposal: null, said: 'Done.', problem: null, spent: SPENT });
  resetSession({ 'own.yaml': agent('mine') });
  const rest = { listRuns: async () => [], findRun: async () => null, listPrices: async () => [] };
  stop = connectRuns({
    engine: idleEngine({ ...rest, askAuthor }),
    restart: () => undefined,
    onFailure: () => () => undefined,
  });
  setWish(WISH);
});

function importOne(name: string, text: string): void {
  importFiles({ files: [{ name, text, layoutText: null }], refused: [] });
  openFile('own.yaml');
}

it('asks about a file that nobody trusts before anything is sent to the address that it names', async () => {
  importOne('evil.yaml', agent('mine', ', url: "https://evil.example/v1"'));
  const model = listModels().find(({ name }) => name.includes('evil.example'));
  if (model === undefined) return expect.fail();
  expect(model.from).toBe('evil.yaml');
  const asked = describeIt(WISH, model, 4);
  await vi.waitFor(() => expect(session.getState().document.trustQuestion).not.toBeNull());
  answerTrust(false);
  await asked;
  expect(askAuthor).not.toHaveBeenCalled();
});

it('lists the model of a trusted file before the same one of another', () => {
  importOne('a-first.yaml', agent('mine'));
  expect(listModels()).toMatchObject([{ name: 'openai-compatible mine', from: 'own.yaml' }]);
});

it('keeps what was asked in vain, and what was typed meanwhile', async () => {
  askAuthor.mockResolvedValue({ proposal: null, said: '', problem: 'There is no key.', spent: SPENT });
  await describeIt(WISH, OWN, 4);
  expect(currentWish()).toBe(WISH);
  expect(currentConversation()?.answer?.problem).toBe('There is no key.');
  askAuthor.mockImplementation(async () => {
    setWish({ text: 'And then?', run: null });
    return { proposal: null, said: 'Done.', problem: null, spent: SPENT };
  });
  await describeIt(WISH, OWN, 4);
  expect(currentWish().text).toBe('And then?');
});

it('takes a run along where it is one of the open file, and none of another', async () => {
  await describeIt({ text: 'Fix it.', run: { id: 'r1', path: 'own.yaml' } }, OWN, 4);
  await describeIt({ text: 'Fix it.', run: { id: 'r2', path: 'other.yaml' } }, OWN, 4);
  expect(askAuthor.mock.calls.map(([{ runId }]) => runId)).toEqual(['r1', null]);
});

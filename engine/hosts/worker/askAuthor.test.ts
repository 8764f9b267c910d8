import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../base/index.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { yaml } from '../../testing/yaml.ts';
import type { AuthorRequest, AuthorStep } from './protocol/Author.ts';

const PATH = 'test.yaml';
const CANARY = 'canary-41c0a7d2be';

const DOCUMENT = yaml`
  tasks:
    - id: load
      type: basic
      use: core:http
      with: { url: "https://orders.example/1", headers: { x-key: "{{ env.KEY }}" } }
`;

const TESTS = yaml`
  tests:
    - name: fails as it did
      answers: { load: { error: { code: PROVIDER_ERROR } } }
      expect: { status: error }
`;

const HANDLED = [
  { command: 'addTask', id: 'tell', type: 'basic', use: 'core:log', with: { message: 'No order.' } },
  { command: 'connect', source: 'load', via: 'on_error', target: 'tell' },
];

function propose(changes: readonly JsonObject[]): JsonObject {
  return { tool_calls: [{ name: 'propose', input: { path: PATH, why: 'It tells of it.', changes } }] };
}

/** A page with a model that plays a script. */
function open() {
  const page = openEngine({ fetch: () => Promise.reject(new TypeError('There is no network.')) });
  const ask = async (responses: readonly Json[], own: Partial<AuthorRequest> = {}, stopped = never) => {
    const steps: AuthorStep[] = [];
    const request: AuthorRequest = {
      request: 'Handle the error.',
      path: PATH,
      files: new Map([[PATH, DOCUMENT]]),
      runId: null,
      who: 'Describe it (mock)',
      config: { provider: 'mock', mock: { latency: 0, responses: [...responses] } },
      variables: [],
      prices: [],
      limits: { calls: 8 },
      ...own,
    };
    const answer = await page.clock.settle(page.engine.askAuthor(request, (step) => steps.push(step), stopped));
    return { answer, steps };
  };
  return { page, ask };
}

function never(): Promise<void> {
  return new Promise(() => undefined);
}

test('a proposal comes back as its file would have it, and is judged as any other', async () => {
  const { page, ask } = open();
  const { answer, steps } = await ask([propose(HANDLED), 'It is logged.']);
  expect(answer).toMatchObject({ said: 'It is logged.', problem: null, spent: { calls: 2 } });
  expect(steps.map(({ kind }) => kind)).toEqual(['model', 'tool', 'model']);
  const { id = '', text = '' } = answer.proposal ?? {};
  const files = new Map([[PATH, DOCUMENT]]);
  const judged = await page.clock.settle(page.engine.askProposal({ op: 'judge', id, text, files }));
  expect(judged).toMatchObject({ who: 'Describe it (mock)', why: 'It tells of it.', added: [] });
});

test('the model is told which tests fail then, before a person sees anything', async () => {
  const { ask } = open();
  const files = new Map([
    [PATH, DOCUMENT],
    ['test.test.yaml', TESTS],
  ]);
  const told = { when: '"failed":1', output: 'The test expects the error.' };
  const { answer } = await ask([told, propose(HANDLED)], { files });
  expect(answer.said).toBe('The test expects the error.');
  expect(answer.proposal).not.toBeNull();
});

test('of a run the model is told what it gave, without secrets, and what becomes of it with a proposal', async () => {
  const { page, ask } = open();
  const variables = [{ name: 'KEY', value: CANARY, isSecret: true }];
  const runId = await start(page, { ...makeRequest(DOCUMENT), variables });
  await page.finished(runId);
  const fixed = { when: '"verdict":"now succeeds"', output: 'It is logged now.' };
  const seen = { when: '"code":"COMMUNICATION_ERROR"', ...propose(HANDLED) };
  const leaked = { when: CANARY, output: 'A secret.' };
  const { answer } = await ask([leaked, fixed, seen], { runId });
  expect(answer).toMatchObject({ said: 'It is logged now.', problem: null });
});

test('a run that is no longer stored is said so', async () => {
  const { ask } = open();
  await expect(ask([], { runId: 'gone' })).rejects.toThrow('no longer stored');
});

test('a person stops it while the model is asked', async () => {
  const { ask } = open();
  const config = { provider: 'mock', mock: { latency: '10m', responses: ['Late.'] } };
  const { answer } = await ask([], { config }, async () => undefined);
  expect(answer).toMatchObject({ proposal: null, said: '', problem: 'You stopped it.' });
});

test('a key goes where the person allows it, and nowhere else', async () => {
  const asked: { readonly url: string; readonly key: string | null }[] = [];
  const questions: string[] = [];
  const page = openEngine({
    fetch: async (url, init) => {
      const request = new Request(url, init);
      asked.push({ url: request.url, key: request.headers.get('authorization') });
      return Response.json({ error: { message: 'No.' } }, { status: 401 });
    },
    onSecrets: ({ questions: open }) => {
      for (const { id, name } of open) {
        questions.push(name);
        void page.engine.answerSecret(id, 'always');
      }
    },
  });
  const request: AuthorRequest = {
    request: 'Handle the error.',
    path: PATH,
    files: new Map([[PATH, DOCUMENT]]),
    runId: null,
    who: 'x',
    config: {
      provider: 'openai-compatible',
      url: 'https://models.test/v1',
      model: 'm',
      api_key: '{{ env.MODEL_KEY }}',
    },
    variables: [{ name: 'MODEL_KEY', value: CANARY, isSecret: true }],
    prices: [],
    limits: { calls: 2 },
  };
  const answer = await page.clock.settle(page.engine.askAuthor(request, () => undefined, never));
  expect(answer.proposal).toBeNull();
  expect(questions).toEqual(['MODEL_KEY']);
  expect(asked).toEqual([{ url: 'https://models.test/v1/chat/completions', key: `Bearer ${CANARY}` }]);
});

test('a test that failed before is told apart from one that the proposal breaks', async () => {
  const { ask } = open();
  const files = new Map([
    [PATH, DOCUMENT],
    [
      'test.test.yaml',
      TESTS.replace('PROVIDER_ERROR } }', 'PROVIDER_ERROR } }\n    pins: {}').replace(
        'status: error',
        'status: cancelled',
      ),
    ],
  ]);
  const told = { when: '"failed":1,"newly_failed":0', output: 'It failed before.' };
  const { answer } = await ask([told, propose(HANDLED)], { files });
  expect(answer.said).toBe('It failed before.');
});

test('a key that stood in the file when the run was made, and does not any more, is not told', async () => {
  const { page, ask } = open();
  const key = 'sk-live-0123456789abcdef0123';
  const inClear = DOCUMENT.replace('"{{ env.KEY }}"', `"${key}"`);
  const runId = await start(page, makeRequest(inClear));
  await page.finished(runId);
  const seen = { when: '"code":"COMMUNICATION_ERROR"', output: 'No key.' };
  const { answer } = await ask([{ when: key, output: 'A key.' }, seen], { runId });
  expect(answer.said).toBe('No key.');
});

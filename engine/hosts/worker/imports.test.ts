import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { yaml } from '../../testing/index.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';

const FLOW = yaml`
  agents: [{ import: ./lib/greeter.yaml, config: { mock: { latency: 5ms } } }]
  tasks:
    - { id: greet, type: basic, use: agent:greeter, on_success: { next: shape } }
    - { id: shape, import: "lib/tasks.yaml#shape" }
`;
const FILES = new Map([
  [
    'lib/greeter.yaml',
    yaml`
      id: greeter
      use: core:agent
      config: { provider: mock, model: small, mock: { responses: [{ text: Hello }] } }
      actions: [{ id: greet, instructions: Greet, output: { type: object } }]
    `,
  ],
  ['lib/tasks.yaml', 'tasks: [{ id: shape, type: map, config: { mapping: "{{ tasks.greet.output.text }}" } }]'],
  ['lib/other.yaml', 'tasks: []'],
]);

test('a run resolves its imports, and stores their texts for its replay', async () => {
  const page = openEngine();
  const runId = await start(page, makeRequest(FLOW, { files: FILES }));
  expect(await page.finished(runId)).toMatchObject({ status: 'success', output: 'Hello' });
  const replayed = await openEngine().engine.findRun(runId);
  expect(replayed?.events).toEqual(page.events.get(runId));
});

test('a run whose imports are missing is refused', async () => {
  const page = openEngine();
  const answer = await page.clock.settle(page.engine.startRun(makeRequest(FLOW, { files: new Map() })));
  expect(answer).toMatchObject({ ok: false, failure: { type: 'check' } });
});

test('a run uses the packages of its tasks, and a replay those of the same versions', async () => {
  const flow = 'tasks: [{ id: t, type: basic, use: "acme:note@^1", with: { message: hi } }]';
  const note = 'use: core:log\nschema: { input: {}, output: {} }';
  const files = new Map([
    ['packages/acme/note@1.2.0.yaml', note],
    ['packages/acme/note@1.1.0.yaml', note.replace('log', 'raise')],
  ]);
  const page = openEngine();
  const runId = await start(page, makeRequest(flow, { files }));
  expect(await page.finished(runId)).toMatchObject({ status: 'success', output: { message: 'hi' } });
  const replayed = await openEngine().engine.findRun(runId);
  expect(replayed?.events).toEqual(page.events.get(runId));
});

test('a text is checked with the files it gets', async () => {
  const { engine } = openEngine();
  const codes = async (files?: ReadonlyMap<string, string>) =>
    (await engine.checkText('flow.yaml', FLOW, files === undefined ? {} : { files })).map(({ code }) => code);
  expect(await codes(FILES)).toEqual([]);
  expect(await codes(new Map())).toContain('IMPORT_ERROR');
});

test('a workflow that a task runs is checked with its text, or known to be there by its path', async () => {
  const { engine } = openEngine();
  const text = 'tasks: [{ id: a, type: basic, use: "core:workflow", with: { file: flows/b.yaml, input: { x: 1 } } }]\n';
  const needs = 'schema: { input: { type: object, required: [id] } }\ntasks: [{ id: b, type: basic }]\n';
  const codes = async (workspace: Parameters<typeof engine.checkText>[2]) =>
    (await engine.checkText('flow.yaml', text, workspace)).map(({ code }) => code);
  expect(await codes({ paths: ['flow.yaml', 'flows/b.yaml'], files: new Map([['flows/b.yaml', needs]]) })).toEqual([
    'MISSING_INPUT',
  ]);
  expect(await codes({ paths: ['flow.yaml', 'flows/b.yaml'] })).toEqual([]);
  expect(await codes({ paths: ['flow.yaml'] })).toEqual(['MISSING_WORKFLOW']);
  expect(await codes({})).toEqual([]);
});

import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { yaml } from '../../testing/index.ts';
import { createMemoryFiles } from '../../testing/memoryFiles.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { type McpLoopback, serveMcp } from '../../testing/serving/serveMcp.ts';
import type { SecretState } from './protocol/protocol.ts';

let server: McpLoopback | null = null;
afterEach(() => server?.close());

const ADD = yaml`
  tasks:
    - { id: add, type: basic, use: "mcp:desk/add", with: { a: 2, b: 3 } }
  outputs: { sum: "{{ tasks.add.output.sum }}" }
`;

const KEY = { name: 'KEY', value: 'canary-8c1', isSecret: true };

test('a secret is sent to a server whose tools are listed only once the user allows it', async () => {
  server = await serveMcp({ authorization: 'Bearer canary-8c1' });
  const desk = { name: 'desk', url: server.url, headers: [['Authorization', 'Bearer {{ env.KEY }}']] } as const;
  const { engine } = openEngine({ fetch: globalThis.fetch });
  const states: SecretState[] = [];
  const answers = ['never', 'once'] as const;
  let asked = 0;
  await engine.subscribeSecrets((state) => {
    states.push(state);
    const [question] = state.questions;
    const answer = answers[asked];
    if (question === undefined || answer === undefined) return;
    asked += 1;
    void engine.answerSecret(question.id, answer);
  });
  const refused = await engine.listMcpTools(desk, [KEY]);
  expect(refused).toMatchObject({ ok: false });
  expect(JSON.stringify(refused)).toContain('KEY may not go to');
  expect(server.sessions.size).toBe(0);
  const listed = await engine.listMcpTools(desk, [KEY]);
  expect(listed.ok && listed.value.tools.map(({ name }) => name)).toContain('add');
  expect(asked).toBe(2);
  expect(JSON.stringify([states, listed])).not.toContain('canary');
});

test('a run that is paused because a server is missing uses it, with its new secret, once it is opened again and resumed', async () => {
  server = await serveMcp({ authorization: 'Bearer canary-8c1' });
  const page = openEngine({
    fetch: globalThis.fetch,
    onSecrets: ({ questions }) => {
      for (const { id } of questions) void page.engine.answerSecret(id, 'once');
    },
  });
  await page.engine.setWorkspace(createMemoryFiles({}), []);
  const runId = await start(page, makeRequest(ADD));
  await page.clock.until(() => page.events.get(runId)?.some(({ type }) => type === 'run.paused'));
  expect(page.events.get(runId)?.at(-1)).toMatchObject({ reason: 'missing', missing: { name: 'desk' } });
  const desk = { name: 'desk', url: server.url, headers: [['Authorization', 'Bearer {{ env.KEY }}']] } as const;
  await page.engine.setWorkspace(createMemoryFiles({}), [desk]);
  await page.clock.settle(page.engine.takeOver(runId, { variables: [KEY] }));
  await page.engine.controlRun(runId, { type: 'run.resumed' });
  expect(await page.finished(runId)).toMatchObject({ status: 'success', output: { sum: 5 } });
  expect(page.troubles).toEqual([]);
});

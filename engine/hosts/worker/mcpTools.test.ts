import { afterEach, expect, test } from 'vitest';
import { openEngine } from '../../testing/openEngine.ts';
import { type McpLoopback, serveMcp } from '../../testing/serving/serveMcp.ts';
import type { SecretState } from './protocol/protocol.ts';

let server: McpLoopback | null = null;
afterEach(() => server?.close());

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

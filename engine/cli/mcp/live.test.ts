import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ModelServer, serveModels } from '../../testing/wire/serveModels.ts';
import { MCP } from './mcpCommand.ts';
import { McpShell } from './testing.ts';

const CANARY = 'canary-51f0c2a9e4';

let shell: McpShell;
let models: ModelServer;

beforeEach(async () => {
  shell = new McpShell();
  models = await serveModels();
  models.answer = () => ({ text: [JSON.stringify({ mail: `Dear Ada, ${CANARY}` })], usage: { input: 10, output: 5 } });
  shell.write(
    'flow.yaml',
    `agents:
  - id: writer
    use: core:agent
    config: { provider: openai-compatible, url: "${models.url}own/v1", headers: { x-key: "{{ env.KEY }}" }, model: tiny }
    actions: [{ id: write, instructions: "Write {{ input.text }}", output: { type: object, required: [mail], properties: { mail: { type: string } } } }]
tasks:
  - { id: write, type: basic, use: agent:writer, with: { text: "{{ workflow.input.text }}" } }
`,
  );
  const tests = ['a', 'b'].map(
    (text) =>
      `  - { name: ${text}, input: { text: ${text} }, answers: { write: live }, expect: { output: { mail: none } } }`,
  );
  shell.write('flow.test.yaml', `tests:\n${tests.join('\n')}\n`);
});

afterEach(async () => {
  await shell.close();
  await models.close();
});

/** What a person allows by options of the command. */
async function connect(...options: readonly string[]): Promise<void> {
  await shell.connect(MCP.parse(options));
}

async function callsOfTest(): Promise<object | undefined> {
  const { tools } = await shell.client.listTools();
  return tools.find(({ name }) => name === 'test')?.annotations;
}

test('nothing is called for real unless a person allows it, with a budget', async () => {
  await connect();
  expect(await callsOfTest()).toMatchObject({ readOnlyHint: true, openWorldHint: false });
  expect(await shell.call('test', { live: true })).toMatchObject({ isError: true, codes: ['LIVE_NOT_ALLOWED'] });
  expect((await shell.call('test')).text).toContain('UNANSWERED');
  expect(models.requests).toHaveLength(0);
  expect(() => MCP.parse(['--live'])).toThrow('--live needs a budget');
  expect(() => MCP.parse(['--secret', 'KEY=1'])).toThrow('--secret needs --live');
});

test('what a workflow says that its model costs does not stretch a budget of cost', async () => {
  shell.write(
    'flow.yaml',
    shell.read('flow.yaml').replace('model: tiny', 'model: tiny, price: { input: 0, output: 0 }'),
  );
  const origin = new URL(models.url).origin;
  await connect('--live', '--secret', `KEY=${CANARY}`, '--allow', `KEY=${origin}`, '--budget-cost', '0.5');
  const { text, says } = await shell.call('test', { path: 'flow.yaml', live: true });
  expect(text).toContain('no price is known of openai-compatible tiny');
  expect(says).toMatchObject({ spent: { calls: 0 } });
  expect(models.requests).toHaveLength(0);
});

test('a call that its client cancels asks nothing more', async () => {
  const tests = Array.from(
    { length: 12 },
    (_, n) => `  - { name: t${n}, input: { text: t${n} }, answers: { write: live } }`,
  );
  shell.write('flow.test.yaml', `tests:\n${tests.join('\n')}\n`);
  const origin = new URL(models.url).origin;
  await connect(
    '--live',
    '--width',
    '1',
    '--secret',
    `KEY=${CANARY}`,
    '--allow',
    `KEY=${origin}`,
    '--budget-calls',
    '50',
  );
  const cancel = new AbortController();
  const answer = { text: [JSON.stringify({ mail: 'Dear Ada' })] };
  models.answer = () => {
    cancel.abort();
    return answer;
  };
  const called = shell.client.callTool({ name: 'test', arguments: { path: 'flow.yaml', live: true } }, undefined, {
    signal: cancel.signal,
  });
  await expect(called).rejects.toThrow();
  // Plays all of them while the other would ask.
  await shell.call('test', { path: 'flow.yaml' });
  expect(models.requests.length).toBeLessThanOrEqual(2);
});

test('where tests cannot be played it is said, not counted', async () => {
  await connect('--live', '--secret', 'KEY', '--budget-calls', '1');
  const { isError, codes, text } = await shell.call('test', { path: 'flow.yaml', live: true });
  expect({ isError, codes }).toEqual({ isError: true, codes: ['NOT_PLAYED'] });
  expect(text).toContain('there is no such variable in the environment');
});

test('the budget is for as long as the tools are served, and secrets go where they may alone', async () => {
  const origin = new URL(models.url).origin;
  await connect('--live', '--secret', `KEY=${CANARY}`, '--allow', `KEY=${origin}`, '--budget-calls', '1');
  expect(await callsOfTest()).toMatchObject({ readOnlyHint: false, openWorldHint: true });
  expect((await shell.call('test')).says).not.toHaveProperty('spent');
  expect(models.requests).toHaveLength(0);
  const first = await shell.call('test', { path: 'flow.yaml', live: true });
  expect(first.says).toMatchObject({ passed: 0, failed: 2, spent: { calls: 1, tokens: 15 } });
  expect(first.text).toContain('Dear Ada');
  expect(first.text).toContain('the budget of 1 calls is used up');
  expect(first.text).not.toContain(CANARY);
  // What was answered is kept, and asked for no more.
  const second = await shell.call('test', { path: 'flow.yaml', live: true });
  expect(second.says).toMatchObject({ failed: 2, spent: { calls: 1 } });
  expect(models.requests).toHaveLength(1);
  expect((await shell.call('run', { path: 'flow.yaml', input: { text: 'a' } })).says).toMatchObject({
    status: 'success',
  });
  expect(models.requests).toHaveLength(1);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { yaml } from '../testing/index.ts';
import { type ModelServer, serveModels } from '../testing/wire/serveModels.ts';
import { RUN } from './given/RUN.ts';
import { type Ended, Shell } from './testing.ts';

let shell: Shell;
let models: ModelServer;
beforeAll(async () => {
  shell = new Shell();
  models = await serveModels();
}, 60_000);
afterAll(async () => {
  shell.remove();
  await models.close();
});

/** A workflow that calls a model three times in sequence. */
function three(model = 'gpt-4.1'): string {
  return yaml`
    agents:
      - id: a
        use: core:agent
        config: { provider: openai, model: ${model}, api_key: "key-12345678", url: "${models.url}v1" }
    tasks:
      - { id: one, type: basic, use: agent:a, with: { prompt: Hi }, on_success: { next: two } }
      - { id: two, type: basic, use: agent:a, with: { prompt: Hi }, on_success: { next: three } }
      - { id: three, type: basic, use: agent:a, with: { prompt: Hi } }
  `;
}

async function run(...args: readonly string[]): Promise<Ended & { readonly asked: number }> {
  const before = models.requests.length;
  const ended = await shell.runHere(['run', ...args]);
  return { ...ended, asked: models.requests.length - before };
}

/** Tokens of one response of the server. */
async function tokensOfOne(): Promise<number> {
  const ended = await run(shell.write('one.yaml', three()), '--budget-tokens', '1');
  return JSON.parse(ended.out).error.details.tokens;
}

test('an exceeded budget ends the command and reports what was spent; a higher one resumes the run', async () => {
  const one = await tokensOfOne();
  expect(one).toBeGreaterThan(1);
  const file = shell.write('flow.yaml', three());
  const stopped = await run(file, '--journal', 'run.jsonl', '--budget-tokens', String(one));
  expect(stopped).toMatchObject({ code: 1, asked: 2 });
  const result = JSON.parse(stopped.out);
  expect(result).toMatchObject({
    status: 'paused',
    error: { code: 'LIMIT_ERROR', details: { type: 'budget', tokens: 2 * one, budget: { tokens: one } } },
    tasks: { two: { status: 'success' }, three: { status: 'skipped' } },
  });
  expect(stopped.error).toContain(`used ${2 * one} tokens, more than the ${one} of --budget-tokens`);
  expect(stopped.error).toContain(`--journal run.jsonl --resume --budget-tokens N (N above ${2 * one})`);

  const kept = readFileSync(path.join(shell.folder, 'run.jsonl'), 'utf8');
  for (const more of [[], ['--budget-tokens', String(2 * one - 1)]]) {
    expect(await run('--journal', 'run.jsonl', '--resume', ...more)).toMatchObject({
      code: 2,
      asked: 0,
      error: expect.stringContaining(`--resume --budget-tokens N (N above ${2 * one})`),
    });
    expect(readFileSync(path.join(shell.folder, 'run.jsonl'), 'utf8')).toBe(kept);
  }
  const resumed = await run('--journal', 'run.jsonl', '--resume', '--budget-tokens', String(3 * one));
  expect(resumed).toMatchObject({ code: 0, asked: 1 });
  expect(JSON.parse(resumed.out)).toMatchObject({ run_id: result.run_id, status: 'success', error: null });
});

test('where workflows were run inside, the command to continue names their folder', async () => {
  const one = await tokensOfOne();
  shell.write('inside.yaml', three());
  const outer = three().replace(
    'use: agent:a, with: { prompt: Hi }',
    'use: core:workflow, with: { file: inside.yaml }',
  );
  const args = ['--workspace', '.', '--journal', 'outer.jsonl', '--budget-tokens'];
  const stopped = await run(shell.write('outer.yaml', outer), ...args, String(3 * one));
  expect(stopped).toMatchObject({ code: 1, asked: 4 });
  const next = `--journal outer.jsonl --resume --workspace DIR (the folder of the workflows that it runs) --budget-tokens N (N above ${4 * one})`;
  expect(stopped.error).toContain(next);
  expect((await run('--resume', ...args, String(4 * one - 1))).error).toContain(next);
  expect(await run('--resume', ...args, String(9 * one))).toMatchObject({ code: 0, asked: 1 });
});

test('calls in flight when a budget is exceeded complete and are journaled', async () => {
  const file = shell.write(
    'both.yaml',
    yaml`
      agents:
        - { id: a, use: core:agent, config: { provider: mock, model: m, mock: { latency: 10ms, responses: [{ text: first }] } } }
        - { id: b, use: core:agent, config: { provider: mock, model: m, mock: { latency: 400ms, responses: [{ text: last }] } } }
      tasks:
        - id: both
          type: parallel
          tasks:
            - { id: one, type: basic, use: agent:a, with: { prompt: Hi } }
            - { id: two, type: basic, use: agent:b, with: { prompt: Hi } }
          on_success: { next: three }
        - { id: three, type: basic, use: agent:a, with: { prompt: Hi } }
    `,
  );
  const stopped = await run(file, '--budget-tokens', '1', '--journal', 'both.jsonl');
  expect(stopped.code).toBe(1);
  expect(readFileSync(path.join(shell.folder, 'both.jsonl'), 'utf8').match(/effect\.completed/g)).toHaveLength(2);
  const resumed = await run('--journal', 'both.jsonl', '--resume', '--budget-tokens', '100000');
  expect(JSON.parse(resumed.out)).toMatchObject({ status: 'success' });
});

test('a cost budget counts by the shipped prices, and warns of a model without one', async () => {
  const stopped = await run(shell.write('priced.yaml', three()), '--budget-cost', '0.0000001');
  expect(stopped).toMatchObject({ code: 1, asked: 1 });
  expect(JSON.parse(stopped.out).error.details.cost).toBeGreaterThan(0);
  expect(stopped.error).toMatch(/used 0\.0\d+ US dollars, more than the 1e-7 of --budget-cost\. It was not saved/);
  const unpriced = await run(shell.write('other.yaml', three('gpt-unpriced')), '--budget-cost', '0.01');
  expect(unpriced).toMatchObject({ code: 0, asked: 3 });
  expect(JSON.parse(unpriced.out).warnings[0]).toMatchObject({ code: 'PRICE_UNKNOWN', task: 'one' });
});

test.each([
  ['--budget-tokens=0', /whole number of at least 1/],
  ['--budget-tokens=1e3', /whole number of at least 1/],
  ['--budget-cost=free', /US dollars above 0/],
  ['--budget-cost=-1', /US dollars above 0/],
  ['--budget-cost=0.00', /US dollars above 0/],
])('an invalid budget is refused: %s', (option, message) => {
  expect(() => RUN.parse(['flow.yaml', option])).toThrow(message);
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '../../../base/index.ts';
import { type ModelServer, serveModels } from '../../../testing/wire/serveModels.ts';
import { type Ended, runInProcess } from '../../testing.ts';

const CANARY = 'canary-7f3a91c2d8';

let folder = '';
let models: ModelServer;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-live-'));
  models = await serveModels();
  models.answer = ({ body }) => ({ ...say(`${modelOf(body)} answers`), usage: { input: 10, output: 5 } });
  writeFlow('Sort {{ input.text }}', 'Write about {{ input.topic }}');
  write('cases.csv', 'id,text\na,money\nb,parcel\nc,hello\n');
  write('flow.test.yaml', TESTS);
});
afterEach(async () => {
  await models.close();
  rmSync(folder, { recursive: true });
});

const TESTS = `tests:
  - name: mails
    each: ./cases.csv
    input: { text: "{{ row.text }}" }
    variants:
      small: {}
      large: { agents/writer/config/model: large }
    answers: { sort: live, write: live }
    score: { long: "{{ (output.mail | len) > 3 }}" }
`;

const OUTPUT = '{ type: object, required: [mail], properties: { mail: { type: string } } }';

const modelOf = ({ model }: JsonObject): string => (typeof model === 'string' ? model : '');

const say = (mail: string) => ({ text: [JSON.stringify({ mail })] });

function write(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text);
}

/** Two models, one after the other: the second is told what the first has answered. */
function writeFlow(sort: string, writeMail: string): void {
  const config = `provider: openai-compatible, url: "${models.url}own/v1", headers: { x-key: "{{ env.KEY }}" }`;
  write(
    'flow.yaml',
    `agents:
  - id: sorter
    use: core:agent
    config: { ${config}, model: tiny }
    actions: [{ id: sort, instructions: "${sort}", output: ${OUTPUT} }]
  - id: writer
    use: core:agent
    config: { ${config}, model: small }
    actions: [{ id: write, instructions: "${writeMail}", output: ${OUTPUT} }]
tasks:
  - { id: sort, type: basic, use: agent:sorter, with: { text: "{{ input.text }}" }, on_success: { next: write } }
  - { id: write, type: basic, use: agent:writer, with: { topic: "{{ tasks.sort.output.mail }} {{ workflow.input.text }}" } }
outputs: { mail: "{{ tasks.write.output.mail }}" }
`,
  );
}

const play = (...args: readonly string[]): Promise<Ended> => runInProcess(['test', ...args], { folder });

const LIVE = ['--live', '--secret', `KEY=${CANARY}`] as const;

const live = (...args: readonly string[]): Promise<Ended> =>
  play(...LIVE, '--allow', `KEY=${new URL(models.url).origin}`, '--budget-calls', '100', ...args);

/** The models that were asked since this was called last. */
function asked(): readonly string[] {
  return models.requests.splice(0).map(({ body }) => modelOf(body));
}

test('nothing is asked without --live, nor without a budget, nor with options of it alone', async () => {
  const { code, out } = await play();
  expect({ code, asked: asked() }).toEqual({ code: 1, asked: [] });
  expect(out).toContain('UNANSWERED “sort” would ask the model openai-compatible tiny for real, and no answer is kept');
  expect(await play('--live')).toMatchObject({ code: 2, error: expect.stringContaining('--live needs a budget') });
  expect(await play('--secret', 'KEY=1')).toMatchObject({ code: 2, error: expect.stringContaining('needs --live') });
});

test('a secret goes where it may, and is in nothing that is written', async () => {
  const refused = await play(...LIVE, '--budget-calls', '9', '--json');
  expect(refused.code).toBe(1);
  expect(models.requests).toEqual([]);
  const ended = await live(
    '--json',
    '--csv',
    'out.csv',
    '--jsonl',
    'out.jsonl',
    '--junit',
    'out.xml',
    '--coverage-file',
    'lcov',
  );
  expect(ended.code).toBe(0);
  expect(models.requests.map(({ headers }) => headers['x-key'])).toEqual(Array(9).fill(CANARY));
  const files = readdirSync(folder);
  expect(files).toContain('flow.test.answers.jsonl');
  const written = files.map((name) => readFileSync(path.join(folder, name), 'utf8'));
  expect(
    [...written, ended.out, ended.error, refused.out, refused.error].filter((text) => text.includes(CANARY)),
  ).toEqual([]);
});

test('what was asked is kept: of a change of the last prompt, the last model alone is asked', async () => {
  expect((await live()).code).toBe(0);
  // Three rows: both variants sort them by the same request.
  expect(asked().toSorted()).toEqual(['large', 'large', 'large', 'small', 'small', 'small', 'tiny', 'tiny', 'tiny']);
  const kept = await play('--json');
  expect({ code: kept.code, asked: asked() }).toEqual({ code: 0, asked: [] });
  writeFlow('Sort {{ input.text }}', 'Write a short mail about {{ input.topic }}');
  expect((await live()).code).toBe(0);
  expect(asked().toSorted()).toEqual(['large', 'large', 'large', 'small', 'small', 'small']);
  // The texts from before are kept, too.
  writeFlow('Sort {{ input.text }}', 'Write about {{ input.topic }}');
  expect((await play('--json')).out).toBe(kept.out);
  expect((await live('--fresh')).code).toBe(0);
  expect(asked()).toHaveLength(9);
});

test('a budget ends what is asked, and more of it goes on from there', async () => {
  const poor = await play(
    ...LIVE,
    '--allow',
    `KEY=${new URL(models.url).origin}`,
    '--budget-tokens',
    '30',
    '--width',
    '1',
  );
  expect(poor.code).toBe(1);
  expect(poor.out).toContain('the budget of 30 tokens is used up: 30 were.');
  expect(asked()).toEqual(['tiny', 'small']);
  expect((await live()).code).toBe(0);
  expect(asked()).toHaveLength(7);
  const dear = await live('--fresh', '--budget-cost', '1');
  expect(dear.out).toContain('no price is known of openai-compatible tiny');
  expect(asked()).toEqual([]);
});

test('what fails is not kept, and one at a time comes to the same as four', async () => {
  models.answer = (_, index) => (index === 1 ? { fault: { status: 500 } } : say('fine'));
  expect((await live('--width', '1')).code).toBe(1);
  models.answer = () => say('fine');
  models.requests.length = 0;
  expect((await live()).code).toBe(0);
  expect(asked()).toHaveLength(1);
  const wide = await play('--json');
  expect((await live('--width', '1', '--json')).out).toBe(wide.out);
});

test('two results are compared, cell by cell', async () => {
  write('before.json', (await live('--json')).out);
  models.answer = ({ body }) => say(body['model'] === 'large' ? 'no' : `${modelOf(body)} answers`);
  const { out } = await live('--fresh', '--compare', 'before.json');
  expect(out).toContain('flow.test.yaml mails: 3 the same, 3 not\n');
  expect(out).toMatch(/ {2}large: passed 3, long 1 → 0, tokens /);
  expect(out).toContain('    worse a, large\n');
  expect(await play('--compare', 'cases.csv')).toMatchObject({
    code: 2,
    error: expect.stringContaining('not what signalbox'),
  });
});

test('an answer `live` of a test of its own is asked and kept in the same way', async () => {
  write(
    'flow.test.yaml',
    'tests: [{ name: a, input: { text: money }, answers: { sort: live, write: { output: { mail: ok } } } }]\n',
  );
  expect((await live()).code).toBe(0);
  expect(asked()).toEqual(['tiny']);
  expect((await play()).code).toBe(0);
  expect(asked()).toEqual([]);
});

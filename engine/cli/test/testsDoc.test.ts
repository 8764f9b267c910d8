import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveModels } from '../../testing/wire/serveModels.ts';
import { runInProcess } from '../testing.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/tests.md'), 'utf8');
const examples = [...page.matchAll(/`([\w.]+\.(?:yaml|csv))`:\n\n```(?:yaml|csv)\n([\s\S]*?)```/g)];

const say = (answer: object) => ({ text: [JSON.stringify(answer)] });

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-doc-'));
  for (const [, name = '', text = ''] of examples) writeFileSync(path.join(folder, name), text);
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

test('the examples of the page pass', async () => {
  const names = ['refunds.yaml', 'refunds.test.yaml', 'mails.yaml', 'mails.csv', 'mails.test.yaml'];
  expect(examples.map(([, name]) => name)).toEqual(names);
  const ended = await runInProcess(['test', 'refunds.test.yaml'], { folder });
  expect(ended).toMatchObject({ code: 0, error: '2 tests, 0 failed\n' });
});

test('the dataset of the page is played with models', async () => {
  const models = await serveModels();
  models.answer = ({ body }) =>
    JSON.stringify(body).includes('From 0 to 1') ? say({ score: 0.9, reason: 'Right.' }) : say({ topic: 'refund' });
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const { url } = new Request(input, init);
    return send(url.replace('https://api.openai.com/', models.url), init);
  });
  const options = ['--live', '--budget-cost', '0.10', '--secret', 'OPENAI_API_KEY=key-of-nobody'];
  const allow = ['--allow', 'OPENAI_API_KEY=https://api.openai.com'];
  const ended = await runInProcess(['test', 'mails.test.yaml', ...options, ...allow], { folder });
  await models.close();
  expect(ended).toMatchObject({ code: 0, error: '0 tests, 0 failed; 6 cells of datasets, 0 failed\n' });
  expect(ended.out).toMatch(/^ {2}passed mails are sorted \(2 rows × 3 variants, \d+ calls asked\)$/m);
  expect(ended.out).toMatch(/^ {4}large {5}2\/2 {5}0\.5 {4}1 {6}0\.9 /m);
});

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Ended, runInProcess } from './testing.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-earlier-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

const run = (...args: readonly string[]): Promise<Ended> => runInProcess(['run', ...args], { folder });

const FLOW = 'tasks: [{id: a, type: basic, on_success: {next: b}}, {id: b, type: basic}]\n';

test('a journal that is named by a link is held against the checkpoint beside the file itself', async () => {
  write('flow.yaml', FLOW);
  mkdirSync(path.join(folder, 'elsewhere'));
  expect(await run('flow.yaml', '--journal', 'elsewhere/j.jsonl')).toMatchObject({ code: 0 });
  symlinkSync('elsewhere/j.jsonl', path.join(folder, 'link.jsonl'));
  const { hash } = JSON.parse(read('elsewhere/j.jsonl').split('\n')[0] ?? '') as { hash: string };
  const place = { offset: 9e6, last: 8e6, line: 99, link: 'x', head: hash, epoch: 1, fences: [], inputs: 99 };
  write('elsewhere/j.jsonl.checkpoint', `${JSON.stringify(place)}\n{}\n`);
  for (const name of ['elsewhere/j.jsonl', 'link.jsonl'])
    expect(await run('--journal', name, '--resume')).toMatchObject({
      code: 2,
      error: expect.stringContaining('its checkpoint has seen 99 lines'),
    });
});

test('a journal whose results are reused may be replaced by the new one, and must be readable', async () => {
  write('flow.yaml', FLOW);
  expect(await run('flow.yaml', '--journal', 'j.jsonl')).toMatchObject({ code: 0 });
  const again = ['flow.yaml', '--reuse', 'j.jsonl', '--from', 'b', '--journal', 'j.jsonl', '--force'];
  expect(await run(...again)).toMatchObject({ code: 0 });
  write('j.jsonl', 'no journal\n');
  expect(await run(...again)).toMatchObject({ code: 2, error: expect.stringContaining('not a journal') });
  expect(read('j.jsonl')).toBe('no journal\n');
});

test('a run that has ended and cancelled another one looks once whether that has ended, and is only read then', async () => {
  write(
    'outer.yaml',
    'tasks: [{id: a, type: basic, use: "core:workflow", config: {timeout: 50ms}, with: {file: inner.yaml}}]\n',
  );
  write('inner.yaml', 'tasks: [{id: w, type: wait, config: {timeout: 1h, check_interval: 1h}}]\n');
  const ended = await run('outer.yaml', '--journal', 'j', '--workspace', '.');
  expect(JSON.parse(ended.out)).toMatchObject({ error: { code: 'TIMEOUT_ERROR' } });
  const resume = ['--journal', 'j', '--resume'];
  const first = read('j');
  expect(await run(...resume, '--workspace', '.')).toEqual(ended);
  const second = read('j');
  expect(second.length).toBeGreaterThan(first.length);
  for (const more of [[], ['--workspace', '.']]) expect(await run(...resume, ...more)).toEqual(ended);
  expect(read('j')).toBe(second);
});

test('what a run that is reused has done with a secret that can be guessed holds in the new run', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ said: 'yes' }));
  const flow = (first: string): string =>
    `tasks:\n${first}, on_success: {next: b}}\n${calling('b', 'other.test', 'json: {said: "{{ tasks.a.output.body.said }}"}')}}\n`;
  const signed = calling('a', 'api.test', 'headers: {authorization: "{{ env.PIN }}"}');
  const pin = ['--secret', 'PIN=1234', '--allow', 'PIN=https://api.test'];
  const again = ['--from', 'b', '--reuse'];

  write('signed.yaml', flow(signed));
  const whole = await run('signed.yaml', ...pin, '--journal', 'signed.jsonl');
  expect(JSON.parse(whole.out)).toMatchObject({ status: 'error', tasks: { a: { status: 'success' } } });
  const part = await run('signed.yaml', ...pin, ...again, 'signed.jsonl');
  expect(JSON.parse(part.out)).toMatchObject({ status: 'error', error: { code: 'AUTHORIZATION_ERROR' } });

  write('plain.yaml', flow(calling('a', 'api.test', 'json: {}')));
  expect(await run('plain.yaml', ...pin, '--journal', 'plain.jsonl')).toMatchObject({ code: 0 });
  expect(await run('plain.yaml', ...pin, ...again, 'plain.jsonl')).toMatchObject({ code: 0 });
  vi.unstubAllGlobals();
});

function calling(id: string, origin: string, more: string): string {
  return `  - {id: ${id}, type: basic, use: "core:http", with: {url: "https://${origin}/", method: POST, ${more}}`;
}

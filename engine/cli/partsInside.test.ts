import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { yaml } from '../testing/index.ts';
import { type Ended, runInProcess } from './testing.ts';

let folder: string;
let server: Server;
const calls: string[] = [];

/** A server that answers each request with the number of those before it. */
beforeAll(async () => {
  server = createServer((request, response) => {
    calls.push(request.url ?? '');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ n: calls.length }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-inside-'));
  const { port } = server.address() as AddressInfo;
  const post = (id: string, next: string): string =>
    `{ id: ${id}, type: basic, use: core:http, with: { url: "http://127.0.0.1:${port}/${id}", method: POST }, on_success: { next: ${next} } }`;
  const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
  write(
    'outer.yaml',
    yaml`
      tasks:
        - ${post('before', 'each')}
        - { id: each, type: collection, use: core:workflow, config: { items: [a, b], mode: sequential }, with: { file: inner.yaml } }
    `,
  );
  write(
    'inner.yaml',
    yaml`
      tasks:
        - ${post('one', 'two')}
        - ${post('two', 'three')}
        - { id: three, type: parallel, tasks: [{ id: four, type: basic, with: { n: "{{ tasks.one.output.body.n }}" } }] }
      outputs: { one: "{{ tasks.one.output.body.n }}", two: "{{ tasks.two.output.body.n }}" }
    `,
  );
  await run('outer.yaml', '--journal', 'j.jsonl');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => calls.splice(0));

const run = (...args: readonly string[]): Promise<Ended> =>
  runInProcess(['run', ...args, '--workspace', '.'], { folder });

describe('a task inside of a run', () => {
  test('is begun with: what was recorded on the way, and for the other items, is reused', async () => {
    const ended = await run('outer.yaml', '--from', 'each[1]/two', '--reuse', 'j.jsonl');
    expect(JSON.parse(ended.out)).toMatchObject({
      status: 'success',
      output: [
        { one: 2, two: 3 },
        { one: 4, two: 1 },
      ],
    });
    expect(calls).toEqual(['/two']);
  });

  test('is ended with', async () => {
    const ended = await run('outer.yaml', '--until', 'each[0]/two', '--reuse', 'j.jsonl');
    expect(ended).toMatchObject({ code: 0 });
    expect(calls).toEqual(['/two']);
  });

  test.each([
    [['--from', 'each[0]/two'], /--from each\[0\]\/two: .*needs --reuse FILE/],
    [['--from', 'each[0]/two', '--until', 'each', '--reuse', 'j.jsonl'], /--from or --until alone/],
    [['--from', 'each[7]/two', '--reuse', 'j.jsonl'], /no other workflow .* Calls: each\[0\], each\[1\]\./],
    [['--until', 'each[1]/nine', '--reuse', 'j.jsonl'], /no task “nine” there\. Tasks: one, two, three, four\./],
    [['--from', 'each[1]/four', '--reuse', 'j.jsonl'], /inside a container.* Begin with “three”/],
  ])('that is named by %j is refused in words', async (args, error) => {
    expect(await run('outer.yaml', ...args)).toMatchObject({ code: 2, error: expect.stringMatching(error) });
    expect(calls).toEqual([]);
  });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { yaml } from '../testing/index.ts';
import { runInProcess } from './testing.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-below-'));
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { headers } = new Request(input, init);
    return Response.json({ said: headers.get('authorization') });
  });
  write(
    'outer.yaml',
    yaml`
      tasks:
        - id: all
          name: Every file
          type: composite
          tasks: [{ id: call, name: Call mid, type: basic, use: core:workflow, with: { file: mid.yaml } }]
          on_success: { next: last }
        - { id: last, type: basic }
    `,
  );
  write(
    'mid.yaml',
    'tasks: [{ id: deep, name: Call inner, type: basic, use: core:workflow, with: { file: inner.yaml } }]\n',
  );
  write(
    'inner.yaml',
    yaml`
      tasks:
        - id: ask
          name: Ask it
          type: basic
          use: core:http
          with: { url: "https://api.test/", headers: { authorization: "{{ env.KEY }}" } }
          on_success: { next: shape, with: { n: "{{ output.nothing.here }}" } }
        - { id: shape, type: basic }
    `,
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);

const run = (...args: readonly string[]) =>
  runInProcess(['run', 'outer.yaml', '--workspace', '.', '--env', 'KEY=canary-12345678', ...args], {
    folder,
    env: { NO_COLOR: '1' },
    isErrorTerminal: true,
  });

test('progress shows the tasks of a workflow below the call that runs it', async () => {
  const { code, error } = await run();
  expect(code).toBe(0);
  expect(error.replaceAll(/[\d.]+ m?s$/gm, 'N ms').split('\n')).toEqual([
    '  … Every file',
    '    … Call mid',
    '      … Call inner',
    '        … Ask it',
    // Once, where it is: the calls around it say it again.
    expect.stringMatching(/^ {8}! on_success/),
    '        ✓ Ask it N ms',
    '        … shape',
    '        ✓ shape N ms',
    '      ✓ Call inner N ms',
    '    ✓ Call mid N ms',
    '  ✓ Every file N ms',
    '  … last',
    '  ✓ last N ms',
    '',
  ]);
});

interface WrittenEvent {
  readonly seq: number;
  readonly type: string;
  readonly runId?: string;
  readonly taskId?: string;
  readonly key?: string;
  readonly child?: { readonly runId: string; readonly file: string };
}

test('--events has the events of the runs inside, each with the id of its run, and no secret of theirs', async () => {
  expect(await run('--events', 'e.jsonl', '--json')).toMatchObject({ code: 0, error: '' });
  const text = readFileSync(path.join(folder, 'e.jsonl'), 'utf8');
  expect(text).not.toContain('canary');
  const events = text
    .trimEnd()
    .split('\n')
    .map((line): WrittenEvent => JSON.parse(line));
  const reported = events.flatMap(({ key = '', child }) => (child === undefined ? [] : { key, ...child }));
  const [mid, inner] = ['mid.yaml', 'inner.yaml'].map((file) => reported.find((child) => child.file === file)?.runId);
  const callerOf = (id: string | undefined): string | undefined => {
    const key = reported.find(({ runId }) => runId === id)?.key;
    return events.find((event) => event.type === 'effect.requested' && event.key === key)?.taskId;
  };
  expect([callerOf(mid), callerOf(inner)]).toEqual(['call', 'deep']);

  const [first] = events;
  expect(first).toMatchObject({ seq: 0, type: 'run.started' });
  const own = events.filter(
    ({ runId, type }) => runId === undefined || (type === 'run.started' && runId === first?.runId),
  );
  const parts = [own, ...[mid, inner].map((id) => events.filter(({ runId }) => runId === id))];
  expect(parts.flat()).toHaveLength(events.length);
  expect(parts.map((part) => part.filter(({ type }) => type === 'task.started').map(({ taskId }) => taskId))).toEqual([
    ['all', 'call', 'last'],
    ['deep'],
    ['ask', 'shape'],
  ]);
  for (const part of parts) {
    expect(part.map(({ seq }) => seq)).toEqual(part.map((_, index) => index));
    expect(part.at(-1)?.type).toBe('run.finished');
  }
});

import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { numRuns } from '../../../testing/numRuns.ts';
import { type LoopbackServer, serveLoopback } from '../../../testing/serving/serveLoopback.ts';
import { Shell } from '../../testing.ts';

const ROWS = 12;

let shell: Shell;
let server: LoopbackServer;
let asked: string[];
/** The request that gets no answer, from 0. */
let holdsAt: number;
let onHeld: (response: ServerResponse) => void;

beforeEach(async () => {
  shell = new Shell();
  asked = [];
  server = await serveLoopback((request, response) => {
    asked.push(request.url ?? '');
    if (asked.length - 1 === holdsAt) onHeld(response);
    else response.setHeader('content-type', 'application/json').end(JSON.stringify({ url: request.url }));
  });
  shell.write(
    'flow.yaml',
    `tasks: [{ id: get, type: basic, use: core:http, with: { url: "${server.url}{{ workflow.input.id }}" } }]\n`,
  );
  const rows = Array.from({ length: ROWS }, (_, index) => JSON.stringify({ id: `row-${index}` }));
  shell.write('rows.jsonl', rows.join('\n'));
  shell.write(
    'flow.test.yaml',
    `tests: [{ name: all, each: ./rows.jsonl, input: { id: "{{ row.id }}" }, answers: { get: live }, score: "{{ output.status == 200 }}" }]\n`,
  );
}, 60_000);
afterEach(async () => {
  await server.close();
  shell.remove();
});

function kill9(child: ChildProcess | null): void {
  child?.kill('SIGKILL');
}

const LIVE = ['test', '--live', '--budget-calls', '1000', '--width', '2', '--json'] as const;

test('a grid that is killed goes on: what was answered before is not asked again', async () => {
  for (let kill = 0; kill < numRuns(1, 3); kill += 1) {
    const file = path.join(shell.folder, 'flow.test.answers.jsonl');
    asked = [];
    holdsAt = 2 + ((kill * 4) % (ROWS - 3));
    const held = new Promise<void>((resolve) => {
      onHeld = () => resolve();
    });
    let child: ChildProcess | null = null;
    const ended = shell.run([...LIVE, '--fresh'], { onStart: (started) => (child = started) });
    await held;
    kill9(child);
    expect((await ended).code).toBe(null);
    holdsAt = -1;
    // What is cut short by a kill is left out.
    const kept = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}')).length;
    shell.write('flow.test.answers.jsonl', `${readFileSync(file, 'utf8')}{"request":"ab`);
    const before = asked.length;
    expect(kept).toBeGreaterThanOrEqual(before - 2);
    const resumed = await shell.runHere(LIVE);
    expect(resumed.code).toBe(0);
    expect(asked.length - before).toBe(ROWS - kept);
    const again = await shell.runHere(['test', '--json']);
    expect(JSON.parse(again.out)).toMatchObject({
      files: [{ grids: [{ summaries: [{ passed: ROWS, scores: { score: 1 } }] }] }],
    });
    expect(asked.length - before).toBe(ROWS - kept);
    shell.write('flow.test.answers.jsonl', '');
  }
}, 120_000);

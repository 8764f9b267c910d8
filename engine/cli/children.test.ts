import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { yaml } from '../testing/index.ts';
import { type ModelServer, serveModels } from '../testing/wire/serveModels.ts';
import { Shell } from './testing.ts';

let shell: Shell;
let server: Server;
let models: ModelServer;
const calls: string[] = [];
let onHeld: (() => void) | null = null;

/** A server that counts calls by path, and never answers the first one to a path that begins with `/held`. */
beforeAll(async () => {
  shell = new Shell();
  models = await serveModels();
  server = createServer((request, response) => {
    const place = request.url ?? '';
    calls.push(place);
    response.setHeader('content-type', 'application/json');
    if (place.startsWith('/held') && calls.filter((other) => other === place).length === 1) onHeld?.();
    else response.end(JSON.stringify({ n: calls.length }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
}, 60_000);
afterAll(async () => {
  shell.remove();
  server.closeAllConnections();
  server.close();
  await models.close();
});

function url(place: string): string {
  // A server that listens on a port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${place}`;
}

const calling = (file: string): string => yaml`
  tasks: [{ id: call, type: basic, use: core:workflow, with: { file: ${file} } }]
  outputs: { it: "{{ tasks.call.output }}" }
`;

const childrenOf = (journal: string): readonly string[] => {
  const folder = path.join(shell.folder, `${journal}.children`);
  return existsSync(folder) ? readdirSync(folder) : [];
};

test('a killed run continues the workflows that it runs where they were: what they had recorded never runs again', async () => {
  shell.write('outer.yaml', calling('mid.yaml'));
  shell.write('mid.yaml', calling('inner.yaml'));
  shell.write(
    'inner.yaml',
    yaml`
      tasks:
        - { id: one, type: basic, use: core:http, with: { url: "${url('first')}", method: POST }, on_success: { next: two } }
        - { id: two, type: basic, use: core:http, with: { url: "${url('held')}", method: POST } }
      outputs: { n: "{{ tasks.two.output.body.n }}" }
    `,
  );
  await shell.run(['run', 'outer.yaml', '--workspace', '.', '--journal', 'run.jsonl'], {
    onStart: (child) => {
      onHeld = () => void child.kill('SIGKILL');
    },
  });
  expect(calls).toEqual(['/first', '/held']);
  expect(childrenOf('run.jsonl').filter((name) => name.endsWith('.jsonl'))).toHaveLength(2);
  const homeless = await shell.runHere(['run', '--journal', 'run.jsonl', '--resume']);
  expect(homeless).toMatchObject({ code: 2, error: expect.stringContaining('--workspace') });
  const resume = ['run', '--journal', 'run.jsonl', '--resume', '--workspace', '.'];
  const resumed = await shell.runHere(resume);
  expect(resumed).toMatchObject({ code: 0 });
  expect(JSON.parse(resumed.out)).toMatchObject({ status: 'success', output: { it: { it: { n: 3 } } } });
  expect(calls).toEqual(['/first', '/held', '/held']);
  expect(JSON.parse((await shell.runHere(resume)).out)).toEqual(JSON.parse(resumed.out));
  expect(calls).toHaveLength(3);

  const [child = ''] = childrenOf('run.jsonl');
  const inside = await shell.runHere(['run', '--journal', path.join('run.jsonl.children', child), '--resume']);
  expect(inside).toMatchObject({
    code: 2,
    error: expect.stringMatching(/has started by core:workflow.*: signalbox run --journal run\.jsonl --resume\.$/m),
  });
  const watched = await shell.runHere(['run', '--journal', path.join('run.jsonl.children', child), '--watch']);
  expect(watched).toMatchObject({
    code: 2,
    error: expect.stringContaining('signalbox run --journal run.jsonl --watch.'),
  });
  rmSync(path.join(shell.folder, 'run.jsonl'));
  const anew = await shell.runHere(['run', 'outer.yaml', '--workspace', '.', '--journal', 'run.jsonl']);
  expect(anew).toMatchObject({ code: 2, error: expect.stringContaining('run.jsonl.children') });
}, 60_000);

test('Ctrl-C cancels the workflows that a run runs, and their journals say so', async () => {
  shell.write('outer.yaml', calling('waits.yaml'));
  shell.write(
    'waits.yaml',
    yaml`tasks: [{ id: one, type: basic, use: core:http, with: { url: "${url('held-again')}", method: POST } }]`,
  );
  const given = ['outer.yaml', '--workspace', '.', '--journal', 'stopped.jsonl'];
  const stopped = await shell.run(['run', ...given], {
    onStart: (child) => {
      onHeld = () => void child.kill('SIGINT');
    },
  });
  expect(stopped).toMatchObject({ code: 1 });
  expect(JSON.parse(stopped.out)).toMatchObject({ status: 'cancelled' });
  const [child = ''] = childrenOf('stopped.jsonl');
  expect(readFileSync(path.join(shell.folder, 'stopped.jsonl.children', child), 'utf8')).toContain('"run.cancelled"');
}, 60_000);

test('a child whose journal was changed stops the run before anything is repeated, and the message names it', async () => {
  shell.write('outer.yaml', calling('log.yaml'));
  shell.write('log.yaml', 'tasks: [{ id: say, type: basic, use: core:log, with: { data: canary-1 } }]');
  const file = ['--workspace', '.', '--journal', 'changed.jsonl'];
  await shell.runHere(['run', 'outer.yaml', ...file]);
  const journal = readFileSync(path.join(shell.folder, 'changed.jsonl'), 'utf8').split('\n');
  const end = journal.findIndex((line) => line.includes('"effect.completed"'));
  shell.write('changed.jsonl', `${journal.slice(0, end).join('\n')}\n`);
  const [child = ''] = childrenOf('changed.jsonl');
  const inner = path.join('changed.jsonl.children', child);
  shell.write(inner, readFileSync(path.join(shell.folder, inner), 'utf8').replaceAll('canary-1', 'canary-2'));
  const refused = await shell.runHere(['run', ...file, '--resume']);
  expect(refused).toMatchObject({ code: 2, error: expect.stringMatching(/children.*was changed/s) });
  expect(readFileSync(path.join(shell.folder, 'changed.jsonl'), 'utf8')).not.toContain('effect.completed');
}, 60_000);

test('a budget counts what workflows inside of a run take, and a higher one continues them', async () => {
  const model = `config: { provider: openai, model: gpt-4.1, api_key: "key-12345678", url: "${models.url}v1" }`;
  shell.write(
    'talk.yaml',
    yaml`
      agents: [{ id: a, use: core:agent, ${model} }]
      tasks:
        - { id: one, type: basic, use: agent:a, with: { prompt: Hi }, on_success: { next: two } }
        - { id: two, type: basic, use: agent:a, with: { prompt: Hi } }
    `,
  );
  shell.write('outer.yaml', calling('talk.yaml'));
  const given = ['--workspace', '.', '--journal', 'budget.jsonl', '--budget-tokens'];
  const before = models.requests.length;
  const stopped = await shell.runHere(['run', 'outer.yaml', ...given, '1']);
  expect(JSON.parse(stopped.out)).toMatchObject({ status: 'paused', error: { code: 'LIMIT_ERROR' } });
  expect(models.requests.length - before).toBe(1);
  const ended = await shell.runHere(['run', ...given, '100000', '--resume']);
  expect(JSON.parse(ended.out)).toMatchObject({ status: 'success' });
  expect(models.requests.length - before).toBe(2);
}, 60_000);

test('--signal reaches a workflow inside that waits for it, also where the run is continued', async () => {
  shell.write('outer.yaml', calling('waits.yaml'));
  shell.write(
    'waits.yaml',
    yaml`
      tasks:
        - { id: tell, type: basic, use: core:http, with: { url: "${url('held-tell')}", method: POST }, on_success: { next: hold } }
        - { id: hold, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }
      outputs: { heard: "{{ tasks.hold.output }}" }
    `,
  );
  await shell.run(['run', 'outer.yaml', '--workspace', '.', '--journal', 'told.jsonl'], {
    onStart: (child) => {
      onHeld = () => void child.kill('SIGKILL');
    },
  });
  const resume = ['run', '--journal', 'told.jsonl', '--resume', '--workspace', '.', '--signal', 'go={"n":3}'];
  const resumed = await shell.runHere(resume);
  expect(resumed).toMatchObject({ code: 0 });
  expect(resumed.out).toMatch(/"n":\s*3/);
  shell.write(
    'waits.yaml',
    'tasks: [{ id: hold, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }]',
  );
  expect(await shell.runHere(['run', 'outer.yaml', '--workspace', '.', '--signal', 'go'])).toMatchObject({ code: 0 });
}, 60_000);

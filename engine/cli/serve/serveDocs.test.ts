import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Shell } from '../testing.ts';
import { SERVE } from './SERVE.ts';
import { ServedProcess } from './testing.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(path.join(ROOT, 'docs/serve.md'), 'utf8');
const [, day = ''] = /^## A day with a server\n([\s\S]*?)^## /m.exec(page) ?? [];

function blocksOf(text: string, language: string): readonly string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, block = '']) => block,
  );
}

/** A command as a shell reads it, without its comment. */
function wordsOf(line: string): readonly string[] {
  const [command = ''] = line.split(/\s#\s/);
  return [...command.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replace(/^(['"])(.*)\1$/, '$2'));
}

const DAY = blocksOf(day, 'sh').flatMap((block) => block.trim().split('\n').map(wordsOf));

const ASKS = 'tasks: [{ id: ask, type: wait, config: { signal: approve, timeout: 1h, check_interval: 1h } }]';
const HASHES = 'tasks: [{ id: hash, type: basic, use: core:hash, with: { text: x } }]';

let shell: Shell;
let served: ServedProcess | null;

beforeEach(() => {
  shell = new Shell();
  served = null;
  shell.write('flows/orders/new.yaml', ASKS);
  for (const name of ['orders/report', 'ops/alert']) shell.write(`flows/${name}.yaml`, HASHES);
  shell.write('flows/signalbox.serve.yaml', blocksOf(day, 'yaml')[0] ?? '');
});

afterEach(async () => {
  await served?.stop('SIGKILL');
  shell.remove();
});

/** What the names in the commands stand for. */
const known = new Map<string, string>();

function fill(word: string): string {
  return word
    .replace('http://127.0.0.1:4700', served?.address ?? '')
    .replace(/\b(OPS|CI|RUN|PID)\b/g, (name) => known.get(name) ?? name);
}

/** Does what `curl` would; answers with the status and the text. */
async function curl(args: readonly string[]): Promise<string> {
  const after = (option: string): string | undefined => {
    const at = args.indexOf(option);
    return at === -1 ? undefined : fill(args[at + 1] ?? '');
  };
  const [json, header] = [after('--json'), after('-H') ?? ''];
  const [, authorization = ''] = /^Authorization: (.*)/.exec(header) ?? [];
  const headers = { ...(authorization === '' ? {} : { authorization }), 'content-type': 'application/json' };
  const method = after('-X') ?? (json === undefined ? 'GET' : 'POST');
  const address = fill(args.at(-1) ?? '');
  const answer = await fetch(address, { method, headers, ...(json === undefined ? {} : { body: json }) });
  const text = await answer.text();
  expect(answer.ok, `${args.join(' ')}: ${text}`).toBe(true);
  return text;
}

async function signalbox(args: readonly string[]): Promise<string> {
  if (args[0] === 'serve' && args[1] !== 'token') {
    expect(() => SERVE.parse(args.slice(1))).not.toThrow();
    served = await ServedProcess.start(shell, ['flows', '--log', 'json']);
    known.set('PID', String(served.pid));
    return '';
  }
  const { code, out, error } = await shell.runHere(args);
  expect(code, `${args.join(' ')}: ${error}`).toBe(0);
  if (args[1] === 'token') known.set(args.includes('admin') ? 'OPS' : 'CI', out.trim());
  return out + error;
}

/** Waits until the run has a status. */
async function untilRun(text: string): Promise<void> {
  await expect
    .poll(() => curl(['-H', 'Authorization: Bearer OPS', 'http://127.0.0.1:4700/api/runs/RUN']))
    .toContain(text);
}

test('the commands of a day are taken as they are written, one after the other, and do what the page says', async () => {
  const said = new Map<string, string>();
  for (const [program = '', ...args] of DAY) {
    const line = [program, ...args].join(' ');
    if (program === 'kill') {
      if (args[0] === '-TERM') expect((await served?.stop('SIGTERM'))?.code).toBe(0);
      else {
        const reloaded = served?.untilSaid('"event":"config.changed"');
        process.kill(Number(fill(args[1] ?? '')), 'SIGHUP');
        await reloaded;
      }
      continue;
    }
    const text = await (program === 'curl' ? curl(args) : signalbox(args));
    said.set(line, text);
    if (line.includes('orders%2Fnew/runs')) {
      known.set('RUN', JSON.parse(text).id);
      await untilRun('"status":"waiting"');
    }
    if (line.includes('/runs/cancel')) await untilRun('"status":"cancelled"');
    if (line.includes('/runs/retry')) {
      known.set('RUN', JSON.parse(text).started[0].id);
      await untilRun('"status":"waiting"');
    }
    if (line.includes('/signals/')) await untilRun('"status":"success"');
  }
  const of = (part: string): string => [...said].find(([line]) => line.includes(part))?.[1] ?? '';
  expect(of('text=')).toContain('"workflow":"orders/new"');
  expect(of('/runs/cancel')).toContain('"done":1');
  expect(of('/inbox')).toContain(known.get('RUN'));
  expect(of('nightly/pause')).toContain('"paused":true');
  expect(of('nightly/resume')).toContain('"paused":false');
  expect(of('/api/server')).toContain('"most_active":4');
  expect(of('/api/audit')).toContain('"by":"token ops"');
  expect(of('prune flows --keep-runs 1 --dry-run')).toMatch(/^run-|1 run/);
  const journals = (folder: string): number =>
    readdirSync(path.join(shell.folder, folder, 'runs')).filter((name) => name.endsWith('.jsonl')).length;
  expect([journals('flows/.signalbox'), journals('restored')]).toEqual([1, 3]);
  expect(existsSync(path.join(shell.folder, 'backups/monday/audit.jsonl'))).toBe(true);
});

test('the page has a command for each thing that the configuration and the API leave to an operator', () => {
  const commands = DAY.map((words) => words.join(' ')).join('\n');
  for (const part of ['check', 'serve token', '--workflow', '--rate', 'backup', 'restore', 'prune', '-HUP', '-TERM'])
    expect(commands).toContain(part);
  for (const place of ['/pause', '/run', '/resume', '/cancel', '/retry', '/signals/', '/inbox', '/metrics', '/audit'])
    expect(commands).toContain(place);
});

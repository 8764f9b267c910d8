import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Metrics } from '../../server/api/metrics/Metrics.ts';
import { RefusalCounts } from '../../server/index.ts';
import { nodeSettings, provisionArguments } from '../../testing/restate/startNodes.ts';
import { findRestateServer, takePorts } from '../../testing/restate/startRestate.ts';
import { Shell } from '../testing.ts';
import { SERVE } from './SERVE.ts';
import { WORKER } from './WORKER.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(path.join(ROOT, 'docs/scale.md'), 'utf8');
const binary = findRestateServer();

/** A command of the page, as a shell reads it. */
interface Command {
  readonly section: string;
  readonly env: Readonly<Record<string, string>>;
  readonly program: string;
  readonly args: readonly string[];
}

const commands: readonly Command[] = page.split(/^## /m).flatMap((part) => {
  const section = part.split('\n', 1)[0] ?? '';
  const blocks = [...part.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, text = '']) => text.trim().split('\n'));
  return blocks.map((line) => ({ section, ...parseLine(line) }));
});

function parseLine(line: string): Omit<Command, 'section'> {
  const words = [...line.matchAll(/(?:[^\s']|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ''));
  const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const env = words
    .slice(0, first)
    .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]);
  return { env: Object.fromEntries(env), program: words[first] ?? '', args: words.slice(first + 1) };
}

function of(section: string, program: string): readonly Command[] {
  return commands.filter((command) => command.section === section && command.program === program);
}

test('docs/scale.md has commands of these programs alone, and the command line takes its own', () => {
  expect(new Set(commands.map(({ program }) => program))).toEqual(
    new Set(['restate-server', 'restatectl', 'haproxy', 'signalbox', 'curl']),
  );
  expect(of('The balancer', 'haproxy').map(({ args }) => args)).toEqual([['-f', 'deploy/haproxy.cfg']]);
  for (const { args } of commands.filter(({ program }) => program === 'signalbox')) {
    const [name, ...rest] = args;
    expect(['worker', 'serve']).toContain(name);
    expect(() => (name === 'worker' ? WORKER : SERVE).parse(rest)).not.toThrow();
  }
});

test('a node of three is started, and the cluster made, as the tests of three nodes do it', () => {
  const [{ env } = { env: {} }] = of('Three nodes', 'restate-server');
  const addresses = [1, 2, 3].map((node) => `http://10.0.0.${node}:5122`);
  const addressesOf = ['BIND_ADDRESS', 'INGRESS__BIND_ADDRESS', 'ADMIN__BIND_ADDRESS', 'ADVERTISED_ADDRESS'];
  const own = ['NODE_NAME', 'LISTEN_MODE', 'BASE_DIR', 'DISABLE_TELEMETRY', ...addressesOf];
  const ofAll = Object.entries(env).filter(([name]) => !own.includes(name.replace('RESTATE_', '')));
  const { RESTATE_DEFAULT_NUM_PARTITIONS: _, ...settings } = Object.fromEntries(ofAll);
  expect(settings).toEqual(nodeSettings(1, addresses));
  const [{ args } = { args: [] }] = of('Three nodes', 'restatectl');
  expect(args).toEqual(provisionArguments(addresses[0] ?? ''));
});

test('the version of Restate on the page is the one that is tested, and the numbers to watch are there', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'tools/restate/package.json'), 'utf8'));
  const [, version] = /here (\d+\.\d+\.\d+)/.exec(page) ?? [];
  expect(dependencies).toEqual({ '@restatedev/restate-server': version, '@restatedev/restatectl': version });
  const metrics = new Metrics(new RefusalCounts());
  const state = { queued: 0, active: 0, waiting: 0, isDraining: false, problem: null };
  const shown = metrics.format(state, 0);
  const named = [...page.matchAll(/`(signalbox_\w+)`/g)].map(([, name = '']) => name);
  expect(new Set(named)).toEqual(new Set([...shown.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name)));
});

const PAGES = ['README.md', 'SECURITY.md', ...readdirSync(path.join(ROOT, 'docs')).map((name) => `docs/${name}`)];

test.each(PAGES.filter((name) => name.endsWith('.md')))(
  '%s opens the administration of Restate to this computer alone',
  (name) => {
    const blocks = [...readFileSync(path.join(ROOT, name), 'utf8').matchAll(/^```\w*\n([\s\S]*?)^```/gm)];
    for (const line of blocks.flatMap(([, text = '']) => text.replaceAll('\\\n', ' ').split('\n'))) {
      const isStart = /(^|\s)restate-server(\s|$)/.test(line) || /\bdocker run\b.*restate/.test(line);
      if (!isStart) continue;
      // Without the setting, and where a container maps its port, it is open to every network.
      expect(line).toMatch(/RESTATE_ADMIN__BIND_ADDRESS=127\.0\.0\.1:|\bdocker run\b/);
      expect(line).not.toMatch(/-p[ =](?!127\.0\.0\.1:)/);
    }
  },
);

/** Of this computer in networks that others are in. */
function otherAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((list = []) => list);
  return all.flatMap(({ address, family, internal }) => (internal || family !== 'IPv4' ? [] : [address]));
}

describe.skipIf(binary === null)('the commands of one node, and of a new version', () => {
  const children: ChildProcess[] = [];
  let shell: Shell;
  let ports: ReadonlyMap<string, string>;

  beforeAll(async () => {
    shell = new Shell();
    shell.write('flows/hash.yaml', 'tasks: [{ id: hash, type: basic, use: core:hash, with: { text: x } }]\n');
    const usual = ['8080', '9070', '9080', '9081', '9464', '4700', '5122'];
    const free = await takePorts(usual.length);
    ports = new Map(usual.map((port, index) => [port, String(free[index])]));
  }, 60_000);
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    shell.remove();
  });

  /** A text of the page with free ports in place of those it names. */
  const free = (text: string): string =>
    text.replace(/\b(8080|9070|9080|9081|9464|4700|5122)\b/g, (port) => ports.get(port) ?? port);

  /** Starts a command that goes on. */
  const begin = ({ program, args, env }: Command): void => {
    const bundle = path.join(shell.folder, '.bundle/signalbox.js');
    const [file, first] = program === 'signalbox' ? [process.execPath, [bundle]] : [binary ?? '', []];
    const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, free(value)]));
    const child = spawn(file, [...first, ...args.map(free)], {
      cwd: shell.folder,
      env: { ...process.env, RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: '256MiB', ...own },
      stdio: 'ignore',
    });
    children.push(child);
  };

  /** Does what `curl` would; the status is 0 where nobody answers. */
  const curl = async ({ args }: Command): Promise<{ status: number; body: unknown }> => {
    const [json, method] = ['--json', '-X'].map((option) => args[args.indexOf(option) + 1]);
    const isJson = args.includes('--json');
    const address = args.find((arg) => arg.startsWith('http')) ?? '';
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const asked = isJson
      ? { method: 'POST', headers, body: json ?? '' }
      : args.includes('-X')
        ? { method: method ?? '' }
        : {};
    const answer = await fetch(free(address), asked).catch(() => null);
    if (answer === null) return { status: 0, body: null };
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  };

  /** A run of `flows/hash.yaml` by the API of the page. */
  const startRun = async (): Promise<unknown> => {
    const answer = await fetch(free('http://127.0.0.1:4700/api/workflows/hash/runs?wait=20s'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"input":{}}',
    });
    return { status: answer.status, ...(await answer.json()) };
  };

  test('serve runs, and take the old version away', async () => {
    const [server] = of('One node', 'restate-server');
    const [worker, serve] = of('One node', 'signalbox');
    const [ready, metrics] = of('One node', 'curl');
    const [next] = of('A new version', 'signalbox');
    const [list, query, remove] = of('A new version', 'curl');
    if (!server || !worker || !serve || !ready || !metrics || !next || !list || !query || !remove)
      throw new Error('A command is gone');
    begin(server);
    const health = async (): Promise<boolean> =>
      (await fetch(free('http://127.0.0.1:9070/health')).catch(() => null))?.ok ?? false;
    await expect.poll(health, { timeout: 30_000 }).toBe(true);
    for (const port of ['8080', '9070', '5122'])
      for (const host of otherAddresses())
        await expect(fetch(`http://${host}:${free(port)}/health`), `${host}:${port}`).rejects.toThrow();
    begin(worker);
    begin(serve);
    await expect.poll(() => curl(ready), { timeout: 30_000 }).toMatchObject({ status: 200 });
    // The worker tells the cluster of itself once it listens.
    await expect.poll(startRun, { timeout: 30_000 }).toMatchObject({ status: 'success' });

    expect(await curl(metrics)).toMatchObject({
      status: 200,
      body: expect.stringContaining('signalbox_refusals_total'),
    });

    const listed = async () => (await curl(list)).body as { deployments: { id: string; uri: string }[] };
    begin(next);
    await expect.poll(async () => (await listed()).deployments.length, { timeout: 30_000 }).toBe(2);
    const { id: old = '' } = (await listed()).deployments.find(({ uri }) => uri.includes(free(':9080'))) ?? {};
    await expect.poll(async () => JSON.stringify(await curl(query)), { timeout: 20_000 }).not.toContain(old);
    expect(await curl(query)).toMatchObject({ status: 200 });
    const args = remove.args.map((arg) => arg.replace('DEPLOYMENT', old));
    expect((await curl({ ...remove, args })).status).toBe(202);
    expect(await startRun()).toMatchObject({ status: 'success' });
    expect(await (await fetch(free('http://127.0.0.1:5122/metrics'))).text()).toContain('# TYPE');
  }, 120_000);
});

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { toJson } from '../../base/index.ts';
import { parseSyntax, toNodeData } from '../../syntax/index.ts';
import { SERVE } from './SERVE.ts';
import { TOKEN } from './tokenCommand.ts';
import { WORKER } from './WORKER.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DEPLOY = path.join(ROOT, 'deploy');
const DOCKERFILE = readFileSync(path.join(DEPLOY, 'Dockerfile'), 'utf8');

/** The instructions of the Dockerfile, each on one line, without comments. */
const instructions = DOCKERFILE.replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ name: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));

function only(name: string): string {
  const found = instructions.filter((each) => each.name === name);
  expect(found, name).toHaveLength(1);
  return found[0]?.rest ?? '';
}

/** Rules of the linter of compose files that are matters of taste, or take what is written in one line for something else. */
const TASTE = ['service-keys-order', 'services-alphabetical-order', 'require-quotes-in-ports'];

/** What the linter of compose files says of a file: where, and by which rule. */
function lintCompose(file: string): readonly string[] {
  const rules = Object.fromEntries(TASTE.map((rule) => [rule, 0 as const]));
  const found = new DCLinter({ rules, quiet: true, debug: false, exclude: [] }).lintFiles([file], false);
  expect(found).toHaveLength(1);
  return found.flatMap(({ messages }) => messages.map(({ line, rule, message }) => `${line} ${rule}: ${message}`));
}

/** What the linter of Dockerfiles says of a text. */
function lintDockerfile(text: string): readonly string[] {
  return validate(text).map(({ range, message }) => `${range.start.line + 1}: ${JSON.stringify(message)}`);
}

/** What the command line makes of arguments of a container. */
function valueOf([name, ...args]: readonly string[]) {
  if (name === 'worker') return WORKER.parse(args);
  expect(name).toBe('serve');
  return args[0] === 'token' ? TOKEN.parse(args.slice(1)) : SERVE.parse(args);
}

describe('the image', () => {
  test('has no mistake that a linter of Dockerfiles knows', () => {
    expect(lintDockerfile(DOCKERFILE)).toEqual([]);
    expect(lintDockerfile(DOCKERFILE.replace('EXPOSE 4700', 'EXPOSE here\nRUNS'))).toHaveLength(2);
  });

  test('copies what is there, and runs as no administrator', () => {
    const copied = instructions.filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from'));
    const sources = copied.flatMap(({ rest }) => rest.split(' ').slice(0, -1));
    expect(sources).toContain('package-lock.json');
    for (const source of sources) expect(existsSync(path.join(ROOT, source)), source).toBe(true);
    expect(only('USER')).toBe('node');
  });

  test('has a version of Node that the package and the worker take', () => {
    const { engines } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    const versions = instructions.flatMap(({ name, rest }) =>
      name === 'FROM' ? [/(?:^| )node:(\d+)-/.exec(rest)?.[1]] : [],
    );
    expect(new Set(versions)).toEqual(new Set(['22']));
    expect(engines.node).toBe('>=20.19');
  });

  test('serves a folder where others reach it, at the port and the address that are asked for its health', () => {
    expect(only('ENTRYPOINT')).toBe('["signalbox"]');
    const command = valueOf(JSON.parse(only('CMD')));
    expect(command).toMatchObject({
      name: 'serve',
      folder: '/workflows',
      state: '/state',
      host: '0.0.0.0',
      port: 4700,
    });
    expect(only('EXPOSE')).toBe('4700');
    expect(only('VOLUME')).toBe('/state');
    const [, script = ''] = /"node", "(\S+)"\]$/.exec(only('HEALTHCHECK')) ?? [];
    expect(instructions).toContainEqual({ name: 'COPY', rest: `deploy/health.mjs ${script}` });
    expect(readFileSync(path.join(DEPLOY, 'health.mjs'), 'utf8')).toContain("port = '4700'");
  });
});

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly depends_on?: readonly string[];
  readonly stop_grace_period?: string;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

function readCompose(text: string): Compose {
  const { root } = parseSyntax(text);
  if (root === null) throw new Error('The file is empty.');
  return toJson(toNodeData(root)) as unknown as Compose;
}

describe.each(['compose.yaml', 'compose.restate.yaml'])('%s', (file) => {
  const text = readFileSync(path.join(DEPLOY, file), 'utf8');
  const { services, volumes } = readCompose(text);
  const ours = Object.entries(services).flatMap(([name, service]) =>
    service.command === undefined ? [] : [{ name, ...service, args: service.command }],
  );

  test('has no mistake that a linter of compose files knows', () => {
    expect(lintCompose(path.join(DEPLOY, file))).toEqual([]);
  });

  test('gives its containers arguments that the command line takes', () => {
    expect(ours.length).toBeGreaterThan(0);
    for (const { args } of ours)
      expect(valueOf(args)).toMatchObject({ folder: '/workflows', state: '/state', host: '0.0.0.0' });
    const [, token = ''] = /run --rm (?:--no-deps )?signalbox (serve token .*)/.exec(text) ?? [];
    expect(valueOf(token.split(' '))).toMatchObject({ state: '/state' });
  });

  test('ends a server later than its calls have to come back, and opens it to this computer alone', () => {
    for (const { args, stop_grace_period: grace = '10s', ports = [] } of ours) {
      const command = valueOf(args);
      if (!('drain' in command)) continue;
      expect(Number.parseInt(grace, 10) * 1000).toBeGreaterThan(command.drain);
      expect(ports).toEqual([`127.0.0.1:${command.port}:${command.port}`]);
    }
  });

  test('opens no port to other computers: those of Restate ask nobody who they are', () => {
    for (const { ports = [] } of Object.values(services))
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  test('names services, volumes and files that there are', () => {
    for (const { depends_on: others = [], volumes: mounts, build } of Object.values(services)) {
      for (const other of others) expect(Object.keys(services)).toContain(other);
      for (const mount of mounts) {
        const source = mount.startsWith('$') ? (/:-([^}]+)\}/.exec(mount)?.[1] ?? '') : (mount.split(':', 1)[0] ?? '');
        if (source.startsWith('.')) expect(existsSync(path.join(DEPLOY, source)), source).toBe(true);
        else expect(Object.keys(volumes)).toContain(source);
      }
      if (build) expect(existsSync(path.join(DEPLOY, build.context, build.dockerfile))).toBe(true);
    }
    for (const { args } of ours)
      for (const [, host = '', port] of args.join(' ').matchAll(/http:\/\/([a-z]+):(\d+)/g)) {
        expect(Object.keys(services)).toContain(host);
        if (host === 'worker') expect(valueOf(services['worker']?.command ?? [])).toMatchObject({ port: Number(port) });
      }
  });
});

test('the linter of compose files holds them to their schema', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-deploy-'));
  const file = path.join(folder, 'compose.yaml');
  writeFileSync(
    file,
    readFileSync(path.join(DEPLOY, 'compose.yaml'), 'utf8').replace('read_only: true', 'read_only: 5'),
  );
  expect(lintCompose(file)).toEqual([expect.stringContaining('invalid-schema')]);
  rmSync(folder, { recursive: true });
});

test('the cluster of the compose file is the version that is tested', () => {
  const { services } = readCompose(readFileSync(path.join(DEPLOY, 'compose.restate.yaml'), 'utf8'));
  const tested = JSON.parse(readFileSync(path.join(ROOT, 'tools/restate/package.json'), 'utf8'));
  expect(services['restate']?.image.split(':')[1]).toBe(tested.dependencies['@restatedev/restate-server']);
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject, toText } from '../base/index.ts';
import { COMMAND_ERRORS } from './arguments/CommandError.ts';
import { COMMANDS } from './commands.ts';
import { START_PROBLEMS } from './given/readGiven.ts';
import { BAD, folderOfTest, GOOD, runInProcess } from './testing.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/cli.md'), 'utf8');

/** A server of a cluster that is not there: nothing listens at this port. */
const NOBODY = 'http://127.0.0.1:1';

/** What is told, and the arguments after the name of the command that lead to it. */
interface Cases {
  /** The place first, empty where it is not looked at. */
  readonly misuse: readonly (readonly [place: string, ...args: string[]])[];
  /** The place, then the code. */
  readonly failing: readonly (readonly [place: string, code: string, ...args: string[]])[];
}

/** Of each command: arguments that are wrong, and what it cannot read or do. */
const CASES: Readonly<Record<string, Cases>> = {
  open: { misuse: [['--port', '--port', 'high']], failing: [['nowhere', 'UNREADABLE_FILE', 'nowhere']] },
  check: {
    misuse: [['--max-warnings', '--max-warnings', 'x', 'good.yaml']],
    failing: [
      ['none.yaml', 'UNREADABLE_FILE', 'none.yaml'],
      ['bytes.yaml', 'UNREADABLE_FILE', 'bytes.yaml'],
    ],
  },
  test: {
    misuse: [
      ['--shard', '--shard', '5/4'],
      ['-o', '-o', 'a.test.yaml'],
    ],
    failing: [
      ['none.test.yaml', 'UNREADABLE_FILE', 'none.test.yaml'],
      ['none.jsonl', 'UNREADABLE_FILE', '--from-run', 'none.jsonl'],
      ['good.yaml', 'INVALID_FILE', 'good.test.yaml', '--compare', 'good.yaml'],
      ['no/such.xml', 'UNWRITABLE_FILE', 'good.test.yaml', '--junit', 'no/such.xml'],
    ],
  },
  backtest: {
    misuse: [['--on-miss', '--on-miss', 'guess', 'good.yaml', 'runs']],
    failing: [
      ['bad.yaml', 'INVALID_FILE', 'bad.yaml', 'runs'],
      ['none.yaml', 'UNREADABLE_FILE', 'none.yaml', 'runs'],
      ['', 'UNREADABLE_FILE', 'good.yaml', 'none.jsonl'],
    ],
  },
  diff: {
    misuse: [['', 'good.yaml']],
    failing: [
      ['none.yaml', 'UNREADABLE_FILE', 'good.yaml', 'none.yaml'],
      ['torn.yaml', 'INVALID_FILE', 'torn.yaml', 'good.yaml'],
    ],
  },
  drill: {
    misuse: [['--repeat', '--repeat', 'often', 'good.yaml']],
    failing: [
      ['none.yaml', 'UNREADABLE_FILE', 'none.yaml'],
      ['--show', 'UNKNOWN_NAME', 'good.yaml', '--show', 'a:TIMEOUT_ERROR'],
    ],
  },
  merge: {
    misuse: [['--marker-size', '--marker-size', '0', 'good.yaml']],
    failing: [
      ['none.yaml', 'UNREADABLE_FILE', 'good.yaml', 'none.yaml', 'good.yaml'],
      ['good.yaml', 'INVALID_FILE', 'good.yaml'],
      ['', 'UNAVAILABLE', '--install'],
    ],
  },
  run: {
    misuse: [
      ['--seed', '--seed', 'x', 'good.yaml'],
      ['--repeat', '--repeat', 'no', 'good.yaml'],
    ],
    failing: [
      ['', 'CONFIGURATION_ERROR file', 'none.yaml'],
      ['', 'CONFIGURATION_ERROR check', 'bad.yaml'],
      ['', 'CONFIGURATION_ERROR input', 'good.yaml', '--input', '{'],
    ],
  },
  serve: {
    misuse: [['--tls-cert', '--tls-cert', 'a.pem']],
    failing: [
      ['nowhere', 'UNREADABLE_FILE', 'nowhere'],
      ['signalbox.serve.yaml', 'INVALID_FILE', 'wrong'],
      ['', 'UNAVAILABLE', 'served', '--port', '0', '--host', '203.0.113.1'],
    ],
  },
  'serve token': {
    misuse: [['--rate', '--rate', '10', '--name', 'a'], ['']],
    failing: [
      ['', 'UNREADABLE_FILE', 'wrong', '--list'],
      ['--revoke', 'CHANGED', 'served', '--revoke', 'abc'],
    ],
  },
  prune: { misuse: [['--keep-days', '--keep-days', 'long']], failing: [['', 'UNREADABLE_FILE', 'nowhere']] },
  backup: {
    misuse: [['--state', 'copy', '--state', '']],
    failing: [['', 'UNREADABLE_FILE', 'copy', 'served']],
  },
  restore: { misuse: [['']], failing: [['', 'UNAVAILABLE', 'nowhere', 'served']] },
  worker: {
    misuse: [['--metrics', '--metrics', 'here']],
    failing: [
      ['signalbox.serve.yaml', 'INVALID_FILE', 'wrong'],
      ['', 'UNAVAILABLE', 'served', '--port', '0', '--restate-admin', NOBODY],
    ],
  },
  mcp: {
    misuse: [
      ['--state', '--state', 'a'],
      ['--live', '--live'],
    ],
    failing: [['nowhere', 'UNREADABLE_FILE', 'nowhere']],
  },
  proposals: {
    misuse: [['--only', '--only', '1']],
    failing: [
      ['nowhere', 'UNREADABLE_FILE', 'nowhere'],
      ['none', 'UNKNOWN_NAME', '--show', 'none'],
    ],
  },
  describe: { misuse: [['--all', '--all']], failing: [['a b', 'UNKNOWN_NAME', 'a', 'b']] },
  init: { misuse: [['', 'a', 'b']], failing: [['', 'UNWRITABLE_FILE', 'taken']] },
};

const folder = folderOfTest('errors', {
  'good.yaml': GOOD,
  'good.test.yaml': 'tests:\n  - { name: one, expect: { status: success } }\n',
  'bad.yaml': BAD,
  'torn.yaml': 'tasks: [',
});
beforeEach(() => {
  writeFileSync(path.join(folder.path, 'bytes.yaml'), Uint8Array.of(0xff, 0xfe, 0xff));
  for (const name of ['runs', 'served', 'wrong/.signalbox', 'taken/AGENTS.md'])
    mkdirSync(path.join(folder.path, name), { recursive: true });
  writeFileSync(path.join(folder.path, 'wrong/signalbox.serve.yaml'), 'port: high\n');
  writeFileSync(path.join(folder.path, 'wrong/.signalbox/tokens.json'), '{');
});

function run(name: string, args: readonly string[]) {
  return runInProcess([...name.split(' '), ...args], { folder: folder.path });
}

/** What a command that has done what it was asked printed. */
async function done(name: string, ...args: readonly string[]): Promise<Json> {
  const { code, out } = await run(name, [...args, '--json']);
  expect([name, code]).toEqual([name, 0]);
  return JSON.parse(out);
}

/** The error that a command printed: its own, or the first of a file that it goes on without. */
function findError(out: string): JsonObject {
  const json: Json = JSON.parse(out);
  const own = at(json, 'error');
  if (isJsonObject(own)) {
    const type = at(at(own, 'details'), 'type');
    return type === null ? own : { ...own, code: `${toText(own['code'] ?? '')} ${toText(type)}` };
  }
  const unread = at(at(json, 'unread'), 0);
  if (isJsonObject(unread)) return unread;
  const file = at(at(json, 'files'), 0);
  const inside = at(at(file, 'findings'), 0) ?? file;
  const found = at(at(inside, 'diagnostics'), 0);
  if (!isJsonObject(found)) throw new Error(`There is no error in ${out}`);
  return { ...found, place: at(inside, 'path') };
}

function at(json: Json, key: string | number): Json {
  if (Array.isArray(json)) return json[Number(key)] ?? null;
  return isJsonObject(json) ? (json[key] ?? null) : null;
}

test('each command is asked here', () => {
  expect(Object.keys(CASES)).toEqual([...COMMANDS.keys()]);
});

const all = (kind: keyof Cases) =>
  Object.entries(CASES).flatMap(([name, cases]) => cases[kind].map((each) => [name, each] as const));

describe('with --json', () => {
  test.each([
    ...all('misuse'),
    ...Object.keys(CASES).map((name) => [name, ['--no-such-option', '--no-such-option']] as const),
  ])('%s says what is wrong with its arguments: %j', async (name, [place, ...args]) => {
    const plain = await run(name, args);
    const { code, out, error } = await run(name, [...args, '--json']);
    const told = findError(out);
    expect(told).toMatchObject({ code: 'BAD_ARGUMENT', message: expect.stringMatching(/[.?]$/) });
    expect(told).toMatchObject({ next: `signalbox ${name} --help`, ...(place === '' ? {} : { place }) });
    expect([code, error]).toEqual([COMMANDS.get(name)?.failure ?? 2, plain.error]);
    expect(plain).toMatchObject({ code, out: '' });
  });

  test.each(all('failing'))('%s says what it could not read or do: %j', async (name, [place, code, ...args]) => {
    const plain = await run(name, args);
    const ended = await run(name, [...args, '--json']);
    const told = findError(ended.out);
    expect(told).toMatchObject({
      code,
      message: expect.stringMatching(/\w{2}.* .*\w/),
      ...(place === '' ? {} : { place }),
    });
    expect(ended.code).toBe(plain.code);
    const listed = Object.entries(COMMAND_ERRORS).find(([each]) => each === code)?.[1][0];
    expect(ended.code).toBe(COMMANDS.get(name)?.failure ?? listed ?? 2);
    expect(page).toContain(`| \`${code.split(' ').at(-1)}\` |`);
  });

  test('a command that is not there is an error, too', async () => {
    const { code, out } = await run('fly', ['--json']);
    expect([code, findError(out)['code']]).toEqual([2, 'UNKNOWN_COMMAND']);
    expect(findError((await run('check', ['--format', 'json'])).out)).toMatchObject({ code: 'BAD_ARGUMENT' });
    expect((await run('check', ['--', '--json'])).out).not.toContain('{');
  });

  test('what only says that something is done says it as JSON', async () => {
    expect(await done('init', 'served')).toMatchObject({ files: [{ path: 'AGENTS.md', result: 'written' }, {}] });
    expect(await done('describe', 'core:log')).toMatchObject({
      topic: 'core:log',
      text: expect.stringContaining('log'),
    });
    expect(await done('proposals')).toEqual({ waiting: [], unread: [] });
    const token = await done('serve token', 'served', '--name', 'ci');
    expect(token).toMatchObject({ token: expect.stringMatching(/^sb/), scope: 'run', expiresAt: null });
    const list = await done('serve token', 'served', '--list');
    expect(list).toMatchObject({ tokens: [{ name: 'ci', id: at(token, 'id') }] });
    expect(JSON.stringify(list)).not.toContain('hash');
    expect(await done('merge', 'good.yaml', 'good.yaml', 'good.yaml')).toEqual({
      path: 'good.yaml',
      text: GOOD,
      conflicts: [],
    });
  });
});

test('docs/cli.md lists the codes with their exit codes, and what keeps a run from starting', () => {
  const errors = Object.entries(COMMAND_ERRORS).map(([code, [exit, what]]) => `| \`${code}\` | ${exit} | ${what} |\n`);
  expect(page).toContain(`| code | exit code | |\n| --- | --- | --- |\n${errors.join('')}\n`);
  const starts = Object.entries(START_PROBLEMS).map(([type, what]) => `| \`${type}\` | ${what} |\n`);
  expect(page).toContain(`| \`details.type\` | |\n| --- | --- |\n${starts.join('')}\n`);
});

test.each([...COMMANDS])('the help of %s has its options', async (name, { help, load }) => {
  const { options } = await load();
  const kebab = Object.keys(options).map((key) => `--${key.replaceAll(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}`);
  // Below how it is used, where each option is explained.
  const told = new Set(help.slice(help.indexOf('\n\n')).match(/--[a-z]+(?:-[a-z]+)*/g));
  const shorts = Object.values(options).map(({ short }) => short);
  const untold = kebab.filter((option, index) => !told.has(option) && shorts[index] === undefined);
  expect([name, untold]).toEqual([name, told.has('--json') ? [] : ['--json']]);
});

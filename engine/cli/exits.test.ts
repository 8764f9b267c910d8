import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { numRuns, yaml } from '../testing/index.ts';
import { BAD, type Ended, runInProcess, Shell } from './testing.ts';

let shell: Shell;
beforeAll(() => {
  shell = new Shell();
}, 60_000);
afterAll(() => shell.remove());

/** Runs a line of a shell in which `$SIGNALBOX` is the program. */
function sh(line: string): Promise<Ended> {
  const program = `'${process.execPath}' '${path.join(shell.folder, '.bundle', 'signalbox.js')}'`;
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', line.replaceAll('$SIGNALBOX', program)], { cwd: shell.folder });
    let [out, error] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
    child.on('close', (code) => resolve({ code, out, error }));
  });
}

const EACH_WAY = [
  ['run', '-'],
  ['check', '-'],
  ['run', '-', '--json'],
];

/** Commands that read standard input: each signal meets all of them in `npm run test:long`, and one of them in `npm test`. */
const READING =
  numRuns(1) > 1 ? { SIGINT: EACH_WAY, SIGTERM: EACH_WAY } : { SIGINT: [['run', '-']], SIGTERM: [['check', '-']] };

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends a command that reads standard input',
  async (signal) => {
    for (const args of READING[signal]) {
      const ended = await new Promise<Ended>((resolve) => {
        const program = path.join(shell.folder, '.bundle', 'signalbox.js');
        const child = spawn(process.execPath, [program, ...args], { cwd: shell.folder });
        let [out, error] = ['', ''];
        child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
        child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
        child.on('close', (code) => resolve({ code, out, error }));
        // More than a pipe holds: once it is written, the program has begun to read.
        child.stdin.on('error', () => undefined);
        child.stdin.write('#'.repeat(300_000), () => child.kill(signal));
      });
      expect([args, ended.code]).toEqual([args, 1]);
      expect(ended.error + ended.out).toContain('Reading was stopped.');
    }
  },
  60_000,
);

describe.runIf(existsSync('/dev/full'))('a full disk', () => {
  const FULL = 'Standard output: The disk is full. What was printed is not whole.\n';

  test('on standard output is said, with exit code 4, and the run is in its journal', async () => {
    const file = shell.write('tiny.yaml', 'tasks: [{id: a, type: basic}]\n');
    expect(await sh(`$SIGNALBOX run ${file} --journal full.jsonl > /dev/full`)).toMatchObject({ code: 4, error: FULL });
    expect(await shell.runHere(['run', '--journal', 'full.jsonl', '--resume'])).toMatchObject({ code: 0 });
    expect(await sh(`$SIGNALBOX check ${shell.write('bad.yaml', BAD)} > /dev/full`)).toMatchObject({ code: 4 });
  });

  test('on standard error ends nothing', async () => {
    const file = shell.write('tiny.yaml', 'tasks: [{id: a, type: basic}]\n');
    expect(await sh(`$SIGNALBOX check ${file} 2> /dev/full`)).toMatchObject({ code: 0 });
  });

  test('under the events stops the run with exit code 4', async () => {
    const file = shell.write('tiny.yaml', 'tasks: [{id: a, type: basic}]\n');
    expect(await shell.runHere(['run', file, '--events', '/dev/full'])).toMatchObject({
      code: 4,
      error: expect.stringMatching(/^The run was stopped, .* could not be written\. The disk is full\.\n$/),
    });
  });
});

/** Runs a command as a person does. */
async function run(
  text: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = { NO_COLOR: '1' },
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-person-'));
  writeFileSync(path.join(folder, 'flow.yaml'), text);
  const given = { folder, env, isOutTerminal: true, isErrorTerminal: true };
  const ended = await runInProcess(['run', 'flow.yaml', '--virtual-time', ...args], given);
  rmSync(folder, { recursive: true });
  return ended;
}

describe('at a terminal', () => {
  test('a run that cannot start says so in lines; with --json in JSON', async () => {
    const person = await run(BAD);
    expect(person).toMatchObject({ code: 2, out: '' });
    expect(person.error.split('\n')).toEqual([
      expect.stringMatching(/^flow\.yaml:3:11 error [A-Z_]+ \S/),
      '1 error keeps flow.yaml from running.',
      '',
    ]);
    const program = await run(BAD, ['--json']);
    expect(JSON.parse(program.out)).toMatchObject({ status: 'error', diagnostics: [{ severity: 'error' }] });
  });

  const NESTED = yaml`
    tasks:
      - id: all
        name: Grade all
        type: collection
        config: { mode: sequential, items: ["x", "y"] }
        tasks: [{ id: one, name: Grade, type: basic, with: { it: "{{ item }}" } }]
        on_success: { next: fail }
      - { id: fail, type: basic, use: core:raise, with: { code: NO, message: "two\nlines" } }
  `;

  test('progress shows names, each task below its container', async () => {
    const { code, error } = await run(NESTED);
    expect(code).toBe(1);
    expect(error.split('\n')).toEqual([
      '  … Grade all',
      '    … Grade [item 1]',
      '    ✓ Grade [item 1] 0 ms',
      '    … Grade [item 2]',
      '    ✓ Grade [item 2] 0 ms',
      '  ✓ Grade all 0 ms',
      '  … fail',
      '  ✗ fail NO: two lines',
      '',
    ]);
  });

  test('progress has colours, unless NO_COLOR or TERM forbids them', async () => {
    expect((await run(NESTED, [], {})).error).toContain('    \u001b[32m✓\u001b[0m Grade [item 1] 0 ms\n');
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }])
      expect((await run(NESTED, [], env)).error).not.toContain('\u001b');
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { Shell } from './testing.ts';

let shell: Shell;
beforeAll(() => {
  shell = new Shell();
}, 60_000);
afterAll(() => shell.remove());

test('--help and --version', async () => {
  expect(await shell.runHere(['--help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('signalbox run FILE'),
    error: '',
  });
  expect(await shell.runHere(['run', '--help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('--virtual-time'),
  });
  expect((await shell.run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([
  [['fly'], '"fly"'],
  [['check'], 'No file to check'],
  [['run'], 'No file to run'],
  [['run', 'a', 'b'], 'One file'],
  [['run', 'a', '--sed', '1'], 'There is no option --sed of signalbox run.'],
  [['check', 'a', '-x'], 'There is no option -x of signalbox check.'],
  [['run', 'a', '--json=yes'], '--json takes no value.'],
  [['run', 'a', '--input'], '--input needs a value.'],
  [['test', '-o'], '-o needs a value.\n'],
  [['run', 'a', '--seed', '-1'], '--seed needs a value. One that begins with a dash is written --seed=-1.'],
  [['run', ''], 'empty'],
  [['check', 'a', ''], 'empty'],
  [['open', 'a', 'b'], 'one folder at a time'],
  [['open', ''], 'empty'],
  [['open', '--port', '65536'], '--port takes a whole number from 0 to 65535'],
  [['open', '--port', 'x'], '--port takes a whole number'],
  [['open', 'no-such-folder'], 'There is no folder'],
  [['run', 'a', '--seed', 'x'], '--seed'],
  [['run', 'a', '--env', '=x'], '--env'],
])('wrong usage %j exits 2 and says why', async (args, message) => {
  const ended = await shell.runHere(args);
  expect(ended).toMatchObject({ code: 2, out: '' });
  expect(ended.error).toContain(message);
});

test('wrong usage of a command shows how it is used, and not all others', async () => {
  expect((await shell.runHere(['serve', 'token', '--bogus'])).error).toMatch(
    /^There is no option --bogus.*\n\nUsage:\n {2}signalbox serve token (.*\n)+\nOptions: `signalbox serve token --help`\.\n$/,
  );
  expect((await shell.runHere(['fly'])).error).toContain('signalbox check FILE');
});

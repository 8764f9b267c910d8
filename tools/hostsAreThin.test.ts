import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './ensure.mjs';

/** Most lines of a host that drive runs (docs/decisions/0131). */
const MOST = 120;

/** Where each host is, and what its runs are driven in. */
const HOSTS = [
  ['Node', 'engine/hosts/node', ['run/runToEnd.ts']],
  ['the worker', 'engine/hosts/worker', ['run/execute/RunExecutor.ts']],
  ['Restate', 'engine/service/restate', ['worker/UnderWay.ts']],
] as const;

/**
 * What a file takes that drives runs: a driver, what hosts share of one, or what it answers. Ports take none of it: what performs calls,
 * records inputs or keeps the time. Nor does a command, which starts a host.
 */
const DRIVERS = ['Driver', 'VirtualDriver', 'PerformedCalls', 'HostDriver', 'Fed', 'Step', 'MadeCall'];

/** An import or an export of names, from its beginning to its end. */
const NAMES = /^(?:import|export)\b[^;'"]*\bfrom '[^']+';$/gm;

function drives(text: string): boolean {
  const names = (text.match(NAMES) ?? []).flatMap((all) => all.replace(/from '[^']+';$/, '').match(/\w+/g) ?? []);
  return names.some((name) => DRIVERS.includes(name));
}

/** Lines that say something: no imports, comments or empty lines. */
function countLines(text: string): number {
  const own = text.replaceAll(NAMES, '').replaceAll(/\/\*[^]*?\*\/|^ *\/\/.*$/gm, '');
  return own.split('\n').filter((line) => line.trim() !== '').length;
}

test.each(HOSTS)('%s drives runs in at most 120 lines of its own', (_, folder, files) => {
  const texts = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => [file.replaceAll('\\', '/'), readFileSync(path.join(ROOT, folder, file), 'utf8')] as const);
  const own = texts.filter(([, text]) => drives(text));
  expect(own.map(([file]) => file)).toEqual(files);
  expect(own.reduce((sum, [, text]) => sum + countLines(text), 0)).toBeLessThanOrEqual(MOST);
});

test('a file drives runs that takes a driver or what one answers, and imports, comments and empty lines are no lines', () => {
  const text =
    "import {\n  Driver,\n  replay,\n} from './index.ts';\n\n/** A\n *  host. */\nexport const a = 1;\n  // Why.\n";
  expect([drives(text), drives("import type { Fed } from './index.ts';"), countLines(text)]).toEqual([true, true, 1]);
  expect([drives("import { DriverProblem, replay } from './index.ts';"), drives('new Driver();')]).toEqual([
    false,
    false,
  ]);
});

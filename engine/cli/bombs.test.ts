import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bomb } from '../testing/bombs/Bomb.ts';
import { type Measured, runMeasured } from '../testing/bombs/runMeasured.ts';
import { SERVER_BOMBS } from '../testing/bombs/servers.ts';
import { TEXT_BOMBS } from '../testing/bombs/texts.ts';
import { VALUE_BOMBS } from '../testing/bombs/values.ts';
import { serveLoopback } from '../testing/serving/serveLoopback.ts';
import { Shell } from './testing.ts';

/**
 * Hostile inputs, each given to the command line in a separate process. Measured is what that process takes beyond
 * a process that runs a workflow of one task: CPU time of all its threads, as a multiple of what the small run takes
 * (on an idle machine some 0.25 s, so that a bomb takes at most 7 s, and the slowest takes 2), and its peak
 * memory, in MB. A process that never ends is killed.
 */
const LIMITS = { floors: 28, memory: 300 };

/** Longest wall-clock time, in ms; a busy machine needs several times that of an idle one. */
const LONGEST = 60_000;

/** How many processes run concurrently. */
const AT_ONCE = 2;

const BOMBS: readonly Bomb[] = [...TEXT_BOMBS, ...VALUE_BOMBS, ...SERVER_BOMBS];

let shell: Shell;
let idle: Measured;
beforeAll(async () => {
  shell = new Shell();
  shell.write('idle/flow.yaml', 'tasks: [{id: a, type: basic, with: {n: 1}}]');
  // The first one fills the caches of the system.
  for (let n = 0; n < 3; n += 1) idle = await explode(['run', 'idle/flow.yaml']);
}, 120_000);
afterAll(() => shell.remove());

function explode(args: readonly string[]): Promise<Measured> {
  return runMeasured(`${shell.folder}/.bundle/signalbox.js`, args, { folder: shell.folder, longest: LONGEST });
}

interface Outcome {
  readonly end: string;
  readonly text: string;
}

/** The status or the error's code of a run; of a check whether it has findings. */
function readOutcome(out: string): Outcome {
  const answer = JSON.parse(out) as {
    readonly status?: string;
    readonly error?: { readonly code: string } | null;
    readonly errors?: number;
  };
  if (answer.errors !== undefined) return { end: answer.errors > 0 ? 'findings' : 'success', text: '' };
  return { end: answer.error?.code ?? answer.status ?? '', text: JSON.stringify(answer.error) };
}

let free = AT_ONCE;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }
}

/** Writes the files of a bomb, starts its server, and runs the command line on it. */
async function meet(bomb: Bomb, folder: string): Promise<Measured> {
  const server = bomb.serve === undefined ? null : await serveLoopback(bomb.serve);
  const fill = (text: string): string => text.replaceAll('{{URL}}', server?.url ?? '');
  const file = shell.write(`${folder}/flow.yaml`, fill(bomb.text));
  for (const [name, text] of Object.entries(bomb.files ?? {})) shell.write(`${folder}/${name}`, text);
  try {
    return await explode([...(bomb.args ?? ['run']).map(fill), file]);
  } finally {
    await server?.close();
  }
}

describe.concurrent('hostile inputs', { timeout: LONGEST * 4 }, () => {
  const cases = BOMBS.map((bomb, index) => [bomb.name, bomb, `bomb${index}`] as const);
  test.for(cases)('%s', async ([, bomb, folder]) => {
    const ended = await inTurn(() => meet(bomb, folder));
    expect(ended.signal, 'it hangs, or it died').toBe(null);
    expect([0, 1, 2]).toContain(ended.code);
    expect(ended.error, 'no stack is shown').not.toMatch(/\n\s+at .*:\d+:\d+/);
    const { end, text } = readOutcome(ended.out);
    expect(bomb.ends, text.slice(0, 500)).toContain(end);
    if (bomb.says !== undefined) expect(text).toMatch(bomb.says);
    expect(ended.cpu - idle.cpu).toBeLessThan(LIMITS.floors * idle.cpu);
    expect(ended.memory - idle.memory).toBeLessThan(bomb.memory ?? LIMITS.memory);
  });
});

test('the table holds at least forty hostile inputs', () => {
  expect(BOMBS.length).toBeGreaterThanOrEqual(40);
});

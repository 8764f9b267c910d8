import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeProgram } from '../program/placeProgram.ts';
import { serveLoopback } from '../serving/serveLoopback.ts';
import type { Bomb } from './Bomb.ts';
import { type Measured, runMeasured } from './runMeasured.ts';

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

/** Tests that each hostile input ends as it must, with little memory; and with little CPU time, where that is measured. */
export function describeBombs(bombs: readonly Bomb[], { isTimed }: { readonly isTimed: boolean }): void {
  let folder: string;
  let program: string;
  let idle: Measured;
  const explode = (args: readonly string[]): Promise<Measured> =>
    runMeasured(program, args, { folder, longest: LONGEST });

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'signalbox-bombs-'));
    program = placeProgram(path.join(folder, '.bundle'));
    writeFileSync(path.join(folder, 'idle.yaml'), 'tasks: [{id: a, type: basic, with: {n: 1}}]');
    // The first one fills the caches of the system.
    for (let n = 0; n < 2; n += 1) idle = await explode(['run', 'idle.yaml']);
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const inTurn = takeTurns(AT_ONCE);
  describe.concurrent('hostile inputs', { timeout: LONGEST * 4 }, () => {
    const cases = bombs.map((bomb, index) => [bomb.name, bomb, `bomb${index}`] as const);
    test.for(cases)('%s', async ([, bomb, name]) => {
      const ended = await inTurn(() => meet(bomb, { folder, name }, explode));
      expect(ended.signal, 'it hangs, or it died').toBe(null);
      expectEnd(bomb, ended);
      if (isTimed) expect(ended.cpu - idle.cpu).toBeLessThan(LIMITS.floors * idle.cpu);
      expect(ended.memory - idle.memory).toBeLessThan(bomb.memory ?? LIMITS.memory);
    });
  });
}

/** Writes the files of a bomb into a new folder in a folder, starts its server, and runs the command line on it. */
export async function meet<Ended>(
  bomb: Bomb,
  { folder, name }: { readonly folder: string; readonly name: string },
  run: (args: readonly string[]) => Promise<Ended>,
): Promise<Ended> {
  const server = bomb.serve === undefined ? null : await serveLoopback(bomb.serve);
  const fill = (text: string): string => text.replaceAll('{{URL}}', server?.url ?? '');
  mkdirSync(path.join(folder, name));
  for (const [file, text] of Object.entries({ 'flow.yaml': fill(bomb.text), ...bomb.files }))
    writeFileSync(path.join(folder, name, file), text);
  try {
    return await run([...(bomb.args ?? ['run']).map(fill), `${name}/flow.yaml`]);
  } finally {
    await server?.close();
  }
}

/** Expects that the command line ended as it must, in words for the user. */
export function expectEnd(bomb: Bomb, ended: Pick<Measured, 'code' | 'out' | 'error'>): void {
  expect([0, 1, 2]).toContain(ended.code);
  expect(ended.error, 'no stack is shown').not.toMatch(/\n\s+at .*:\d+:\d+/);
  const { end, text } = readOutcome(ended.out);
  expect(bomb.ends, text.slice(0, 500)).toContain(end);
  if (bomb.says !== undefined) expect(text).toMatch(bomb.says);
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
  if (answer.errors !== undefined)
    return { end: answer.errors > 0 ? 'findings' : 'success', text: JSON.stringify(answer) };
  return { end: answer.error?.code ?? answer.status ?? '', text: JSON.stringify(answer.error) };
}

/** Does so many things at once; others wait. */
function takeTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { assert, asyncProperty, constantFrom } from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerHostile, type Sent } from '../testing/answerHostile.ts';
import { CANARY, EVIL_ORIGIN, GOOD_ORIGIN, hostileWorkflow, showsCanary } from '../testing/hostileWorkflow.ts';
import { numRuns } from '../testing/numRuns.ts';
import { runInProcess } from './testing.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-hostile-'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a workflow with the canary as a secret; answers with everything that left, and everything that was written. */
async function run(source: string, allow: readonly string[]): Promise<{ sent: readonly Sent[]; written: string }> {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', answerHostile(sent));
  writeFileSync(path.join(folder, 'flow.yaml'), source);
  const options = ['--secret', 'KEY', ...allow, '--journal', 'j.jsonl', '--events', 'e.jsonl', '--workspace', '.'];
  const { out, error } = await runInProcess(
    ['run', 'flow.yaml', '--virtual-time', '--state', 'state', '--mcp', `docs=${EVIL_ORIGIN}/mcp`, ...options],
    { folder, env: { KEY: CANARY }, isErrorTerminal: true },
  );
  let written = out + error;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && entry.name !== 'flow.yaml')
      written += readFileSync(path.join(entry.parentPath, entry.name), 'utf8');
  }
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
  return { sent, written };
}

test('a hostile workflow takes a secret nowhere that the command does not allow, and writes it nowhere', async () => {
  const allowed = constantFrom([], ['--allow', `KEY=${GOOD_ORIGIN}`], ['--allow-content', `KEY=${GOOD_ORIGIN}`]);
  const count = numRuns(18, 120);
  let reached = 0;
  await assert(
    asyncProperty(hostileWorkflow(), allowed, async (source, allow) => {
      const { sent, written } = await run(source, allow);
      expect(showsCanary(written)).toBe(false);
      for (const { origin, signed, said } of sent) {
        const mayKnow = origin === GOOD_ORIGIN && allow.length > 0;
        expect([origin, mayKnow || !showsCanary(signed)]).toEqual([origin, true]);
        const maySay = mayKnow && allow[0] === '--allow-content';
        expect([origin, maySay || !showsCanary(said)]).toEqual([origin, true]);
        if (showsCanary(signed) || showsCanary(said)) reached += 1;
      }
    }),
    { numRuns: count },
  );
  // Where it is allowed it does arrive: the workflows really try.
  expect(reached).toBeGreaterThan(count / 20);
});

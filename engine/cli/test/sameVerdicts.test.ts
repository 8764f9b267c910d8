import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { playTests } from '../../hosts/worker/proof/playTests.ts';
import type { Verdict } from '../../proof/index.ts';
import { createTestHost } from '../../testing/hosts/createTestHost.ts';
import { numRuns } from '../../testing/index.ts';
import { changeWorkflow } from '../../testing/saved/changeWorkflow.ts';
import { saveTrial, toTrialText } from '../../testing/saved/saveTrial.ts';
import { Dice } from '../../testing/simulation/Dice.ts';
import { runInProcess } from '../testing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-verdicts-'));
beforeAll(() => loadPatterns());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Of each run, so that most of what a test expects is not met by one of them. */
const CHANGES = 4;

async function inWorker(flow: string, text: string): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  const files = new Map([['flow.yaml', flow]]);
  await playTests({ path: 'flow.test.yaml', text, files, only: null }, createTestHost(), ({ verdict }) => {
    verdicts.push(verdict);
    return true;
  });
  return verdicts;
}

async function onNode(flow: string, text: string): Promise<readonly Verdict[]> {
  writeFileSync(path.join(folder, 'flow.yaml'), flow);
  writeFileSync(path.join(folder, 'flow.test.yaml'), text);
  const { out } = await runInProcess(['test', 'flow.test.yaml', '--json'], { folder });
  return JSON.parse(out).files[0]?.tests ?? [];
}

test(
  'the engine of the browser and the command line come to the same verdicts, on a workflow and on changes of it',
  async () => {
    const codes = new Set<string>();
    for (let seed = 1; seed <= numRuns(2, 10); seed += 1) {
      const trial = await saveTrial(seed);
      if (trial?.saved.ok !== true) continue;
      const { document, saved } = trial;
      const { text } = saved.value;
      const dice = Dice.ofSeed(seed + 7);
      const changed = Array.from({ length: CHANGES }, () => changeWorkflow(document, dice)?.document ?? document);
      for (const flow of [document, ...changed].map(toTrialText)) {
        const verdicts = await onNode(flow, text);
        expect(verdicts).toEqual(await inWorker(flow, text));
        for (const { failures } of verdicts) for (const { code } of failures) codes.add(code);
      }
    }
    expect(codes.size).toBeGreaterThan(numRuns(0, 4) === 0 ? 0 : 4);
  },
  numRuns(60_000),
);

import { beforeAll, expect, test } from 'vitest';
import { loadPatterns, ok } from '../../../base/index.ts';
import { createTestHost } from '../../../testing/hosts/createTestHost.ts';
import { numRuns } from '../../../testing/index.ts';
import { saveTrial } from '../../../testing/saved/saveTrial.ts';
import type { RunReader } from '../exported/RunReader.ts';
import { CassetteReader } from './CassetteReader.ts';
import { saveRunAsTest } from './saveRunAsTest.ts';

beforeAll(() => loadPatterns());

const SEEDS = numRuns(3, 40);

test(`${SEEDS} runs of a history become the tests that they become on the command line`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const trial = await saveTrial(seed);
    if (trial === null) continue;
    const { text: source, inputs, events, saved } = trial;
    const path = 'flow.yaml';
    const read = async () => ok({ summary: { path }, details: { source }, inputs });
    const reader = { read } as unknown as RunReader;
    const host = { ...createTestHost(), cassettes: new CassetteReader(reader) };
    const context = { exportRun: async () => 'exported', workspace: {} as never };
    const run = { path, source, files: new Map<string, string>(), events, runId: 'r', text: '' };
    const here = await saveRunAsTest(run, host, context);
    expect({ seed, text: here.ok && here.value.text, difference: here.ok && here.value.difference }).toEqual({
      seed,
      text: saved.ok && saved.value.text,
      difference: null,
    });
  }
}, 300_000);

import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { readWorkflow } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { numRuns } from '../../testing/index.ts';
import { makeTrial, simulate, type Trial } from '../../testing/simulation/simulate.ts';
import { recordCassette } from '../cassette/recordCassette.ts';
import { playAll } from '../testing.ts';
import { saveTest } from './saveTest.ts';

beforeAll(() => loadPatterns());

const SEEDS = numRuns(24, 40);

/** Workflows of all types of tasks, with and without `use`, whose server says whatever it likes: a tool without a schema. */
function trialOf(seed: number): Trial {
  const trial = makeTrial(seed);
  const text = trial.text.replaceAll('"core:http"', '"mcp:world/ask"');
  return { ...trial, text, workflow: readWorkflow(parseSyntax(text)) };
}

/** What is wrong with the test that a run becomes; null where nothing is, or where the run never ends. */
async function faultOf(trial: Trial): Promise<string | null> {
  const { journal, hung } = await simulate(trial, { crashes: [], isDisturbed: false, isCancelled: false });
  if (hung) return null;
  const analysis = analyze('flow.yaml', trial.text);
  const { events, cassette } = recordCassette(trial.workflow, journal);
  const saved = await saveTest({ analysis, events, text: '', given: cassette });
  if (!saved.ok) return saved.error.message;
  if (!saved.value.isSame) return `does not end as the run did\n${saved.value.text}`;
  const verdicts = await playAll(trial.text, saved.value.text);
  return verdicts.flatMap(({ failures }) => failures.map(({ message }) => message)).join('\n') || null;
}

test(`${SEEDS} runs become tests that pass as they are, and end as the runs did`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1)
    expect({ seed, fault: await faultOf(trialOf(seed)) }).toEqual({ seed, fault: null });
}, 900_000);

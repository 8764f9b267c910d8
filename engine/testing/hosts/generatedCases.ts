import type { Outcome } from '../../run/index.ts';
import { ScriptedMemory } from '../ScriptedMemory.ts';
import type { Prediction } from '../simulation/Prediction.ts';
import { makeTrial, simulate } from '../simulation/simulate.ts';
import type { Answers, HostCase } from './HostCase.ts';

/** A generated workflow with its oracle. */
export interface GeneratedCase extends HostCase {
  readonly seed: number;
  readonly prediction: Prediction;
  readonly document: ReturnType<typeof makeTrial>['document'];
  /** What its agents remembered. */
  readonly memory: ScriptedMemory;
}

/** What takes longer on a clock that does not wait is no case: other hosts wait in real time, in ms. */
const LONGEST = 2_500;

/** The longest journal of a case. */
const MOST_INPUTS = 400;

/** So many workflows, from a seed on, that end by themselves within a few seconds; each is made again for each host. */
export async function generateCases(firstSeed: number, count: number): Promise<readonly (() => GeneratedCase)[]> {
  const cases: (() => GeneratedCase)[] = [];
  for (let seed = firstSeed; cases.length < count; seed += 1) {
    const made = await generateCase(seed);
    if (made !== null) cases.push(made);
  }
  return cases;
}

async function generateCase(seed: number): Promise<(() => GeneratedCase) | null> {
  const trial = makeTrial(seed);
  if (trial.prediction.kind === 'hangs') return null;
  const { journal, hung } = await simulate(trial, { crashes: [], isDisturbed: false, isCancelled: false });
  const took = (journal.at(-1)?.at ?? 0) - (journal[0]?.at ?? 0);
  if (hung || took > LONGEST || journal.length > MOST_INPUTS) return null;
  const { text, input, document, prediction } = trial;
  const controls = [...trial.signals].map(([name, payload]) => ({ type: 'signal', name, payload }) as const);
  const name = `generated-${seed}`;
  return () => {
    const memory = new ScriptedMemory();
    const answer: Answers = async (call, signal) => {
      await new Promise((resolve) => setImmediate(resolve));
      // What is answered at random is so by the key, which begins with the id of the run.
      const key = `run${call.key.slice(call.key.indexOf('/'))}`;
      return trial.outcomeOf({ ...call, key }, memory) ?? untilAborted(signal);
    };
    return { name, seed, text, input, controls, isAwaited: false, answer, prediction, document, memory };
  };
}

function untilAborted(signal: AbortSignal): Promise<Outcome> {
  const error = { code: 'CANCELLED', message: 'Cancelled.', details: null };
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve({ ok: false, error, retryAfter: null })),
  );
}

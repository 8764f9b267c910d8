import { noDigest, replay, TrackedRun } from '../../driver/index.ts';
import type { Workflow } from '../../model/index.ts';
import { createRun, type Run, type RunInput, type RunSnapshot, restoreSnapshot, snapshot } from '../../run/index.ts';

/**
 * Where a run that is stored as JSON and restored emits something else than one that was never stopped; null where it
 * never does. One run is stored and restored after each input, others once, after each input that `isTried`, and then fed
 * the rest. Every answer counts: events and effects byte for byte, and whether there is more to do.
 */
export function findSnapshotMismatch(
  workflow: Workflow,
  inputs: readonly RunInput[],
  isTried: (index: number) => boolean,
): string | null {
  const stored: (string | null)[] = [];
  const answers: string[] = [];
  const run = createRun(workflow);
  let hopping = createRun(workflow);
  for (const [index, input] of inputs.entries()) {
    answers.push(answerOf(run, input));
    const answer = answerOf(hopping, input);
    if (answer !== answers[index]) return explain('each input', index, answers[index], answer);
    const text = JSON.stringify(snapshot(hopping));
    stored.push(isTried(index) ? JSON.stringify(snapshot(run)) : null);
    hopping = restoreText(workflow, text);
  }
  for (const [from, text] of stored.entries()) {
    if (text === null) continue;
    const restored = restoreText(workflow, text);
    for (let index = from + 1; index < inputs.length; index += 1) {
      const input = inputs[index];
      const answer = input === undefined ? '' : answerOf(restored, input);
      if (answer !== answers[index]) return explain(`input ${from}`, index, answers[index], answer);
    }
  }
  return null;
}

function answerOf(run: Run, input: RunInput): string {
  const [answer] = replay(new TrackedRun(run, noDigest), [input]);
  return JSON.stringify({ ...answer, input: null });
}

function restoreText(workflow: Workflow, text: string): Run {
  const stored: RunSnapshot = JSON.parse(text);
  const restored = restoreSnapshot(workflow, stored);
  if (restored === null) throw new Error(`It cannot be restored: ${text}`);
  return restored;
}

function explain(after: string, index: number, expected: string | undefined, found: string): string {
  return `Restored after ${after}, input ${index} gave ${found} in place of ${expected ?? 'nothing'}.`;
}

import type { JsonObject, Result } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { readWorkflow } from '../../model/index.ts';
import { recordCassette, type SavedTest, saveTest } from '../../proof/index.ts';
import type { RunEvent, RunInput } from '../../run/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import type { Refusal } from '../../text/index.ts';
import { makeTrial, simulate } from '../simulation/simulate.ts';

/** The workflow of a seed whose run has become a test. */
export interface SavedTrial {
  readonly document: JsonObject;
  readonly text: string;
  /** What its machine was given, and what happened. */
  readonly inputs: readonly RunInput[];
  readonly events: readonly RunEvent[];
  readonly saved: Result<SavedTest, Refusal>;
}

/** The text of a workflow whose server says whatever it likes: a tool without a schema. */
export function toTrialText(document: JsonObject): string {
  return JSON.stringify(document).replaceAll('"core:http"', '"mcp:world/ask"');
}

/** Runs the workflow of a seed, and saves the run as a test; null where it never ends. Patterns must be loaded. */
export async function saveTrial(seed: number): Promise<SavedTrial | null> {
  const trial = makeTrial(seed);
  const { document } = trial;
  const text = toTrialText(document);
  const workflow = readWorkflow(parseSyntax(text));
  const undisturbed = { crashes: [], isDisturbed: false, isCancelled: false };
  const { journal, hung } = await simulate({ ...trial, text, workflow }, undisturbed);
  if (hung) return null;
  const { events, cassette } = recordCassette(workflow, journal);
  const saved = await saveTest({ analysis: analyze('flow.yaml', text), events, text: '', given: cassette });
  return { document, text, inputs: journal, events, saved };
}

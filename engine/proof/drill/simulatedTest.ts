import type { Json, JsonObject } from '../../base/index.ts';
import { toJson } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { prepareInput } from '../../run/index.ts';
import { sampleFromSchema } from '../../schema/index.ts';
import { EXPECTS_SUCCESS, type TestCase } from '../../testFile/index.ts';

/** A run that no test says anything about: its answers are made up, and its input where none is given. */
export function simulatedTest(
  analysis: Analysis,
  given: { readonly input?: Json; readonly env?: JsonObject },
): TestCase {
  const workflow = effectiveWorkflow(analysis);
  const schema = workflow.inputSchema;
  const sample = schema === null ? {} : sampleFromSchema(toJson(schema), 1);
  // Defaults of the form come before what is made up.
  const input = given.input ?? (prepareInput(workflow, {}).ok ? {} : sample);
  return {
    name: 'simulation',
    seed: 1,
    input,
    env: given.env ?? {},
    answers: [],
    signals: [],
    cassette: null,
    expect: EXPECTS_SUCCESS,
    path: [],
  };
}

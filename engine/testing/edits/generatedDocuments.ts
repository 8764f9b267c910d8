import { type JsonObject, toData } from '../../base/index.ts';
import { composeSteps, parseSyntax, setValue } from '../../syntax/index.ts';
import { applyEdits } from '../../text/index.ts';
import { anyWorkflow } from '../simulation/anyWorkflow.ts';
import { Dice } from '../simulation/Dice.ts';
import { makeScenario } from '../simulation/makeScenario.ts';
import type { RunnableDocument } from './compareRuns.ts';

/** The run's input of generated documents, as their schema declares it. */
const INPUT: JsonObject = { type: 'object', required: ['v'], properties: { v: { type: 'number' } } };

/**
 * A document made from a seed: of four, three have a run whose end does not depend on time, and the others are arbitrary; half are
 * in block style, half in braces.
 */
export function generateDocument(seed: number): RunnableDocument {
  const dice = Dice.ofSeed(seed);
  const write = dice.chance(50) ? toYaml : (document: JsonObject): string => JSON.stringify(document);
  if (dice.chance(25)) return { text: write(anyWorkflow(dice)), input: {} };
  const scenario = makeScenario(dice);
  return { text: write({ schema: { input: INPUT }, ...scenario.workflow }), input: scenario.input, scenario };
}

/** A document in block style. */
export function toYaml(document: JsonObject): string {
  const steps = Object.entries(document).map(
    ([key, value]) =>
      (syntax: ReturnType<typeof parseSyntax>) =>
        setValue(syntax, [key], toData(value)),
  );
  const edits = composeSteps(parseSyntax(''), steps);
  if (!edits.ok) throw new Error(edits.error.message);
  return applyEdits('', edits.value);
}

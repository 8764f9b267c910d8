import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyze } from '../graph/index.ts';
import { errorsAfter, errorsIn, filesAfter } from '../testing/edits/errorsAfter.ts';
import { everyCommand } from '../testing/edits/everyCommand.ts';
import { generateDocument } from '../testing/edits/generatedDocuments.ts';
import { choose, sampleDocuments, suiteDocuments } from '../testing/edits/suiteDocuments.ts';
import { numRuns } from '../testing/index.ts';
import { Dice } from '../testing/simulation/Dice.ts';

const PATH = 'w.yaml';

/** Performs some of all commands on a document, each on the document as it is; how many were performed. */
function tryCommands(
  text: string,
  { dice, count }: { readonly dice: Dice; readonly count: number },
): readonly string[] {
  const files = new Map([[PATH, text]]);
  if (errorsIn(files, PATH).length > 0) return [];
  const calls = everyCommand({ analysis: analyze(PATH, text, undefined, files), files });
  return choose(calls, dice, count).flatMap((call) => {
    const after = filesAfter(files, call);
    if (after === null) return [];
    const errors = errorsAfter(files, call, after);
    expect(errors, `${call.command} ${JSON.stringify(call.args)}\n${text}\nbecame\n${after.get(PATH)}`).toEqual([]);
    return [call.command];
  });
}

describe('no command adds an error to a document without one', () => {
  test('of the samples, the docs and the tests', () => {
    const sampled = sampleDocuments(numRuns(15, 80));
    const performed = sampled.flatMap(({ text, dice }) => tryCommands(text, { dice, count: numRuns(2) }));
    expect(suiteDocuments().length).toBeGreaterThan(300);
    expect(performed.length).toBeGreaterThan(numRuns(15, 80));
  });

  test('of generated ones', () => {
    const performed = new Set<string>();
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const commands = tryCommands(generateDocument(seed).text, { dice: Dice.ofSeed(seed), count: numRuns(12) });
        for (const command of commands) performed.add(command);
      }),
      { numRuns: numRuns(6, 8), endOnFailure: true },
    );
    expect(performed.size).toBeGreaterThan(10);
  });
});

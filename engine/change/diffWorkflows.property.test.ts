import { describe, expect, it } from 'vitest';
import type { Analysis } from '../graph/index.ts';
import { listMutants } from '../proof/mutate/listMutants.ts';
import { makeCosmeticEdit } from '../testing/edits/cosmeticEdits.ts';
import { everyCommand } from '../testing/edits/everyCommand.ts';
import { choose, sampleDocuments } from '../testing/edits/suiteDocuments.ts';
import { numRuns, TEST_PATH } from '../testing/index.ts';
import type { Dice } from '../testing/simulation/Dice.ts';
import { applyEdits, applyTransaction } from '../text/index.ts';
import { joinEdits } from './align/Hunk.ts';
import { isSameProgram } from './diffWorkflows.ts';
import { diff, listFaults, read } from './testing.ts';

/** Documents that can be read, with dice of their own. */
function documents(
  count: number,
): readonly { readonly from: string; readonly before: Analysis; readonly dice: Dice }[] {
  return sampleDocuments(count)
    .map(({ from, text, dice }) => ({ from, before: read(text), dice }))
    .filter(({ before }) => !before.isBroken);
}

/** The text after some commands of a document, one after the other. */
function afterCommands(before: Analysis, dice: Dice, count: number): string {
  let { text } = before.syntax;
  for (let done = 0; done < count; done += 1) {
    const analysis = read(text);
    const files = new Map([[TEST_PATH, text]]);
    const [call] = choose(everyCommand({ analysis, files }), dice, 1);
    const made = call?.run();
    const result = made?.ok ? applyTransaction({ files, layouts: new Map() }, made.value) : made;
    text = result?.ok ? (result.value.files.get(TEST_PATH) ?? text) : text;
  }
  return text;
}

describe('diffWorkflows, on documents of the suite', () => {
  it('tells of all that commands change in edits that make it, each alone as well', () => {
    const faults: string[] = [];
    for (const { from, before, dice } of documents(numRuns(12, 100))) {
      const { text } = before.syntax;
      const after = afterCommands(before, dice, 1 + dice.roll(4));
      const changes = diff(text, after);
      faults.push(...listFaults(text, after, changes).map((fault) => `${from}: ${fault}`));
      for (const { make, takeBack, sentence } of changes) {
        if (read(applyEdits(text, make)).isBroken) faults.push(`${from}: cannot be read once made: ${sentence}`);
        if (read(applyEdits(after, takeBack)).isBroken)
          faults.push(`${from}: cannot be read once taken back: ${sentence}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('calls no cosmetic edit anything else', () => {
    const faults: string[] = [];
    for (const { from, before, dice } of documents(numRuns(40, 170))) {
      const { text } = before.syntax;
      for (let edit = 0; edit < numRuns(1, 4); edit += 1) {
        const made = makeCosmeticEdit(before, dice);
        if (made === null) continue;
        const changes = diff(text, made.text);
        const wrong = changes.filter(({ severity }) => severity !== 'cosmetic').map(({ sentence }) => sentence);
        faults.push(
          ...[...listFaults(text, made.text, changes), ...wrong].map((fault) => `${from}: ${made.what}: ${fault}`),
        );
      }
    }
    expect(faults).toEqual([]);
  });

  it('names every edit of behaviour', () => {
    const missed: string[] = [];
    for (const { from, before, dice } of documents(numRuns(40, 200))) {
      for (const mutant of choose(listMutants(before), dice, 2)) {
        const changes = diff(before.syntax.text, mutant.text);
        const named = changes.filter(
          // A task without an id has no name to be told by.
          ({ severity, task, sentence }) =>
            severity !== 'cosmetic' &&
            (mutant.task.startsWith('#') || task?.after === mutant.task || sentence.includes(`“${mutant.task}”`)),
        );
        if (named.length === 0) missed.push(`${from}: ${mutant.what}`);
      }
    }
    expect(missed).toEqual([]);
  });

  it('calls cosmetic only what leaves the program the same', () => {
    const faults: string[] = [];
    for (const { from, before, dice } of documents(numRuns(12, 100))) {
      const { text } = before.syntax;
      const cosmetic = makeCosmeticEdit(before, dice)?.text ?? text;
      const after = afterCommands(read(cosmetic), dice, 2);
      const changes = diff(text, after);
      const others = new Set(
        changes.filter(({ severity }) => severity !== 'cosmetic').flatMap(({ make }) => make.map(({ order }) => order)),
      );
      const own = changes
        .filter(({ severity }) => severity === 'cosmetic')
        .map(({ make }) => make.filter(({ order }) => !others.has(order)));
      const made = read(applyEdits(text, joinEdits(own)));
      if (!isSameProgram(before.workflow, made.workflow))
        faults.push(`${from}: ${changes.map(({ sentence }) => sentence).join(' ')}`);
    }
    expect(faults).toEqual([]);
  });
});

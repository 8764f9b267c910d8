import { expect, test } from 'vitest';
import { analyze } from '../graph/index.ts';
import { errorsIn, filesAfter } from '../testing/edits/errorsAfter.ts';
import { everyCommand } from '../testing/edits/everyCommand.ts';
import { choose, sampleDocuments } from '../testing/edits/suiteDocuments.ts';
import { numRuns, TEST_PATH } from '../testing/index.ts';
import type { Dice } from '../testing/simulation/Dice.ts';
import { type Change, planProposal, toChanges } from './index.ts';

/** So many commands lead to the text that is proposed, at most. */
const MOST_COMMANDS = 6;

/** The text after some commands of a document that each apply, one after the other. */
function afterCommands(before: string, dice: Dice): string {
  let text = before;
  for (let left = 2 + dice.roll(MOST_COMMANDS - 1); left > 0; left -= 1) {
    const files = new Map([[TEST_PATH, text]]);
    const [call] = choose(everyCommand({ analysis: analyze(TEST_PATH, text), files }), dice, 1);
    text = (call && filesAfter(files, call)?.get(TEST_PATH)) ?? text;
  }
  return text;
}

/** The text with these changes alone, and every other byte as it was. */
function withChanges(text: string, changes: readonly Change[]): string {
  const edits = changes.map(({ edit }) => {
    const { old, new: put } = edit as { readonly old: string; readonly new: string };
    return { start: text.indexOf(old), old, put };
  });
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((made, { start, old, put }) => made.slice(0, start) + put + made.slice(start + old.length), text);
}

function kindsIn(text: string): readonly string[] {
  return errorsIn(new Map([[TEST_PATH, text]]), TEST_PATH).map((error) => error.replace(/^(\S+) \S*/, '$1'));
}

/** 60 documents and more in `npm run test:long`. */
test('some changes of a proposal and what they need change no other byte, and bring no error that the whole does not', {
  timeout: numRuns(30_000, 300_000),
}, () => {
  const faults: string[] = [];
  let taken = 0;
  for (const { from, text, dice } of sampleDocuments(numRuns(25, 200))) {
    if (analyze(TEST_PATH, text).isBroken) continue;
    const files = new Map([[TEST_PATH, text]]);
    const after = afterCommands(text, dice);
    const changes = toChanges(files, new Map([[TEST_PATH, after]]));
    if (changes.length < 2) continue;
    const proposal = { who: 'a', why: 'b', path: TEST_PATH, changes };
    const known = new Set([...kindsIn(text), ...kindsIn(after)]);
    for (let subset = 0; subset < numRuns(4, 12); subset += 1) {
      const wanted = [...changes.keys()].filter(() => dice.roll(2) === 0);
      const plan = planProposal(files, proposal, wanted);
      if (!plan.ok) {
        faults.push(`${from}: ${wanted.join()} of ${changes.length} do not apply: ${plan.error[0]?.message}`);
        continue;
      }
      const indexes = plan.value.changes.map(({ index }) => index);
      const made = plan.value.files.get(TEST_PATH) ?? '';
      taken += 1;
      if (!wanted.every((index) => indexes.includes(index)))
        faults.push(`${from}: not all that was asked for is taken`);
      if (
        made !==
        withChanges(
          text,
          changes.filter((_, index) => indexes.includes(index)),
        )
      )
        faults.push(`${from}: ${indexes.join()} of ${changes.length} change other bytes`);
      const brought = kindsIn(made).filter((error) => !known.has(error));
      if (brought.length > 0)
        faults.push(`${from}: ${wanted.join()} with ${indexes.join()} of ${changes.length}: ${brought.join('; ')}`);
    }
  }
  expect(faults).toEqual([]);
  expect(taken).toBeGreaterThan(20);
});

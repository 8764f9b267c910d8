import { type Analysis, analyze } from '../graph/index.ts';
import { TEST_PATH } from '../testing/editText.ts';
import { applyEdits } from '../text/index.ts';
import { joinEdits } from './align/Hunk.ts';
import { diffWorkflows } from './diffWorkflows.ts';
import type { Change } from './name/Change.ts';

/** The analysis of a text. */
export function read(text: string): Analysis {
  return analyze(TEST_PATH, text);
}

/** The changes from one text to another. */
export function diff(before: string, after: string): readonly Change[] {
  return diffWorkflows(read(before), read(after));
}

/** What is wrong with the edits of the changes between two texts; empty where nothing is. */
export function listFaults(before: string, after: string, changes: readonly Change[]): readonly string[] {
  const faults: string[] = [];
  const made = applyEdits(before, joinEdits(changes.map(({ make }) => make)));
  if (made !== after) faults.push('all edits together do not make the text after');
  const undone = applyEdits(after, joinEdits(changes.map(({ takeBack }) => takeBack)));
  if (undone !== before) faults.push('all edits taken back do not make the text before');
  for (const change of changes) {
    if (change.make.length === 0) faults.push(`no edits: ${change.sentence}`);
    if (applyEdits(before, change.make) === before) faults.push(`edits that make nothing: ${change.sentence}`);
    if (applyEdits(after, change.takeBack) === after) faults.push(`edits that take nothing back: ${change.sentence}`);
  }
  return faults;
}

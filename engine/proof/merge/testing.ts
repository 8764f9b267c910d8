import { mergeFile, resolve } from '../../change/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import type { MergeTrial } from '../../testing/planted/interactions.ts';
import { playTest } from '../play/playTest.ts';
import { MergeProof, type ProvedRecord } from './MergeProof.ts';

/** What a run from before both changes says of their merge, in which nothing but what the check finds may be in conflict: that stays as both sides have it. */
export async function proveTrial({ base, ours, theirs, tests }: MergeTrial): Promise<ProvedRecord> {
  const merge = mergeFile({ base, ours, theirs }, { path: 'flow.yaml' });
  const { conflicts, findings } = merge;
  const text = resolve(
    merge,
    conflicts.map(() => 'both'),
  );
  const wrong = [...conflicts.filter(({ kind }) => kind !== 'check'), ...findings].map(({ message }) => message);
  if (wrong.length > 0) throw new Error(`It does not merge: ${wrong.join(' ')}`);
  const [test] = readTestFile(tests).file.tests;
  if (test === undefined) throw new Error('There is no run.');
  const analysis = read(base);
  const { inputs } = await playTest(analysis, test);
  const proof = new MergeProof({ base: analysis, ours: read(ours), theirs: read(theirs), merged: read(text) });
  return proof.prove({ analysis, inputs });
}

function read(source: string): Analysis {
  return analyze('flow.yaml', source);
}

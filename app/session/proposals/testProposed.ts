import { isTestFile } from '#engine';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { testedFiles } from '../document/testData.ts';
import { session } from '../store/store.ts';
import type { ShownProposal } from './proposals.ts';

/** What the tests of the workspace come to where all of a proposal is accepted. */
export interface ProposedTests {
  readonly passed: number;
  /** The names of those that fail. */
  readonly failed: readonly string[];
  /** The files that they are about: workflows, and what these import. */
  readonly files: ReadonlySet<string>;
}

/** Plays the tests of the workflows that a proposal changes, as it would leave them; they reach nothing. Null: there are none, or no engine. */
export async function testProposed({ judged }: ShownProposal): Promise<ProposedTests | null> {
  const engine = enginePort()?.engine;
  if (engine === undefined || judged === null || judged.after.size === 0) return null;
  const state = session.getState();
  const texts = new Map([...state.document.workspace.files, ...judged.after]);
  let passed = 0;
  const failed: string[] = [];
  const about = new Set<string>();
  for (const [path, text] of texts) {
    if (!isTestFile(path)) continue;
    const files = await testedFiles(state, path);
    if (!judged.after.has(path) && ![...files.keys()].some((each) => judged.after.has(each))) continue;
    // It may import a file that it brings.
    const changed = new Map([...files, ...judged.after]);
    try {
      const found = await engine.playTests({ path, text, files: changed, only: null }, ({ verdict }) => {
        for (const name of files.keys()) about.add(name);
        if (verdict.passed) passed += 1;
        else failed.push(verdict.name);
        return true;
      });
      if (found.wrong.length > 0) failed.push(path);
    } catch (error) {
      ignoreWorkerExit(error);
      return null;
    }
  }
  return passed + failed.length === 0 ? null : { passed, failed, files: about };
}

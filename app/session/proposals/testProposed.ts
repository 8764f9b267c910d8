import { isTestFile } from '#engine';
import { findUncovered, joinCoverage, listMissed } from '#engine/proof';
import type { LocalEngine } from '#engine/worker';
import { relatedFiles } from '../document/analysis.ts';
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
  /** What no test reaches then, and is new or was reached before, in a few words each. */
  readonly uncovered: readonly string[];
}

type Texts = ReadonlyMap<string, string>;

/**
 * Plays the tests of the workflows that a proposal changes, as it would leave them, and as they are now; they reach nothing. Null: there are
 * none, no engine, or `isWanted` said that no one waits for it.
 */
export async function testProposed(
  { judged, on }: ShownProposal,
  isWanted: () => boolean,
): Promise<ProposedTests | null> {
  const engine = enginePort()?.engine;
  if (engine === undefined || judged === null || judged.after.size === 0) return null;
  const after = new Map([...on, ...judged.after]);
  const now = new PlayedTests({ engine, texts: after, changed: judged.after, isWanted });
  const then = new PlayedTests({ engine, texts: on, changed: new Map(), isWanted });
  try {
    const paths = [...after.keys()].filter(isTestFile);
    for (const path of paths) if (isAbout(path, [...judged.after.keys()])) await now.play(path);
    // What one test file does not reach may be what another one is for.
    for (const path of paths) if (isAbout(path, [...now.coverage.keys()])) await now.play(path);
    for (const path of now.played) await then.play(path);
  } catch (error) {
    ignoreWorkerExit(error);
    return null;
  }
  const { passed, failed, files } = now;
  if (passed + failed.length === 0 || !isWanted()) return null;
  return { passed, failed, files, uncovered: tellUncovered(then, now) };
}

/** Whether one of some files is the test file, its workflow, or what that imports. */
function isAbout(path: string, files: readonly string[]): boolean {
  const related = relatedFiles(session.getState(), path);
  return files.some((name) => name === path || related.has(name));
}

/** In words, without their lines: those are of texts that no one sees yet. */
function tellUncovered(then: PlayedTests, now: PlayedTests): readonly string[] {
  return [...now.coverage].flatMap(([path, lists]) => {
    const before = then.coverage.get(path);
    if (lists === null || before === null || (before === undefined && !now.isChanged(path))) return [];
    const parts = findUncovered(before === undefined ? null : joinCoverage(before), joinCoverage(lists));
    return listMissed(parts).map(({ text }) => text);
  });
}

type Coverage = Parameters<typeof joinCoverage>[0];

interface Playing {
  readonly engine: LocalEngine;
  /** Of the workspace, by path. */
  readonly texts: Texts;
  /** Those of them that are not so in the workspace. */
  readonly changed: Texts;
  readonly isWanted: () => boolean;
}

/** Tests that were played on the texts of a workspace. */
class PlayedTests {
  passed = 0;
  readonly failed: string[] = [];
  readonly files = new Set<string>();
  readonly played = new Set<string>();
  /** What test files reached of each workflow; null: not all of that is known. */
  readonly coverage = new Map<string, Coverage | null>();
  readonly #given: Playing;

  constructor(given: Playing) {
    this.#given = given;
  }

  isChanged(path: string): boolean {
    return this.#given.changed.has(path);
  }

  /** Plays the tests of a file once. */
  async play(path: string): Promise<void> {
    const { engine, texts, changed, isWanted } = this.#given;
    const text = texts.get(path);
    if (text === undefined || this.played.has(path) || !isWanted()) return;
    this.played.add(path);
    const tested = await testedFiles(session.getState(), path);
    // It may import a file that the change brings; and tests that it brings, or changes, may be of any workflow.
    const files = new Map([...tested, ...(changed.has(path) ? texts : changed)]);
    let count = 0;
    const found = await engine.playTests({ path, text, files, only: null }, ({ verdict }) => {
      count += 1;
      if (verdict.passed) this.passed += 1;
      else this.failed.push(verdict.name);
      return isWanted();
    });
    if (found.wrong.length > 0) this.failed.push(path);
    const { workflow, coverage } = found;
    if (count === 0 || workflow === null) return;
    for (const name of [...tested.keys(), workflow]) this.files.add(name);
    const known = this.coverage.get(workflow) ?? (this.coverage.has(workflow) ? null : []);
    this.coverage.set(workflow, known === null || coverage === null ? null : [...known, coverage]);
  }
}

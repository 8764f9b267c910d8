import { isTestFile } from '#engine';
import { enginePort } from '../document/engine.ts';
import { testedFiles } from '../document/testData.ts';
import type { SessionState } from '../store/State.ts';
import type { MergeSubject } from './MergeSubject.ts';
import { withNewNames } from './withNewNames.ts';

/** A test on a merged text. */
export interface ProvedTest {
  /** The file it is in. */
  readonly path: string;
  readonly name: string;
  /** Why it fails; null: it passes. */
  readonly why: string | null;
  /** The sides that it passes on, where it fails on the merged text. */
  readonly passesOn: readonly ('ours' | 'theirs')[];
}

/** Why each test of a file fails on a text, by its name; null: it passes. */
type Results = ReadonlyMap<string, string | null>;

/**
 * Plays the tests of both sides on a merged text, with the names that things have there, and those that fail on each side, too. `deliver` is
 * called with those of a file at a time, and says whether to continue.
 */
export async function proveTests(
  subject: MergeSubject,
  state: SessionState,
  deliver: (tests: readonly ProvedTest[]) => boolean,
): Promise<void> {
  for (const { path, text, side, called } of testTexts(state)) {
    const files = await testedFiles(state, path);
    if (!files.has(subject.path)) continue;
    const play = (tests: string, workflow: string): Promise<Results> =>
      playTests({ path, text: tests, files: new Map(files).set(subject.path, workflow) });
    const now = await play(withNewNames({ path, text }, subject, side), subject.merged);
    const isFailing = [...now.values()].some((why) => why !== null);
    const sides = isFailing
      ? { ours: await play(text, subject.ours), theirs: await play(text, subject.theirs) }
      : { ours: new Map(), theirs: new Map() };
    const proved = [...now].map(([name, why]): ProvedTest => {
      const passesOn = (['ours', 'theirs'] as const).filter((side) => why !== null && sides[side].get(name) === null);
      return { path: called, name, why, passesOn };
    });
    if (!deliver(proved)) return;
  }
}

/** The test files that are here, and those of the disk that are still to be merged with them. */
function* testTexts({ document, storage: { conflicts } }: SessionState): Iterable<TestText> {
  for (const [path, text] of document.workspace.files) {
    if (!isTestFile(path)) continue;
    yield { path, text, side: 'ours', called: path };
    const onDisk = conflicts.find((conflict) => conflict.path === path)?.diskText ?? null;
    if (onDisk !== null) yield { path, text: onDisk, side: 'theirs', called: `${path} on disk` };
  }
}

interface TestText {
  readonly path: string;
  readonly text: string;
  readonly side: 'ours' | 'theirs';
  /** What it is called to the user. */
  readonly called: string;
}

async function playTests(file: {
  readonly path: string;
  readonly text: string;
  readonly files: ReadonlyMap<string, string>;
}): Promise<Results> {
  const results = new Map<string, string | null>();
  const found = await enginePort()?.engine.playTests({ ...file, only: null }, ({ verdict }) => {
    const { name, passed, failures } = verdict;
    results.set(name, passed ? null : (failures[0]?.message ?? 'It failed.'));
    return true;
  });
  const wrong = found?.wrong.flatMap(({ diagnostics }) => diagnostics)[0];
  return wrong === undefined ? results : new Map([['all tests', wrong.message]]);
}

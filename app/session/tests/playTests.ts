import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { testedFiles } from '../document/testData.ts';
import { announce } from '../store/notices.ts';
import type { KeptTest, TestResult } from '../store/ProofState.ts';
import { session, update } from '../store/store.ts';
import { isSame, type ListedTest, listTests, summarize, testFiles } from './listTests.ts';
import { repaintCoverage } from './paintCoverage.ts';

/** Some tests of a file, by their places in it. */
interface WantedTests {
  readonly path: string;
  readonly only: readonly number[];
}

/** Reads which tests the files have that were changed; forgets those of files that are gone. */
export async function readTests(): Promise<void> {
  const state = session.getState();
  const paths = testFiles(state.document.workspace.files);
  const { tested } = state.run;
  if ([...tested.keys()].some((path) => !paths.includes(path)))
    update({ run: { tested: new Map([...tested].filter(([path]) => paths.includes(path))) } });
  for (const path of paths) await readFile(path);
}

/** Plays one test, as its file is now. */
export async function playTest(path: string, index: number): Promise<void> {
  await readFile(path);
  await play([{ path, only: [index] }]);
}

/** Plays the test of a name, as its file is now. */
export async function playNamed({ path, name }: KeptTest): Promise<void> {
  await readFile(path);
  const file = session.getState().run.tested.get(path);
  const index = file === undefined ? -1 : listTests(file).findIndex((test) => test.name === name);
  if (index !== -1) await play([{ path, only: [index] }]);
}

/** Plays all tests of a file. */
export async function playFile(path: string): Promise<void> {
  await readFile(path);
  await play(wantedOf(() => true).filter((wanted) => wanted.path === path));
}

/** Plays all tests. */
export async function playTests(): Promise<void> {
  await readTests();
  await play(wantedOf(() => true));
}

/** Plays the tests that were not played on the texts as they are. */
export async function playChanged(): Promise<void> {
  await readTests();
  await play(wantedOf(({ result, isOld }) => result === undefined || isOld));
}

/** Ends what is played, after the test that is on. */
export function stopTests(): void {
  update({ run: { testing: null } });
}

function wantedOf(isWanted: (test: ListedTest) => boolean): readonly WantedTests[] {
  return [...session.getState().run.tested].map(([path, file]) => ({
    path,
    only: file.found.wrong.length > 0 ? [] : listTests(file).flatMap((test) => (isWanted(test) ? [test.index] : [])),
  }));
}

async function play(wanted: readonly WantedTests[]): Promise<void> {
  if (session.getState().run.testing !== null) return;
  const total = wanted.reduce((sum, { only }) => sum + only.length, 0);
  if (total === 0) return;
  update({ run: { testing: { done: 0, total } } });
  try {
    for (const { path, only } of wanted) {
      if (session.getState().run.testing === null) break;
      if (only.length > 0) await readFile(path, only);
    }
  } finally {
    update({ run: { testing: null } });
  }
  const { passed, failed } = summarize(session.getState().run.tested.values());
  const count = failed === 0 ? passed : failed;
  const tests = `${count} ${count === 1 ? 'test' : 'tests'}`;
  announce(failed === 0 ? `${tests} passed.` : `${tests} failed, ${passed} passed.`);
}

/** Reads the tests of a file, and plays some of them. Without any to play, nothing is done where it is known already. */
async function readFile(path: string, only: readonly number[] = []): Promise<void> {
  const state = session.getState();
  const text = state.document.workspace.files.get(path);
  const engine = enginePort()?.engine;
  if (text === undefined || engine === undefined) return;
  const files = await testedFiles(state, path);
  const known = state.run.tested.get(path);
  if (only.length === 0 && known !== undefined && known.text === text && isSame(known.files, files)) return;
  try {
    const found = await engine.playTests({ path, text, files, only }, ({ index, verdict }) => {
      const { testing } = session.getState().run;
      keep(path, index, { verdict, files });
      if (testing === null) return false;
      update({ run: { testing: { ...testing, done: testing.done + 1 } } });
      return true;
    });
    const { tested } = session.getState().run;
    const before = tested.get(path);
    // What a part of them came to says nothing of all: what is known of all stays, until the texts are others.
    const kept =
      before !== undefined && before.text === text && isSame(before.files, files) ? before.found.coverage : null;
    const now = { ...found, coverage: found.coverage ?? kept };
    const results = before?.results ?? new Map();
    update({ run: { tested: new Map(tested).set(path, { text, files, found: now, results }) } });
    repaintCoverage();
  } catch (error) {
    ignoreWorkerExit(error);
  }
}

function keep(path: string, index: number, result: Omit<TestResult, 'lines'>): void {
  const { tested } = session.getState().run;
  const file = tested.get(path);
  const test = file && listTests(file)[index];
  if (file === undefined || test === undefined) return;
  const results = new Map(file.results).set(test.key, { ...result, lines: test.lines });
  update({ run: { tested: new Map(tested).set(path, { ...file, results }) } });
}

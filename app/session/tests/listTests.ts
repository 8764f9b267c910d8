import { isTestFile } from '#engine';
import type { FoundTests, TestedFile, TestResult } from '../store/ProofState.ts';

/** The test files among the files of a workspace, in the order of their names. */
export function testFiles(files: ReadonlyMap<string, string>): readonly string[] {
  return [...files.keys()].filter(isTestFile).toSorted();
}

/** What a dataset is kept under: its test file, and its place among the datasets of that. */
export function keyOf({ path, index }: { readonly path: string; readonly index: number }): string {
  return `${index} ${path}`;
}

/** A test of a file, with its result. */
export type ListedTest = FoundTests['tests'][number] & {
  /** Its place among the tests of the file. */
  readonly index: number;
  /** Stays its own while other tests come and go: its name, and its number among those of that name. */
  readonly key: string;
  /** The lines of the file that it is made of: its own, and those before the first test. */
  readonly lines: string;
  /** Its result when it was played last. */
  readonly result: TestResult | undefined;
  /** Whether anything that the result depends on is another by now. */
  readonly isOld: boolean;
};

/** The tests of a file, in its order. */
export function listTests({ text, files, found, results }: TestedFile): readonly ListedTest[] {
  const lines = text.split(/\r\n|\n|\r/);
  const cut = (from: number, to: number | undefined) => lines.slice(from, to).join('\n');
  const starts = found.tests.map(({ at }) => at.line - 1);
  const head = cut(0, starts[0]);
  const seen = new Map<string, number>();
  return found.tests.map((test, index) => {
    const nth = (seen.get(test.name) ?? 0) + 1;
    seen.set(test.name, nth);
    const key = `${nth} ${test.name}`;
    const own = `${head}\n${cut(starts[index] ?? 0, starts[index + 1])}`;
    const result = results.get(key);
    const isOld = result !== undefined && (result.lines !== own || !isSame(result.files, files));
    return { ...test, index, key, lines: own, result, isOld };
  });
}

/** Whether texts are the same, by path. */
export function isSame(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): boolean {
  return before === now || (before.size === now.size && [...now].every(([path, text]) => before.get(path) === text));
}

/** How many tests passed, failed, and are yet to be played: not at all, or not as everything is now. */
export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
  readonly open: number;
}

/** Counts the tests of files that can be played. */
export function summarize(files: Iterable<TestedFile>): TestSummary {
  const sum = { passed: 0, failed: 0, open: 0 };
  for (const file of files) {
    if (file.found.wrong.length > 0) continue;
    for (const { result, isOld } of listTests(file)) {
      if (result === undefined || isOld) sum.open += 1;
      else if (result.verdict.passed) sum.passed += 1;
      else sum.failed += 1;
    }
  }
  return sum;
}

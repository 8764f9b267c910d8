import type { Proved } from '../../../authoring/index.ts';
import type { JsonObject } from '../../../base/index.ts';
import { isTestFile } from '../../../model/index.ts';
import { readTestFile, workflowOf } from '../../../testFile/index.ts';
import { playTests, type TestHost } from './playTests.ts';

/** How many failed tests are told one by one. */
const MOST_FAILED = 10;

/** The texts of a workspace before a change and after it. */
interface States {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

/** Plays the tests of the workflows that differ between two states of a workspace, on both. They reach nothing. */
export async function proveTexts({ before, after }: States, host: TestHost): Promise<Proved> {
  const differs = (path: string): boolean => before.get(path) !== after.get(path);
  let passed = 0;
  const failed: JsonObject[] = [];
  for (const [path, text] of after) {
    if (!isTestFile(path)) continue;
    const workflow = workflowOf(path, readTestFile(text).file.workflow);
    if (!differs(path) && !(workflow !== null && differs(workflow))) continue;
    const now = await playFile(path, after, host);
    const then = await playFile(path, before, host);
    for (const [test, why] of now) {
      if (why === null) passed += 1;
      else failed.push({ path, test, why, failed_before: typeof then.get(test) === 'string' });
    }
  }
  if (passed + failed.length === 0) return { says: {}, fromFiles: {} };
  const newly = failed.filter((each) => each['failed_before'] === false);
  const told = [...newly, ...failed.filter((each) => !newly.includes(each))].slice(0, MOST_FAILED);
  return {
    says: { tests: { passed, failed: failed.length, newly_failed: newly.length } },
    fromFiles: failed.length === 0 ? {} : { failed_tests: told },
  };
}

/** The tests of a file by their names, with why each fails; null: it passes. What keeps all from being played fails the file. */
async function playFile(
  path: string,
  files: ReadonlyMap<string, string>,
  host: TestHost,
): Promise<ReadonlyMap<string, string | null>> {
  const text = files.get(path);
  const results = new Map<string, string | null>();
  if (text === undefined) return results;
  const { wrong } = await playTests({ path, text, files, only: null }, host, ({ verdict }) => {
    results.set(verdict.name, verdict.passed ? null : (verdict.failures[0]?.message ?? 'It failed.'));
    return true;
  });
  for (const { diagnostics } of wrong)
    for (const { code, message } of diagnostics) results.set('all', `${code}: ${message}`);
  return results;
}

import type { Proved } from '../../../authoring/index.ts';
import type { JsonObject } from '../../../base/index.ts';
import { isTestFile } from '../../../model/index.ts';
import { runTest } from '../../../proof/index.ts';
import { readTests, type TestHost } from './playTests.ts';

/** How many failed tests are told one by one. */
const MOST_FAILED = 10;

/** The texts of a workspace before a change and after it. */
interface States {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

/** Plays the tests of the workflows that differ between two states of a workspace, on the later one. They reach nothing. */
export async function proveTexts({ before, after }: States, host: TestHost): Promise<Proved> {
  const changed = new Set([...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path));
  let passed = 0;
  const failed: JsonObject[] = [];
  for (const [path, text] of after) {
    if (!isTestFile(path)) continue;
    const { found, subjects } = await readTests({ path, text, files: after }, host);
    if (!changed.has(path) && !changed.has(found.workflow ?? '')) continue;
    for (const { diagnostics } of found.wrong)
      for (const { code, message } of diagnostics) failed.push({ path, test: 'all', why: `${code}: ${message}` });
    for (const subject of subjects) {
      const { verdict } = await runTest(subject, host.ports);
      if (verdict.passed) passed += 1;
      else failed.push({ path, test: verdict.name, why: verdict.failures[0]?.message ?? 'It failed.' });
    }
  }
  if (passed + failed.length === 0) return { says: {}, fromFiles: {} };
  return {
    says: { tests: { passed, failed: failed.length } },
    fromFiles: failed.length === 0 ? {} : { failed_tests: failed.slice(0, MOST_FAILED) },
  };
}

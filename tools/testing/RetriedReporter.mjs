import { writeFileSync } from 'node:fs';

/** Names the file that {@link RetriedReporter} writes: a list of names, as JSON. */
export const RETRIED_FILE = 'SIGNALBOX_RETRIED_FILE';

/**
 * A reporter of Vitest, next to the others: lists each test that failed first and passed when it was tried again, which happens on CI
 * only. Its own report does not say so.
 */
export default class RetriedReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const retried = modules.flatMap((module) =>
      [...module.children.allTests('passed')]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${module.relativeModuleId} ${test.fullName}`),
    );
    const file = process.env[RETRIED_FILE];
    if (file !== undefined) writeFileSync(file, JSON.stringify(retried));
  }
}

/**
 * A reporter of Vitest: names each test that failed first and passed when it was tried again, which only CI does.
 * Beside the other reporters, for the end of a run.
 */
export default class RetriedReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    for (const module of modules) {
      for (const test of module.children.allTests('passed')) {
        if (!test.diagnostic()?.flaky) continue;
        console.log(`Passed only when it was tried again: ${module.relativeModuleId} ${test.fullName}`);
      }
    }
  }
}

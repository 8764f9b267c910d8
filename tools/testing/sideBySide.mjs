/** Commands that run side by side, each with what it prints kept until it has ended. */
import { availableParallelism } from 'node:os';
import { runBeside } from '../ensure.mjs';

/** @typedef {{ name: string, command: readonly [string, ...string[]], after?: readonly string[] }} Task `after`: the names of those that must have ended */

/**
 * Runs every task, as many at a time as there are cores, also after a failure. Names each as it ends, with what it printed where it failed.
 * @param {readonly Task[]} tasks @returns {Promise<import('./reports.mjs').Count>}
 */
export async function runSideBySide(tasks) {
  const waiting = [...tasks];
  const ended = new Set();
  /** @type {string[]} */
  const failures = [];
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  /** @param {Task} task */
  const start = async ({ name, command: [program, ...args] }) => {
    const started = performance.now();
    const { isGreen, output } = await runBeside(program, args);
    console.log(`${isGreen ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    if (!isGreen) failures.push(name);
    if (!isGreen && output !== '') console.log(output.trimEnd());
    ended.add(name);
  };
  while (waiting.length + running.size > 0) {
    const next = waiting.findIndex(({ after = [] }) => after.every((name) => ended.has(name)));
    if (next >= 0 && running.size < Math.max(2, availableParallelism())) {
      for (const task of waiting.splice(next, 1)) {
        const work = start(task).finally(() => running.delete(work));
        running.add(work);
      }
    } else {
      await Promise.race(running);
    }
  }
  return { passed: tasks.length - failures.length, failed: failures.length, failures };
}

/** The stages of `npm test`, one after the other: each is timed, and its report is kept. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../ensure.mjs';

/** @typedef {import('./reports.mjs').Count} Count */
/** @typedef {{ name: string, seconds: number, count: Count }} Stage */

/** Where the reports of the last run are kept; git ignores it. */
export const REPORTS = path.join(ROOT, 'test-reports');

const SLOWEST = 30;

/** A run of stages. */
export class Stages {
  /** @type {Stage[]} */
  #stages = [];
  #folder;

  /** Forgets the reports of the run before. @param {string} folder of the reports */
  constructor(folder = REPORTS) {
    this.#folder = folder;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }

  /** Runs a stage that tests nothing. @template T @param {string} name @param {() => Promise<T>} work @returns {Promise<T>} */
  async run(name, work) {
    const [answer, seconds] = await timed(name, work);
    this.#stages.push({ name, seconds, count: { passed: 0, failed: 0 } });
    return answer;
  }

  /** Runs a stage of tests. @param {string} name @param {() => Count | Promise<Count>} work */
  async count(name, work) {
    const [count, seconds] = await timed(name, async () => work());
    this.#stages.push({ name, seconds, count });
  }

  /**
   * Prints the slowest tests, the seconds of each stage, what passed only when it was tried again, and what failed, then the sum on the last
   * line. @param {boolean} isStrict whether a test that is skipped fails the run, unless what it needs cannot be had everywhere
   * @returns {boolean} whether all is green
   */
  summarize(isStrict) {
    writeFileSync(path.join(this.#folder, 'stages.json'), JSON.stringify(this.#stages, null, 2));
    const counts = this.#stages.map(({ count }) => count);
    const timings = counts.flatMap((count) => count.timings ?? []).toSorted((a, b) => b.seconds - a.seconds);
    if (timings.length > 0) console.log(`\nThe ${Math.min(SLOWEST, timings.length)} slowest tests`);
    for (const { name, seconds } of timings.slice(0, SLOWEST)) console.log(`${format(seconds)} s  ${name}`);
    console.log('\nStages');
    for (const { name, seconds } of this.#stages) console.log(`${format(seconds)} s  ${name}`);
    console.log(`${format(this.#stages.reduce((sum, { seconds }) => sum + seconds, 0))} s  in all\n`);
    for (const name of counts.flatMap(({ retried = [] }) => retried))
      console.log(`Passed only when it was tried again: ${name}`);
    for (const failure of counts.flatMap(({ failures = [] }) => failures)) console.log(`FAILED ${failure}`);
    const [passed, failed, skipped, excused] = /** @type {const} */ (['passed', 'failed', 'skipped', 'excused']).map(
      (key) => counts.reduce((sum, count) => sum + (count[key] ?? 0), 0),
    );
    console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
    return failed === 0 && !(isStrict && (skipped ?? 0) > (excused ?? 0));
  }
}

/** @template T @param {string} name @param {() => Promise<T>} work @returns {Promise<readonly [T, number]>} its answer and how many seconds it took */
async function timed(name, work) {
  console.log(`\n▸ ${name}`);
  const started = performance.now();
  const answer = await work();
  return [answer, (performance.now() - started) / 1000];
}

/** @param {number} seconds */
function format(seconds) {
  return seconds.toFixed(1).padStart(7);
}

import type { Page } from 'playwright';
import { openText, runBadge, runToEnd, startRun } from '../appPage.ts';
import { FRAME } from '../dragTime.ts';
import type { Row } from '../Row.ts';
import { median, takeShare } from '../race.ts';
import { traceLongestTask } from '../traceTasks.ts';
import { withBrowser } from '../withBrowser.ts';

/** After a while in which the page comes to rest, rounds of a loop with about 10,000 events. */
const LOOP = `limits: { per_task: 1000000, per_scope: 1000000 }
tasks:
  - { id: rest, type: wait, config: { timeout: 2s, check_interval: 1s }, on_success: { next: count } }
  - { id: count, type: basic, with: { n: "{{ (tasks.count.output.n ?? 0) + 1 }}" }, on_success: { next: again } }
  - id: again
    type: decision
    config: { condition: "{{ tasks.count.output.n < 1450 }}", routes: { true: count }, default: { next: end } }
`;

/** How long the page is measured while idle, in ms: about as long as the events of a run come. */
const LOOK = 1500;
/** How long the dialog and the drawer may take until they are at rest, in ms. */
const REST = 1200;
const LONG_TASK = 50;
/** How often each is measured, in turns: other work of the machine affects both alike. */
const ROUNDS = 5;

/** What was measured in all rounds: on the page while idle, and while the events come. */
interface Rounds {
  readonly idle: number[];
  readonly busy: number[];
}

/** A page while 10,000 events come in and are drawn. Such a run has few times, so that its time axis is dragged in the row of a larger one. */
export async function measureWatching(site: string): Promise<readonly Row[]> {
  return withBrowser(site, async ({ page }) => {
    await openText(page, LOOP, 'count');
    // Once, so that what is loaded with the first run is there.
    await runToEnd(page);
    const gaps = await measureRounds(page, listGaps);
    const tasks = await measureRounds(page, async (...args) => [await traceLongestTask(...args)]);
    return [toTaskRow(tasks), toGapRow(gaps)];
  });
}

async function measureRounds(
  page: Page,
  measure: (page: Page, work: () => Promise<unknown>) => Promise<readonly number[]>,
): Promise<Rounds> {
  const rounds: Rounds = { idle: [], busy: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.idle.push(...(await measure(page, () => page.waitForTimeout(LOOK))));
    await startRun(page);
    await runBadge(page, /^Waiting/).waitFor();
    await page.waitForTimeout(REST);
    rounds.busy.push(...(await measure(page, () => runBadge(page, /^Success in/).waitFor())));
  }
  return rounds;
}

const IDLE_PAGE = 'the page while idle (floor)';

function toTaskRow(tasks: Rounds): Row {
  const [idle, busy] = [median(tasks.idle), median(tasks.busy)];
  return {
    what: `Longest task while 10,000 events are drawn, CPU, median of ${ROUNDS} runs`,
    ours: `${busy.toFixed(1)} ms`,
    peer: IDLE_PAGE,
    theirs: `${idle.toFixed(1)} ms`,
    ratio: busy / idle,
    bound: `at most ${LONG_TASK} ms`,
    isKept: busy <= LONG_TASK,
  };
}

function toGapRow(gaps: Rounds): Row {
  const [idle, busy] = [takeShare(gaps.idle, 0.99), takeShare(gaps.busy, 0.99)];
  return {
    what: `Gap between frames meanwhile, p99 of ${ROUNDS} runs`,
    ours: `${busy.toFixed(1)} ms`,
    peer: IDLE_PAGE,
    theirs: `${idle.toFixed(1)} ms`,
    ratio: busy / idle,
    bound: 'one frame more',
    isKept: busy <= idle + FRAME + 1,
  };
}

/** The time between each two frames while something is done, in ms. */
async function listGaps(page: Page, work: () => Promise<unknown>): Promise<readonly number[]> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let isOver = false;
    const look = (at: number): void => {
      frames.push(at);
      if (!isOver) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    const end = (): number[] => {
      isOver = true;
      return frames;
    };
    Object.assign(globalThis, { endWatch: end });
  });
  await work();
  const frames = await page.evaluate(() => (globalThis as unknown as { endWatch: () => number[] }).endWatch());
  return frames.slice(1).map((at, index) => at - (frames[index] ?? at));
}

import type { Page } from 'playwright';
import { openText } from '../appPage.ts';
import { FRAME } from '../dragTime.ts';
import { handlersText } from '../largeTexts.ts';
import type { Row } from '../Row.ts';
import { median } from '../race.ts';
import { timeSeen, watchFor } from '../timeSeen.ts';
import { withBrowser } from '../withBrowser.ts';

const ROUNDS = 5;
/** The promise, in ms. */
const PROMPT = 100;
const PATIENCE = 120_000;

/** How soon what is searched for in 10,000 tasks is found: a word of one of the last, and one that all have. */
export async function measureFinding(site: string): Promise<readonly Row[]> {
  return withBrowser(site, async ({ page }) => {
    page.setDefaultTimeout(PATIENCE);
    await openText(page, handlersText(), 't0');
    await page.locator('.react-flow__node.draggable').first().waitFor();
    await page.getByText('Checking').waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+Shift+F');
    const field = page.getByRole('searchbox', { name: 'Find', exact: true });
    await field.waitFor();
    const times = { last: [] as number[], all: [] as number[], blank: [] as number[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const last = await timeFound(page, `t${9_990 + round}.output`, '[role="treeitem"]');
      const all = await timeFound(page, 'example.com', '[role="treeitem"]');
      const blank = await timeFound(page, ' '.repeat(40), 'input[type="search"]');
      // The first round compiles.
      if (round === 0) continue;
      times.last.push(last);
      times.all.push(all);
      times.blank.push(blank);
    }
    const idle = Math.max(median(times.blank), FRAME);
    return [
      toFoundRow('First place of a word found in 10,000 tasks, of one of the last', times.last, idle),
      toFoundRow('First place of a word found in 10,000 tasks, of what all have', times.all, idle),
    ];
  });
}

function toFoundRow(what: string, times: readonly number[], idle: number): Row {
  const ours = median(times);
  return {
    what: `${what}, median of ${ROUNDS}`,
    ours: `${Math.round(ours)} ms`,
    peer: 'a key in that field that finds nothing (floor)',
    theirs: `${Math.round(idle)} ms`,
    ratio: ours / idle,
    bound: `within ${PROMPT} ms`,
    isKept: ours <= PROMPT,
  };
}

/** Puts words into the empty field; ms from there until the frame in which what is looked for is shown. */
async function timeFound(page: Page, words: string, selector: string): Promise<number> {
  await page.getByRole('searchbox', { name: 'Find', exact: true }).fill('');
  await page.locator('[role="treeitem"]').first().waitFor({ state: 'detached' });
  await watchFor(page, selector);
  await page.keyboard.insertText(words);
  return timeSeen(page);
}

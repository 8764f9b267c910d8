import type { Page } from 'playwright';
import { openText, runToEnd } from '../appPage.ts';
import { FRAME } from '../dragTime.ts';
import type { Row } from '../Row.ts';
import { median } from '../race.ts';
import { timeSeen, watchFor } from '../timeSeen.ts';
import { traceLongestTask } from '../traceTasks.ts';
import { withBrowser } from '../withBrowser.ts';

const ITEMS = 20_000;
/** How often each is measured, in turns with the page while idle. */
const ROUNDS = 5;
/** The promises: what is searched for is seen within 100 ms, and no task is longer than 50 ms. */
const PROMPT = 100;
const LONG_TASK = 50;
/** How long the page is looked at while idle, in ms. */
const LOOK = 700;

/** A collection of 20,000 items with two steps each: about 200,000 events. */
const ITEMS_TEXT = `limits: { per_task: 1000000, per_scope: 1000000 }
tools:
  - id: make
    use: core:javascript
    config: { code: "return Array.from({ length: ${ITEMS} }, (_, id) => ({ id, name: 'Customer ' + id, town: 'Springfield' }));" }
    schema: { input: { type: object }, output: { type: array } }
tasks:
  - { id: make, type: basic, use: "tool:make", with: {}, on_success: { next: each } }
  - id: each
    type: collection
    config: { items: "{{ tasks.make.output }}", batch_size: 100 }
    tasks:
      - { id: look, type: basic, with: { customer: "{{ item }}" }, on_success: { next: add } }
      - { id: add, type: basic, with: { total: "{{ item.id * 3 }}" } }
`;

/** Values of about 5 MB: what each is, the code that gives it, and how it is read where that is not as at first. */
const VALUES: readonly { readonly what: string; readonly code: string; readonly view?: string }[] = [
  { what: 'a text of 5 MB', code: "'All work and no play makes a dull line. '.repeat(125000)" },
  { what: 'a word of 5 MB', code: "'x'.repeat(5000000)" },
  { what: 'a word of 5 MB, raw', code: "({ word: 'x'.repeat(5000000) })", view: 'Raw' },
  { what: 'a text of 5 MB in Markdown', code: "'## Part\\n\\nSome **words**.\\n\\n'.repeat(180000)" },
  {
    what: 'a tree of 5 MB',
    code: "Array.from({ length: 50000 }, (_, id) => ({ id, name: 'Customer ' + id, town: { name: 'Springfield', zip: [id] } }))",
  },
  { what: 'a list of 700,000 numbers', code: 'Array.from({ length: 700000 }, (_, id) => id)' },
  {
    what: 'a map of 200,000 keys',
    code: "Object.fromEntries(Array.from({ length: 200000 }, (_, id) => ['key ' + id, 'value']))",
  },
];

function textOf(code: string): string {
  return `tools:
  - id: make
    use: core:javascript
    config: { timeout: 60s, memory: 512, code: ${JSON.stringify(`return ${code};`)} }
    schema: { input: { type: object }, output: {} }
tasks:
  - { id: make, type: basic, use: "tool:make", with: {} }
`;
}

/** A search in a run of 200,000 events: for the last item, and for what every item has. */
export async function measureSearching(site: string): Promise<readonly Row[]> {
  return withBrowser(site, async ({ page }) => {
    await openText(page, ITEMS_TEXT, 'each');
    await runToEnd(page);
    const field = page.getByRole('searchbox', { name: 'Search in the run' });
    await page.getByRole('region', { name: 'Run', exact: true }).getByRole('button', { name: 'Search' }).click();
    await field.waitFor();
    const times = { last: [] as number[], all: [] as number[], none: [] as number[] };
    const tasks: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const last = await timeHit(page, `customer ${ITEMS - 1 - round}`);
      const all = await timeHit(page, 'springfield');
      const none = await timeKey(page);
      const task = await traceLongestTask(page, () => timeHit(page, `customer ${ITEMS - 100 - round}`));
      // The first round compiles.
      if (round === 0) continue;
      times.last.push(last);
      times.all.push(all);
      times.none.push(none);
      tasks.push(task);
    }
    const idle = await idleTask(page);
    return [
      toHitRow('First hit of a search in a run of 200,000 events, of what all items have', times.all, times.none),
      toHitRow('First hit of a search in a run of 200,000 events, of one of the last items', times.last, times.none),
      toTaskRow('Longest task of the page while such a run is searched, CPU', tasks, idle),
    ];
  });
}

/** The table of 20,000 items, opened and scrolled by the wheel. */
export async function measureItems(site: string): Promise<readonly Row[]> {
  return withBrowser(site, async ({ page }) => {
    await openText(page, ITEMS_TEXT, 'each');
    await runToEnd(page);
    await page
      .getByRole('group', { name: /each, .* task/ })
      .first()
      .click();
    const grid = page.getByRole('dialog').getByRole('grid');
    const tasks: { readonly open: number[]; readonly scroll: number[] } = { open: [], scroll: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const open = await traceLongestTask(page, async () => {
        await page.keyboard.press('i');
        await grid.waitFor();
        await page.waitForTimeout(LOOK);
      });
      await grid.hover();
      const scroll = await traceLongestTask(page, () => turnWheel(page));
      await page.keyboard.press('Escape');
      await grid.waitFor({ state: 'detached' });
      if (round === 0) continue;
      tasks.open.push(open);
      tasks.scroll.push(scroll);
    }
    const idle = await idleTask(page);
    return [
      toTaskRow('Longest task while the table of 20,000 items is scrolled, CPU', tasks.scroll, idle),
      toTaskRow('Longest task while that table is opened, CPU', tasks.open, idle, null),
    ];
  });
}

/** Values of 5 MB, read in the whole window. */
export async function measureValues(site: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const value of VALUES) rows.push(await measureValue(site, value));
  return rows;
}

async function measureValue(site: string, { what, code, view }: (typeof VALUES)[number]): Promise<Row> {
  return withBrowser(site, async ({ page }) => {
    await openText(page, textOf(code), 'make');
    await runToEnd(page);
    await page
      .getByRole('group', { name: /make, .* task/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    const tasks: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const task = await traceLongestTask(page, async () => {
        await page.keyboard.press('o');
        // To look for its words would go through 5 MB of text itself: that they are there is looked at once, unmeasured.
        await dialog.waitFor();
        if (view !== undefined) await dialog.getByRole('radio', { name: view }).click();
        await page.waitForTimeout(LOOK);
      });
      await dialog
        .getByText(/All work|x{100}|Part|50000 items|700000 items|key 0/)
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      if (round > 0) tasks.push(task);
    }
    return toTaskRow(`Longest task while ${what} is opened, CPU`, tasks, await idleTask(page));
  });
}

/** Puts words into the empty field of the search; ms from there until the frame in which a hit is shown. */
async function timeHit(page: Page, words: string): Promise<number> {
  await clear(page);
  await watchFor(page, '[role="group"][aria-label="Hit"]');
  await page.keyboard.insertText(words);
  return timeSeen(page);
}

/** The same for words that nothing has, until the frame after they are typed (floor). */
async function timeKey(page: Page): Promise<number> {
  await clear(page);
  await watchFor(page, 'input[type="search"]');
  await page.keyboard.insertText(' ');
  return timeSeen(page);
}

async function clear(page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search in the run' }).fill('');
  await page.locator('[role="group"][aria-label="Hit"]').waitFor({ state: 'detached' });
}

async function turnWheel(page: Page): Promise<void> {
  for (const by of [400, 4_000, 40_000, -3_000, 900, -200_000]) {
    for (let turn = 0; turn < 6; turn += 1) {
      await page.mouse.wheel(0, by);
      await page.waitForTimeout(20);
    }
  }
}

async function idleTask(page: Page): Promise<number> {
  const idle: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    idle.push(await traceLongestTask(page, () => page.waitForTimeout(LOOK)));
  return median(idle);
}

function toHitRow(what: string, times: readonly number[], idle: readonly number[]): Row {
  const [ours, theirs] = [median(times), Math.max(median(idle), FRAME)];
  return {
    what: `${what}, median of ${ROUNDS}`,
    ours: `${Math.round(ours)} ms`,
    peer: 'a key in that field that finds nothing (floor)',
    theirs: `${Math.round(theirs)} ms`,
    ratio: ours / theirs,
    bound: `within ${PROMPT} ms`,
    isKept: ours <= PROMPT,
  };
}

function toTaskRow(what: string, tasks: readonly number[], idle: number, limit: number | null = LONG_TASK): Row {
  const ours = median(tasks);
  return {
    what: `${what}, median of ${ROUNDS}`,
    ours: `${ours.toFixed(1)} ms`,
    peer: 'the page while idle (floor)',
    theirs: `${idle.toFixed(1)} ms`,
    ratio: ours / idle,
    bound: limit === null ? 'none' : `at most ${limit} ms`,
    isKept: limit === null ? null : ours <= limit,
  };
}

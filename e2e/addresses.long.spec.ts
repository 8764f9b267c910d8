import { card, expectSaved, importText, openApp, openRunForm, runBadge, showNewRun, startRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { command, drawer, openChain, state, WAITS } from './runs.ts';

test('a place has an address: kept over a reload, led through by Back and Forward, and told where it leads nowhere', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openChain(page);
  await openRunForm(page);
  await page.getByRole('button', { name: 'Trust and continue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(state(page, /^Success in/)).toBeVisible();
  await expect(page).toHaveURL(/#\/chain\.yaml\?run=[^&]+$/);
  await card(page, 'second').click();
  await expect(page).toHaveURL(/#\/chain\.yaml\?run=[^&]+&step=\d+$/);
  await command(page, 'Copy address');
  await expect(page.getByText(/^Copied the address of this run/)).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toBe(page.url());

  await importText(page, 'waits.yaml', WAITS);
  await expect(page).toHaveURL(/#\/waits\.yaml/);
  await page.goBack();
  await expect(page).toHaveTitle(/^chain\.yaml/);
  await page.goForward();
  await expect(page).toHaveTitle(/^waits\.yaml/);
  await page.goBack();
  await expect(page).toHaveTitle(/^chain\.yaml/);
  await expectSaved(page);

  await page.reload();
  await expect(state(page, /^Success in/)).toBeVisible();
  await expect(page).toHaveTitle(/^chain\.yaml/);
  await expect(drawer(page).getByRole('region', { name: 'Step second' })).toBeVisible();

  await page.goto(address.replace(/#.*/, '#/gone.yaml?run=nobody'));
  await expect(page.getByText(/^The run of this address is not here\./)).toBeVisible();
  await page.getByRole('button', { name: 'Show runs' }).click();
  await expect(page.getByRole('list', { name: 'Runs, newest first' })).toBeVisible();
});

/** Of three items the second fails; then the run does. */
const ITEMS = `tasks:
  - id: each
    type: collection
    config: { items: [1, 0, 2], mode: sequential }
    tasks: [{ id: divide, type: map, config: { mapping: { n: "{{ 6 / item }}" } } }]
`;

const AROUND = `tasks:
  - { id: call, type: basic, use: core:workflow, with: { file: items.yaml } }
`;

/** Goes to where the page is once more, as by a reload, and waits until that is there. */
async function reload(page: Page): Promise<void> {
  const before = page.url();
  await page.reload();
  await expectSaved(page);
  await expect(page).toHaveURL(before);
}

/** The addresses that Back and Forward lead to, and the index of the one that is shown. */
function readHistory(page: Page): Promise<{ readonly places: readonly string[]; readonly at: number }> {
  return page.evaluate(() => {
    const { navigation } = globalThis as unknown as {
      navigation: { entries: () => { url: string }[]; currentEntry: { index: number } };
    };
    return { places: navigation.entries().map(({ url }) => url), at: navigation.currentEntry.index };
  });
}

/** One step back or forward, to the place that is expected there. */
async function goTo(page: Page, direction: 'back' | 'forward', place: string): Promise<void> {
  await page.evaluate(
    (way) => (globalThis as unknown as { history: Record<string, () => void> }).history[way]?.(),
    direction,
  );
  await expect(page).toHaveURL(place);
}

test('a task, an item, an instant and a step of a run inside are found again after a reload, and by Back and Forward', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'items.yaml', ITEMS);
  await card(page, 'divide').click();
  await expect(page).toHaveURL(/#\/items\.yaml\?task=divide$/);
  await reload(page);
  await expect(card(page, 'divide')).toHaveClass(/selected/);
  await page.keyboard.press('Escape');

  await showNewRun(page, () => startRun(page));
  await expect(runBadge(page)).toHaveText(/^Failed after/);
  await page.keyboard.press('e');
  const step = page.getByRole('region', { name: 'Step divide' });
  await expect(step).toContainText('Item 2 of 3');
  await expect(page).toHaveURL(/run=[^&]+&step=\d+$/);
  await reload(page);
  await expect(step).toContainText('Item 2 of 3');
  const item = page.url();

  const replay = page.getByRole('group', { name: 'Replay' });
  await page.getByRole('slider', { name: 'Instant of the run' }).focus();
  for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  const instant = 'event 11 of 13';
  await expect(replay).toContainText(instant);
  await expect(page).toHaveURL(/&event=11$/);
  await reload(page);
  await expect(replay).toContainText(instant);

  await importText(page, 'around.yaml', AROUND);
  await showNewRun(page, () => startRun(page));
  await expect(runBadge(page)).toHaveText(/^Failed after/);
  // The failed step is one of the run inside.
  await page.keyboard.press('e');
  await expect(step).toContainText('Item 2 of 3');
  await expect(page).toHaveURL(/#\/around\.yaml\?run=[^&]+&inside=[^&]+&step=\d+$/);
  await reload(page);
  await expect(step).toContainText('Item 2 of 3');
  const inside = page.url();

  // Back leads through all of them, Forward again.
  const { places, at } = await readHistory(page);
  const moment = places.findIndex((place) => place.startsWith(item) && /&event=\d+$/.test(place));
  for (const place of places.slice(moment, at).toReversed()) await goTo(page, 'back', place);
  await expect(page).toHaveTitle(/^items\.yaml/);
  await expect(step).toContainText('Item 2 of 3');
  await expect(replay).toContainText(instant);
  // The run was started with that card selected, so its step is shown there.
  await goTo(page, 'back', item);
  await expect(step).toContainText('Item 2 of 3');
  await expect(replay.getByText(/event \d+ of \d+/)).toHaveCount(0);
  for (const place of places.slice(moment, at + 1)) await goTo(page, 'forward', place);
  expect(page.url()).toBe(inside);
  await expect(page).toHaveTitle(/^around\.yaml/);
  await expect(step).toContainText('Item 2 of 3');
});

import { expectNoBarrier } from './access.ts';
import { card, importText, openApp, openFile, runBadge, showNewRun, startRun, trustFile } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { bar, CHAIN, command, drawer, state, WAITS } from './runs.ts';
import { expectClear, expectInside, FINGER, heightThatHits, ZOOMED } from './small.ts';

/** What is told of a run keeps to its row, and that of a replay leaves the tabs their words. */
async function expectRow(page: Page): Promise<void> {
  const row = drawer(page).getByRole('tablist', { name: 'Run', exact: true }).locator('..');
  await expectInside(state(page, /^Success in/), row);
  await expectInside(
    drawer(page)
      .getByText(/^Simulated/)
      .first(),
    row,
  );
  await expectInside(drawer(page).getByRole('button', { name: 'Close the drawer' }), row);
  await expectNoBarrier(page, drawer(page));
  await drawer(page).getByRole('button', { name: 'To the start' }).click();
  await expect(drawer(page).getByText('Replay').first()).toBeVisible();
  const tabs = drawer(page).getByRole('tablist', { name: 'Run', exact: true });
  for (const tab of await tabs.getByRole('tab').all()) await expectInside(tab, tabs);
  await drawer(page).getByRole('button', { name: 'Show the end' }).click();
  await expect(state(page, /^Success in/)).toBeVisible();
}

test('what is told of a run keeps to its row, and nothing lies over cards beside its drawer', async ({ page }) => {
  const canvas = page.getByRole('application', { name: 'Workflow canvas' });
  await page.setViewportSize(ZOOMED);
  await openApp(page);
  await test.step('nothing lies over cards at a zoom of 200 %', async () => {
    await expect(page.getByRole('button', { name: /minimap/ })).toHaveCount(0);
    await expectNoBarrier(page, canvas);
  });
  await test.step('what is told of a run keeps to its row at a zoom of 200 %', async () => {
    await startRun(page);
    await expect(state(page, /^Success in/)).toBeVisible();
    await expectRow(page);
  });
  await page.setViewportSize({ width: 1024, height: 768 });
  await test.step('what is told of a run keeps to its row at 1024x768', () => expectRow(page));
  await test.step('nothing lies over cards beside the drawer of a run at 1024x768', async () => {
    await openFile(page, 'purchase-approval.yaml');
    await showNewRun(page, () => startRun(page));
    await expect(card(page, 'approval').getByRole('button', { name: 'Approve' })).toBeVisible();
    await expectClear(page);
    await expectInside(card(page, 'approval').getByRole('button', { name: 'Approve' }), page.locator('.react-flow'));
    await expectNoBarrier(page, canvas);
  });
});

test('other ways to run are beside Run, and an empty panel takes the focus', async ({ page }) => {
  await test.step('other ways to run are beside Run, and tell why one is not possible', async () => {
    await openApp(page, '/');
    await importText(page, 'waits.yaml', WAITS);
    await bar(page).getByRole('button', { name: 'More ways to start' }).click();
    await expect(page.getByRole('menuitem', { name: /^Run from here/ })).toContainText('Select one task first');
    await expect(page.getByRole('menuitem')).toHaveCount(5);
    await page.getByRole('menuitem', { name: /^Run…/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('a panel with nothing to press takes the focus itself when it is opened by its name', async () => {
    await command(page, 'Inbox');
    await expect(page.getByRole('region', { name: 'Inbox' })).toBeFocused();
  });
});

const DEFAULTS = `schema:
  input:
    type: object
    required: [customer]
    properties:
      customer: { type: string }
      plan: { type: string, enum: [free, paid], default: paid }
      limit: { type: integer, default: 3 }
tasks:
  - { id: nap, type: wait, config: { timeout: 1s, check_interval: 1s } }
outputs: { plan: "{{ workflow.input.plan }}", limit: "{{ workflow.input.limit }}" }
`;

test('on a phone a run is started, read, answered and deleted', async ({ page }) => {
  await test.step('on a phone a finger hits what reads a run', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openApp(page);
    await importText(page, 'chain.yaml', CHAIN);
    await startRun(page);
    await expect(state(page, /^Success in/)).toBeVisible();
    await drawer(page).getByRole('tab', { name: 'Events' }).click();
    const instant = drawer(page).getByRole('button', { name: /^Show the instant .*, event 3$/ });
    await expect.poll(() => heightThatHits(instant)).toBeGreaterThanOrEqual(FINGER);
    await drawer(page).getByRole('region', { name: 'Result of the run' }).getByRole('button', { name: 'Read' }).click();
    const line = drawer(page).getByRole('treeitem').nth(1);
    await expect.poll(() => heightThatHits(line)).toBeGreaterThanOrEqual(FINGER);
  });
  await test.step('a phone names the file while its run waits, and has Clear run in its menu', async () => {
    await openFile(page, 'purchase-approval.yaml');
    await showNewRun(page, () => startRun(page));
    const stop = bar(page).getByRole('button', { name: 'Stop', exact: true });
    await expect(stop).toBeVisible();
    await expect(bar(page).getByRole('button', { name: '1 waits for an answer' })).toBeVisible();
    const file = bar(page).getByRole('button', { name: 'purchase-approval.yaml' });
    await expect.poll(async () => (await file.boundingBox())?.width).toBeGreaterThan(100);
    await stop.click();
    await expect(stop).toHaveCount(0);
    await bar(page).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Clear run' }).click();
    await expect(drawer(page)).toHaveCount(0);
  });
  await test.step('the run form folds what needs no answer, tells how it is set, and keeps Run in view', async () => {
    await importText(page, 'defaults.yaml', DEFAULTS);
    await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
    await trustFile(page);
    const form = page.getByRole('dialog');
    const run = form.getByRole('button', { name: 'Run', exact: true });
    await expect(run).toBeInViewport({ ratio: 1 });
    await expect(form.getByText('plan: paid, limit: 3')).toBeVisible();
    await expect(form.getByText('in this browser, for real')).toBeVisible();
    await expect(form.getByRole('textbox', { name: /^limit/ })).toBeHidden();
    await expect(form.getByRole('switch', { name: /^Virtual time/ })).toBeHidden();
    await expectNoBarrier(page, form);
    await form.getByText('2 more with defaults').click();
    await form.getByRole('textbox', { name: /^limit/ }).fill('8');
    await form.getByText('Options', { exact: true }).click();
    await form.getByRole('switch', { name: /^Virtual time/ }).click();
    await expect(form.getByText('in this browser, for real, in virtual time')).toBeVisible();
    await form.getByRole('textbox', { name: /^customer/ }).fill('Ada');
    await expect(run).toBeInViewport({ ratio: 1 });
    await expectNoBarrier(page, form);
    await run.click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await expect(drawer(page).getByRole('region', { name: 'Result of the run' })).toContainText('"limit": 8');
  });
  await test.step('the table of all runs offers what can be done with those that are chosen, in one menu', async () => {
    await importText(page, 'one.yaml', 'tasks: [{ id: first, type: basic }]');
    await showNewRun(page, () => startRun(page));
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Run history' }).click();
    await page.getByRole('button', { name: 'All runs as a table' }).click();
    const table = page.getByRole('dialog', { name: 'All runs' });
    const actions = table.getByRole('group', { name: 'What to do with the chosen runs' });
    await expect(actions.getByRole('button')).toHaveCount(0);
    await expect(actions).toContainText('Choose runs');
    await expectNoBarrier(page, table);
    await table.getByRole('row', { name: /one\.yaml/ }).click();
    await expect(actions.getByRole('button', { name: 'Open' })).toBeVisible();
    await actions.getByRole('button', { name: 'More for the chosen runs' }).click();
    await expect(page.getByRole('menuitem', { name: 'Run again with its input' })).toBeVisible();
    await expectNoBarrier(page, page.getByRole('menu'));
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await table.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(table.getByRole('row', { name: /one\.yaml/ })).toHaveCount(0);
    await expect(table.getByRole('row', { name: /defaults\.yaml/ })).toHaveCount(1);
  });
});

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('a finger hits a port of a card, and no two ports are hit at once', async ({ page }) => {
    await openApp(page);
    await expect(card(page, 'classify')).toBeVisible();
    const ports = await page.locator('.react-flow__handle').evaluateAll((handles) =>
      handles.map((handle) => {
        const box = handle.getBoundingClientRect();
        const target = getComputedStyle(handle, '::after');
        const grow = (side: string): number => Number.parseFloat(target.getPropertyValue(side)) * (box.width / 12);
        return {
          name: `${handle.getAttribute('data-nodeid')} ${handle.getAttribute('data-handleid')}`,
          left: box.left + grow('left'),
          top: box.top + grow('top'),
          right: box.right - grow('right'),
          bottom: box.bottom - grow('bottom'),
        };
      }),
    );
    const main = ports.find(({ name }) => name === 'classify main');
    expect((main?.bottom ?? 0) - (main?.top ?? 0)).toBeGreaterThanOrEqual(FINGER);
    const both = ports.flatMap((one, index) =>
      ports
        .slice(index + 1)
        .filter(
          (other) =>
            one.left < other.right - 1 &&
            other.left < one.right - 1 &&
            one.top < other.bottom - 1 &&
            other.top < one.bottom - 1,
        )
        .map((other) => `${one.name} and ${other.name}`),
    );
    expect(both).toEqual([]);
  });
});

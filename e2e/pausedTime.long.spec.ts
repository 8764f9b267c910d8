import { card, importText, runBadge, showNewRun, startRun } from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { bar, CHAIN, drawer, openChain, openHistory } from './runs.ts';

/** Takes three seconds. */
const THREE = `tasks:
  - { id: rest, type: wait, config: { timeout: 3s, check_interval: 3s } }
`;

/** What the newest row of the history with such a name says: when, and how long. */
async function rowOfRun(page: Page, name: RegExp): Promise<string> {
  const history = await openHistory(page);
  const row = history.getByRole('button', { name }).first();
  await expect(row).toContainText(/ · \d/);
  const said = await row.textContent();
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Run history' }).click();
  return said ?? '';
}

/** How long the run on screen took, as its badge says. */
async function lengthOf(page: Page): Promise<string> {
  await expect(runBadge(page)).toHaveText(/^Success in \d/);
  return ((await runBadge(page).textContent()) ?? '').replace('Success in ', '').trim();
}

/** Opens the app and runs the steps that count up to a breakpoint before the second one; answers with what is said of the pause. */
async function pauseBeforeSecond(page: Page): Promise<Locator> {
  await openChain(page);
  await card(page, 'second').click();
  await page.keyboard.press('F9');
  await startRun(page);
  const paused = page.getByRole('region', { name: 'The run is paused' });
  await expect(paused).toContainText('before second');
  return paused;
}

test('a run that was paused is as long in the history as in the drawer', async ({ page }) => {
  const paused = await pauseBeforeSecond(page);
  await bar(page).getByRole('button', { name: 'Step' }).click();
  await expect(paused).toContainText('before third');
  await paused.getByRole('button', { name: 'Resume' }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
  expect(await rowOfRun(page, /^Chain, success/)).toContain(` · ${await lengthOf(page)}`);
});

test('a pause is no work where the length of a run is shown, and on a phone its axis covers nothing', async ({
  page,
}) => {
  await test.step('a pause is no work where the length of a run is shown, and a fork is as long in the history as in the drawer', async () => {
    const paused = await pauseBeforeSecond(page);
    // It stands still while another run takes three seconds.
    await importText(page, 'three.yaml', THREE);
    await showNewRun(page, () => startRun(page));
    await expect(runBadge(page)).toHaveText(/^Success in 3\.\d s$/);
    const history = await openHistory(page);
    await showNewRun(page, () => history.getByRole('button', { name: /^Chain, paused/ }).click());
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Run history' }).click();
    await paused.getByRole('button', { name: 'Resume' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in (\d+ ms|[0-2]\.\d s)$/);
    // The pause is on its axis, folded, and in no length.
    const folds = drawer(page).getByRole('list', { name: 'Idle times that are folded' });
    await expect(folds.getByRole('listitem')).toHaveText([/^(\d\d|[3-9](\.\d)?) s$/]);
    expect(await rowOfRun(page, /^Chain, success/)).toContain(` · ${await lengthOf(page)}`);

    // Forked at the instant before its end; what comes after takes its own time.
    await page.getByRole('slider', { name: 'Instant of the run' }).focus();
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    await showNewRun(page, () => drawer(page).getByRole('button', { name: 'Fork from here' }).click());
    await expect(drawer(page).getByText('Fork', { exact: true })).toBeVisible();
    if (await paused.isVisible()) await page.keyboard.press('F8');
    const length = await lengthOf(page);
    expect(length).toMatch(/^(\d+ ms|[0-2]\.\d s)$/);
    expect(await rowOfRun(page, /^Chain, success/)).toContain(` · ${length}`);
  });
  await test.step('a step that has nothing to start reports it, while only a timer is left', async () => {
    await importText(
      page,
      'timer.yaml',
      `tasks:
  - { id: pause, type: wait, config: { timeout: 10m, check_interval: 10m }, on_success: { next: after } }
  - { id: after, type: basic }
`,
    );
    await showNewRun(page, () => startRun(page));
    await expect(drawer(page).getByRole('button', { name: /^pause, waiting/ })).toBeVisible();
    await page.keyboard.press('F8');
    await expect(page.getByRole('region', { name: 'The run is paused' })).toContainText('Nothing new starts.');
    await bar(page).getByRole('button', { name: 'Step' }).click();
    await expect(page.getByText(/^No task is ready to start: the run only waits\./)).toBeVisible();
  });
  await test.step('on a phone nothing of the time axis lies over the step that is read', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await importText(page, 'read.yaml', CHAIN);
    await showNewRun(page, () => startRun(page));
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await drawer(page)
      .getByRole('button', { name: /^second, success/ })
      .click();
    const step = page.getByRole('region', { name: 'Step second' });
    await expect(step.getByRole('treeitem').first()).toBeVisible();
    let before = await step.screenshot({ animations: 'disabled' });
    // What is drawn a moment later belongs to the picture.
    await expect(async () => {
      const last = before;
      before = await step.screenshot({ animations: 'disabled' });
      expect(before.equals(last)).toBe(true);
    }).toPass();
    const hidden = await page.evaluate(() => {
      const axis = document.querySelector('[role="slider"][aria-label="Instant of the run"]');
      const parts = [...(axis?.parentElement?.querySelectorAll('*') ?? [])];
      for (const part of parts) if (part instanceof HTMLElement) part.style.visibility = 'hidden';
      return parts.length;
    });
    expect(hidden).toBeGreaterThan(3);
    expect((await step.screenshot({ animations: 'disabled' })).equals(before)).toBe(true);
  });
});

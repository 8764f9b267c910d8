import { expectNoBarrier } from './access.ts';
import { openApp, openRunForm, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { drawer, state } from './runs.ts';
import { expectClear, expectInside, FINGER, heightThatHits, ZOOMED } from './small.ts';

test('at a zoom of 200 % a run leaves room for the cards, and on a phone a finger hits what reads and starts it', async ({
  page,
}) => {
  const canvas = page.getByRole('application', { name: 'Workflow canvas' });
  await page.setViewportSize(ZOOMED);
  await openApp(page);
  await test.step('nothing lies over cards at a zoom of 200 %', async () => {
    await expect(page.getByRole('toolbar', { name: 'Canvas' })).toBeVisible();
    await expectClear(page);
  });
  await test.step('at a zoom of 200 % the toolbar gives way to the cards, and the drawer shows steps', async () => {
    await startRun(page);
    await expect(state(page, /^Success in/)).toBeVisible();
    await expect(page.getByRole('toolbar', { name: 'Canvas' })).toBeHidden();
    for (const step of ['Classify ticket', 'Route by topic', 'Gather context'])
      await expectInside(
        drawer(page).getByRole('button', { name: new RegExp(`^${step}, success`) }),
        drawer(page).getByRole('tabpanel'),
      );
    await expect.poll(async () => (await canvas.boundingBox())?.height).toBeGreaterThan(155);
    const row = drawer(page).getByRole('tablist', { name: 'Run', exact: true }).locator('..');
    await expectInside(state(page, /^Success in/), row);
    await expectInside(drawer(page).getByRole('button', { name: 'Close the drawer' }), row);
  });
  await test.step('on a phone a finger hits what reads a run, and the form of the next one keeps Run in view', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const name of ['Search', 'Result', 'More actions for this run', 'Close the drawer'])
      await expect
        .poll(() => heightThatHits(drawer(page).getByRole('button', { name, exact: true })))
        .toBeGreaterThanOrEqual(FINGER);
    await expectNoBarrier(page);
    await openRunForm(page);
    const form = page.getByRole('dialog');
    await expect(form.getByRole('button', { name: 'Run', exact: true })).toBeInViewport({ ratio: 1 });
    await expect(form.getByText('in this browser, for real')).toBeVisible();
    await expect(form.getByRole('textbox', { name: 'Budget in tokens' })).toBeHidden();
    await expectNoBarrier(page, form);
  });
});

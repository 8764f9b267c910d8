import { expectNoBarrier } from './access.ts';
import { card, expectStatus, showNewRun, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { bar, command, drawer, exportAndImport, openChain, openHistory, state } from './runs.ts';

test('a run pauses at a breakpoint, is changed and stepped, forked from an earlier instant, run from a task, pinned and exported', async ({
  page,
}) => {
  await openChain(page);
  const paused = page.getByRole('region', { name: 'The run is paused' });

  await test.step('a breakpoint pauses before its task; what that gets is changed, and the run steps and resumes', async () => {
    await card(page, 'second').click();
    await page.keyboard.press('F9');
    await startRun(page);
    await expect(paused).toContainText('Paused at a breakpoint before second.');
    await expect(card(page, 'second').getByTitle(/^Comes next/)).toHaveText('Next {"n":2}');
    await paused.getByRole('button', { name: 'Change what it gets' }).click();
    const field = paused.getByRole('textbox', { name: 'Input of second, as JSON' });
    await field.fill('{"n": 40}');
    await field.press('ControlOrMeta+Enter');
    await expect(paused).toContainText('{"n":40}');
    await page.keyboard.press('F10');
    await expect(paused).toContainText('Paused before third.');
    await expectNoBarrier(page, drawer(page));
    await page.keyboard.press('F8');
    await expect(state(page, /^Success in/)).toBeVisible();
    await expect(drawer(page).getByText('1 edited')).toBeVisible();
  });

  await test.step('the canvas follows the time that is scrubbed, and a fork begins there', async () => {
    await page.getByRole('slider', { name: 'Instant of the run' }).focus();
    await page.keyboard.press('Home');
    await expectStatus(page, 'first', 'Pending');
    await drawer(page).getByRole('button', { name: 'Fork from here' }).click();
    await expect(drawer(page).getByText('Fork', { exact: true })).toBeVisible();
    await bar(page).getByRole('button', { name: 'Resume' }).click();
    await expect(paused).toContainText('before second');
    await bar(page).getByRole('button', { name: 'Resume' }).click();
    await expect(state(page, /^Success in/)).toBeVisible();
  });

  await test.step('a part runs on the results before, and a pinned output takes the place of a task', async () => {
    await card(page, 'third').click();
    await showNewRun(page, () => command(page, 'Run from here'));
    await expect(drawer(page).getByText('2 reused')).toBeVisible();
    await expect(state(page, /^Success in/)).toBeVisible();
    await command(page, 'Pin the output of the last run');
    await expect(card(page, 'third').getByText('Pinned')).toBeVisible();
  });

  await test.step('a run is exported from the history, and imported there', async () => {
    const panel = await openHistory(page);
    await panel.getByRole('button', { name: 'More for the run of Chain' }).first().click();
    await exportAndImport(page, panel);
    await expect(panel.getByRole('button', { name: /^Chain, success.*imported/ })).toBeVisible();
  });
});

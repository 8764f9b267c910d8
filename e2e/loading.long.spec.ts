import { card, openApp, openRunForm, runBadge, startRun } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';
import { expectFailure, keepBusy, tryAgain } from './loading.ts';

test.use({ loadsAhead: true });

// The context is kept for the next test.
test.afterEach(({ context }) => context.setOffline(false));

/** Waits until the page has loaded what it does not show at first. */
async function waitUntilLoadedAhead(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('loaded-ahead').length > 0);
  await page.waitForLoadState('networkidle');
}

test('what was not loaded ahead is loaded when it is used, and tells when it cannot', async ({ page, problems }) => {
  await test.step('a canvas whose cards cannot be placed reports it, and draws when it is tried again', async () => {
    await keepBusy(page);
    await page.route('**/places-*.js', (route) => route.abort());
    await openApp(page);
    await expect(page.getByText('The canvas stopped working')).toBeVisible();
    await page.unroute('**/places-*.js');
    expectFailure(problems);
    const again = page.getByRole('button', { name: 'Try again' });
    if (!(await tryAgain(card(page, 'classify'), () => again.click({ timeout: 1000 }))))
      await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect(card(page, 'classify')).toBeVisible();
    problems.splice(0);
  });
  await test.step('keys do what they promise also before it is loaded how', async () => {
    await card(page, 'escalate').click();
    await page.keyboard.press('Delete');
    await expect(card(page, 'escalate')).toHaveCount(0);
  });
  await test.step('a menu that was not loaded ahead opens by keys, reports when it cannot, and then opens again', async () => {
    await openApp(page);
    const button = page.getByRole('banner').getByRole('button', { name: 'Export' });
    await page.route('**/MenuPopup-*.js', (route) => route.abort());
    await button.press('Enter');
    await expect(
      page.getByText(/^The menu did not open\. It could not be loaded\. Check the connection/),
    ).toBeVisible();
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    await page.unroute('**/MenuPopup-*.js');
    expectFailure(problems);
    const first = page.getByRole('menuitem', { name: 'Download the YAML' });
    await expect(page.getByText(/^The menu did not open/)).toHaveCount(1);
    if (!(await tryAgain(first, () => button.press('Enter')))) {
      const loaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Reload', exact: true }).first().click();
      await loaded;
      await expect(card(page, 'classify')).toBeVisible();
      await expect(page.getByText(/^The menu did not open/)).toHaveCount(0);
      await button.press('Enter');
    }
    await expect(first).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Download the YAML' })).not.toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    problems.splice(0);
  });
});

test('what the page loaded while it was idle works without a connection', async ({ page, context, problems }) => {
  await test.step('the handle of the inspector is moved by pointer and keys, tells its width, and is remembered', async () => {
    await openApp(page);
    await card(page, 'classify').click();
    const handle = page.getByRole('separator', { name: 'Width of the inspector' });
    await expect(handle).toHaveAttribute('aria-valuenow', '326');
    const box = await handle.boundingBox();
    if (!box) throw new Error('The handle is not drawn');
    await page.mouse.move(box.x - 3, 300);
    await page.mouse.down();
    await page.mouse.move(box.x - 103, 300, { steps: 4 });
    await page.mouse.up();
    await expect(handle).toHaveAttribute('aria-valuenow', '426');
    await handle.press('End');
    await expect(handle).toHaveAttribute('aria-valuenow', '264');
    await handle.press('Home');
    await expect(handle).toHaveAttribute('aria-valuenow', '620');
    await page.reload();
    await card(page, 'classify').click();
    await expect(handle).toHaveAttribute('aria-valuenow', '620');
    await handle.dblclick();
    await expect(handle).toHaveAttribute('aria-valuenow', '326');
  });
  // A browser asks for the icon again when the address of the page changes, and has it from the service worker.
  await context.route('**/icon.svg', (route) => route.fulfill({ path: 'public/icon.svg' }));
  const missing: string[] = [];
  page.on('requestfailed', (request) => missing.push(new URL(request.url()).pathname));
  await test.step('menus, panels, forms and dialogs open', async () => {
    const inWorker = page.waitForResponse((response) => /\/performMemory-.*\.js$/.test(response.url()));
    await openApp(page);
    await inWorker;
    await expect(card(page, 'classify')).toBeVisible();
    await waitUntilLoadedAhead(page);
    await context.setOffline(true);
    await page.getByRole('banner').getByRole('button', { name: 'Export' }).click();
    await expect(page.getByRole('menuitem', { name: 'Download the YAML' })).toBeVisible();
    await page.keyboard.press('Escape');
    await card(page, 'route').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Change the type to' }).hover();
    await expect(page.getByRole('menuitemcheckbox', { name: 'Decision' })).toBeChecked();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await card(page, 'route').click();
    await page.getByRole('button', { name: 'Add a task' }).click();
    await expect(
      page.getByRole('complementary', { name: 'Inspector' }).getByRole('combobox', { name: 'Type' }),
    ).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await page.keyboard.press('Escape');
    await openRunForm(page);
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  });
  await test.step('a run begins and ends without a connection, and the text is there to read', async () => {
    await page.keyboard.press('Escape');
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expect(missing).toEqual([]);
    await page.getByRole('radio', { name: 'Split' }).click();
    await expect(page.getByText(/^The editor did not load\./)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Source' }).getByText('# Support triage')).toBeVisible();
    problems.splice(0);
  });
});

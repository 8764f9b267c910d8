import { expectSaved, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { PLAIN, reloadFrom, servePlain, startScreen } from './worlds.ts';

test('over plain HTTP the app keeps, edits and runs, and says of the rest why it is not there', async ({
  page,
  baseURL,
  problems,
}) => {
  await servePlain(page, baseURL ?? '');
  await openApp(page, PLAIN);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await importText(
    page,
    'plain.yaml',
    'tasks:\n  - { id: get, type: basic, use: core:http, with: { url: icon.svg }, on_success: { next: hash } }\n  - { id: hash, type: basic, use: core:hash, with: { text: a } }\n',
  );
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Failed after/);
  await expect(page.getByText(/Browsers hash only on pages served over https/).first()).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Copy the YAML' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('banner').getByRole('button', { name: 'plain.yaml' })).toBeVisible();
  await expectSaved(page);
  // The browser says on its console that it ignores a header of such a page.
  problems.splice(0, problems.length, ...problems.filter((problem) => !problem.includes('Cross-Origin-Opener-Policy')));
});

test('a file that does not arrive at the start is named, and a reload opens the app once it does', async ({
  page,
  problems,
}) => {
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.goto('/');
  const screen = startScreen(page, 'Signalbox could not be loaded');
  await expect(screen).toContainText(/A file failed to load: assets\/index-[\w-]+\.js/);
  await page.unroute('**/assets/index-*.js');
  // A part of the top bar that comes a moment later is missed alone.
  await page.route('**/BarMenus-*.js', (route) => route.abort());
  await reloadFrom(page, screen);
  await expectSaved(page);
  await expect(page.getByText(/^A part of the top bar is missing\. It could not be loaded/)).toBeVisible();
  problems.splice(0);
});

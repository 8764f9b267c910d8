import {
  card,
  chooseFiles,
  downloadText,
  expectSaved,
  importText,
  openApp,
  runBadge,
  showSplit,
  startRun,
  withLayout,
} from './app.ts';
import { expect, test } from './fixtures.ts';

const SOURCE = 'tasks:\n  - id: first\n    type: basic\n';

test('a reload in the middle of typing loses nothing', async ({ page }) => {
  await openApp(page);
  await importText(page, 'draft.yaml', SOURCE);
  const editor = await showSplit(page);
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('    name: Not yet sav');
  await page.reload();
  await expect(page).toHaveTitle(/^draft\.yaml/);
  await expect(page.getByRole('group', { name: /^Not yet sav, id first/ })).toBeVisible();
  expect(await downloadText(page)).toBe(`${SOURCE}    name: Not yet sav`);
});

test('a finished run is in the history after a reload, with the text that ran', async ({ page }) => {
  await openApp(page);
  await importText(page, 'draft.yaml', SOURCE);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  const editor = await showSplit(page);
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('  - id: second\n');
  await page.reload();
  await page.getByRole('button', { name: 'Run history' }).click();
  await page
    .getByRole('list', { name: 'Runs, newest first' })
    .getByRole('button', { name: /^draft.*success/ })
    .click();
  const steps = page.getByRole('list', { name: 'Steps of the run' });
  await expect(steps.getByRole('button')).toHaveCount(1);
  await expect(steps.getByRole('button', { name: /^first, success/ })).toBeVisible();
});

test('a second tab is notified, follows live, and takes over only when asked', async ({ page, context }) => {
  await openApp(page);
  await importText(page, 'draft.yaml', SOURCE);
  await expectSaved(page);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByText(/another tab/i).first()).toBeVisible();
  await showSplit(page);
  await page.getByRole('textbox', { name: /YAML/ }).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('    name: Typed in the first');
  await expect(other.getByRole('group', { name: /^Typed in the first, id first/ })).toBeVisible();
  await other.getByRole('button', { name: /edit here|take over/i }).click();
  await expect(page.getByText(/another tab/i).first()).toBeVisible();
  await expect(other.getByText(/another tab/i)).toHaveCount(0);
  expect(await downloadText(other)).toBe(`${SOURCE}    name: Typed in the first`);
});

test('a file is renamed, deleted and brought back', async ({ page }) => {
  await openApp(page);
  await importText(page, 'draft.yaml', SOURCE);
  const files = page.getByRole('banner').getByRole('button', { name: /\.yaml$/ });
  await files.click();
  await page.getByRole('menuitem', { name: 'Delete the file' }).click();
  await expect(page).not.toHaveTitle(/^draft/);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(page).toHaveTitle(/^draft/);
  await expect(card(page, 'first')).toBeVisible();
  expect(await downloadText(page)).toBe(SOURCE);
});

test('the layout goes along and is found again', async ({ page }) => {
  await openApp(page);
  const positions = { first: { x: 400, y: 300 }, second: { x: 400, y: 0 } };
  const text = `${SOURCE}  - id: second\n    type: basic\n`;
  await chooseFiles(page, withLayout('placed', text, { version: 1, positions }));
  await expect(card(page, 'first')).toBeVisible();
  const first = await card(page, 'first').boundingBox();
  const second = await card(page, 'second').boundingBox();
  expect(first?.x).toBeCloseTo(second?.x ?? 0, 0);
  expect(first?.y ?? 0).toBeGreaterThan((second?.y ?? 0) + 100);
});

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

test('files, runs and what is being typed are kept over a reload and a deletion', async ({ page }) => {
  await openApp(page);

  await test.step('the layout of a file is imported with it', async () => {
    const positions = { first: { x: 400, y: 300 }, second: { x: 400, y: 0 } };
    const text = `${SOURCE}  - id: second\n    type: basic\n`;
    await chooseFiles(page, withLayout('placed', text, { version: 1, positions }));
    await expect(card(page, 'first')).toBeVisible();
    const first = async () => (await card(page, 'first').boundingBox()) ?? { x: 0, y: 0 };
    const second = async () => (await card(page, 'second').boundingBox()) ?? { x: 0, y: 0 };
    await expect.poll(async () => (await first()).y - (await second()).y).toBeGreaterThan(100);
    expect((await first()).x).toBeCloseTo((await second()).x, 0);
  });

  await test.step('a file is deleted and brought back', async () => {
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

  await test.step('a finished run is in the history after a reload, with the text that ran', async () => {
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

  await test.step('a reload in the middle of typing loses nothing', async () => {
    await importText(page, 'typed.yaml', SOURCE);
    await expect(page.getByRole('region', { name: 'Source' })).toContainText('typed.yaml');
    const editor = await showSplit(page);
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('    name: Not yet sav');
    await page.reload();
    await expect(page).toHaveTitle(/^typed\.yaml/);
    await expect(page.getByRole('group', { name: /^Not yet sav, id first/ })).toBeVisible();
    expect(await downloadText(page)).toBe(`${SOURCE}    name: Not yet sav`);
  });
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

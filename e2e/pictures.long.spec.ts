import { downloadText, dropText, importText, openApp, openFile } from './app.ts';
import { expect, test } from './fixtures.ts';
import { exportAs } from './pictures.ts';

test('the menu says why there is no layout to take, and pictures are named after the file', async ({ page }) => {
  await openApp(page);
  expect((await exportAs(page, /^Download as PNG/)).name).toMatch(/\.png$/);
  const { name, content } = await exportAs(page, /^Download as SVG/);
  expect(name).toMatch(/\.svg$/);
  expect(content.toString('utf8')).toContain('>Start</text>');
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('menuitem', { name: /^Download with the layout/ })).toContainText('No card was moved');
});

test('an SVG that is dropped on the window opens the workflow in it, once, or is refused with the reason', async ({
  page,
}) => {
  await openApp(page);
  const text = await downloadText(page);
  const { name, content } = await exportAs(page, /^Download as SVG/);
  const opened = page.getByRole('banner').getByRole('button', { name: name.replace(/svg$/, 'yaml') });

  await test.step('a file that is here already with that text is opened, another text comes in beside it', async () => {
    await importText(page, 'other.yaml', 'tasks: []\n');
    await dropText(page, 'picture.svg', content.toString('utf8'));
    // It is here already with that text: there is no copy of it.
    await expect(opened).toBeVisible();
    await opened.click();
    await page.getByRole('menuitem', { name: 'Delete the file' }).click();
    await expect(opened).toBeHidden();
    await dropText(page, 'picture.svg', content.toString('utf8'));
    await expect(opened).toBeVisible();
    expect(await downloadText(page)).toBe(text);
    await dropText(page, name.replace(/svg$/, 'yaml'), 'tasks: []\n');
    await openFile(page, name.replace('.svg', '-2.yaml'));
    expect(await downloadText(page)).toBe('tasks: []\n');
  });

  await test.step('an SVG that holds no workflow is refused with the reason', async () => {
    await dropText(page, 'other.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await expect(page.getByText('other.svg was not opened: it contains no workflow.')).toBeVisible();
  });
});

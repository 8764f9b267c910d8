import { readFileSync } from 'node:fs';
import { downloadText, dropText, importText, openApp, openFile } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';

/** Downloads something by an entry of the menu. */
async function exportAs(page: Page, name: RegExp): Promise<{ readonly name: string; readonly content: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

test('a workflow leaves as SVG, PNG and Mermaid, and an SVG brings it back', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openApp(page);
  await test.step('it leaves as PNG and as Mermaid, and the menu says why there is no layout to take', async () => {
    const { name, content } = await exportAs(page, /^Download as PNG/);
    expect(name).toMatch(/\.png$/);
    expect(content.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(content.readUInt32BE(16)).toBeGreaterThan(800);
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByRole('menuitem', { name: /^Download with the layout/ })).toContainText('No card was moved');
    await page.getByRole('menuitem', { name: 'Copy as Mermaid' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^flowchart (LR|TD)\n {2}t1/);
  });

  const text = await downloadText(page);
  const { name, content } = await exportAs(page, /^Download as SVG/);

  await test.step('an SVG shows it and opens again, byte for byte', async () => {
    expect(name).toMatch(/\.svg$/);
    const svg = content.toString('utf8');
    expect(svg).toContain('>Start</text>');
    // A browser decodes no image of an SVG that is not well-formed.
    const width = await page.evaluate(async (source) => {
      const image = new Image();
      image.src = URL.createObjectURL(new Blob([source], { type: 'image/svg+xml' }));
      await image.decode();
      return image.naturalWidth;
    }, svg);
    expect(width).toBeGreaterThan(400);
    const banner = page.getByRole('banner');
    const file = name.replace(/svg$/, 'yaml');
    await banner.getByRole('button', { name: file }).click();
    await page.getByRole('menuitem', { name: 'Delete the file' }).click();
    await expect(banner.getByRole('button', { name: file })).toBeHidden();
    await dropText(page, 'picture.svg', content);
    await expect(banner.getByRole('button', { name: file })).toBeVisible();
    expect(await downloadText(page)).toBe(text);
  });

  await test.step('an SVG that is dropped on the window opens the workflow in it, once', async () => {
    const opened = page.getByRole('banner').getByRole('button', { name: name.replace(/svg$/, 'yaml') });
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
    // Another text of that name comes in beside it.
    await dropText(page, name.replace(/svg$/, 'yaml'), 'tasks: []\n');
    await openFile(page, name.replace('.svg', '-2.yaml'));
    expect(await downloadText(page)).toBe('tasks: []\n');
  });

  await test.step('an SVG that holds no workflow is refused with the reason', async () => {
    await dropText(page, 'other.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await expect(page.getByText('other.svg was not opened: it holds no workflow.')).toBeVisible();
  });
});

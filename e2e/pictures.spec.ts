import { downloadText, dropText, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { exportAs } from './pictures.ts';

test('a workflow leaves as PNG, Mermaid and SVG, and an SVG brings it back', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openApp(page);
  await test.step('it leaves as PNG and as Mermaid', async () => {
    const { content } = await exportAs(page, /^Download as PNG/);
    expect(content.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(content.readUInt32BE(16)).toBeGreaterThan(800);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Copy as Mermaid' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^flowchart (LR|TD)\n {2}t1/);
  });

  await test.step('an SVG shows it and opens again, byte for byte', async () => {
    const text = await downloadText(page);
    const { name, content } = await exportAs(page, /^Download as SVG/);
    // A browser decodes no image of an SVG that is not well-formed.
    const width = await page.evaluate(async (source) => {
      const image = new Image();
      image.src = URL.createObjectURL(new Blob([source], { type: 'image/svg+xml' }));
      await image.decode();
      return image.naturalWidth;
    }, content.toString('utf8'));
    expect(width).toBeGreaterThan(400);
    const file = page.getByRole('banner').getByRole('button', { name: name.replace(/svg$/, 'yaml') });
    await file.click();
    await page.getByRole('menuitem', { name: 'Delete the file' }).click();
    await expect(file).toBeHidden();
    await dropText(page, 'picture.svg', content);
    await expect(file).toBeVisible();
    expect(await downloadText(page)).toBe(text);
  });
});

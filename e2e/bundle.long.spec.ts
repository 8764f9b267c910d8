import { card, importText, openApp, openFile } from './app.ts';
import { bundle, dropArchive, leadOut, ODD } from './bundle.ts';
import { offsetFrom } from './canvas.ts';
import { expect, test } from './fixtures.ts';

test('all files leave as one archive and come back byte for byte; one that is not as it should be brings nothing in', async ({
  page,
  browser,
}) => {
  await openApp(page);

  await test.step('an archive that is not as it should be brings nothing in, and says why', async () => {
    const whole = await bundle(page);
    await dropArchive(page, 'hostile.zip', leadOut(whole));
    await expect(
      page.getByText(/^hostile\.zip was not opened: “\.\.\/\.\.\/elsewhere\.yml” in it is not a path/),
    ).toBeVisible();
    const damaged = Buffer.from(whole);
    damaged.write('TASKS', whole.indexOf('tasks:'));
    await dropArchive(page, 'damaged.zip', damaged);
    await expect(page.getByText(/^damaged\.zip was not opened: “.+” in it is damaged\./)).toBeVisible();
    await dropArchive(page, 'none.zip', Buffer.from('tasks: []\n'.repeat(9)));
    await expect(page.getByText(/^none\.zip was not opened: it is not a zip archive/)).toBeVisible();
    expect((await bundle(page)).equals(whole)).toBe(true);
  });

  await test.step('all files and their arrangement leave as one archive and come back byte for byte, and are asked about', async () => {
    await page.getByRole('button', { name: 'Variables', exact: true }).click();
    await importText(page, 'ödd.yaml', ODD);
    await openFile(page, 'support-triage.yaml');
    const before = await offsetFrom(card(page, 'classify'), card(page, 'route'));
    await card(page, 'route').click();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => offsetFrom(card(page, 'classify'), card(page, 'route'))).not.toEqual(before);
    const first = await bundle(page);
    expect(first.includes(Buffer.from(ODD))).toBe(true);
    expect(first.includes(Buffer.from('support-triage.layout.json'))).toBe(true);
    // The same workspace is the same bytes.
    expect((await bundle(page)).equals(first)).toBe(true);

    const other = await browser.newPage();
    await openApp(other);
    // Nothing of the samples is left in the other browser's workspace.
    for (let left = 20; left > 0 && !(await other.getByText('No file', { exact: true }).isVisible()); left--) {
      await other.keyboard.press('ControlOrMeta+K');
      await other.getByRole('dialog').getByRole('combobox').fill('Delete the file');
      await other.getByRole('option', { name: 'Delete the file', exact: true }).click();
    }
    await other.getByRole('banner').getByRole('button', { name: 'Export', exact: true }).click();
    await expect(other.getByRole('menuitem', { name: /^Download all files as \.zip/ })).toContainText(
      'There are no files yet',
    );
    await other.keyboard.press('Escape');
    await dropArchive(other, 'signalbox.zip', first);
    await expect(other).toHaveTitle(/\.yaml · Signalbox$/);
    expect((await bundle(other)).equals(first)).toBe(true);
    await openFile(other, 'support-triage.yaml');
    await other.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click();
    await expect(other.getByRole('dialog', { name: 'Trust “support-triage.yaml”?' })).toBeVisible();
    await other.close();
  });
});

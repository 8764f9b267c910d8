import { readFileSync } from 'node:fs';
import { card, importText, openApp, openFile } from './app.ts';
import { expect, type Page, test } from './fixtures.ts';

const ODD = '\uFEFFtasks:\r\n  - { id: ödd, type: basic } # €\r\n\r\n';

async function bundle(page: Page): Promise<Buffer> {
  await page.getByRole('banner').getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download all files as .zip' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('signalbox.zip');
  return readFileSync(await download.path());
}

/** Drops an archive on the window. */
async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.evaluate(
    ({ name, base64 }) => {
      const dataTransfer = new DataTransfer();
      const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([data], name, { type: 'application/zip' }));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    { name, base64: bytes.toString('base64') },
  );
}

test('all files leave as one archive and come back byte for byte; one that is not as it should be brings nothing in', async ({
  page,
  browser,
}) => {
  await openApp(page);

  await test.step('an archive that is not as it should be brings nothing in, and says why', async () => {
    const whole = await bundle(page);
    const name = Buffer.from('support-triage.yaml');
    const hostile = Buffer.from(whole);
    for (let at = hostile.indexOf(name); at >= 0; at = hostile.indexOf(name, at + 1))
      hostile.write('../../elsewhere.yml', at);
    await drop(page, 'hostile.zip', hostile);
    await expect(
      page.getByText(/^hostile\.zip was not opened: “\.\.\/\.\.\/elsewhere\.yml” in it is no path/),
    ).toBeVisible();
    const damaged = Buffer.from(whole);
    damaged.write('TASKS', whole.indexOf('tasks:'));
    await drop(page, 'damaged.zip', damaged);
    await expect(page.getByText(/^damaged\.zip was not opened: “.+” in it is damaged\./)).toBeVisible();
    await drop(page, 'none.zip', Buffer.from('tasks: []\n'.repeat(9)));
    await expect(page.getByText(/^none\.zip was not opened: it is no zip archive/)).toBeVisible();
    expect((await bundle(page)).equals(whole)).toBe(true);
  });

  await test.step('all files and their arrangement leave as one archive and come back byte for byte, and are asked about', async () => {
    await page.getByRole('button', { name: 'Variables', exact: true }).click();
    await importText(page, 'ödd.yaml', ODD);
    await openFile(page, 'support-triage.yaml');
    await card(page, 'route').click();
    await page.keyboard.press('Alt+ArrowDown');
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
    await drop(other, 'signalbox.zip', first);
    await expect(other).toHaveTitle(/\.yaml · Signalbox$/);
    expect((await bundle(other)).equals(first)).toBe(true);
    await openFile(other, 'support-triage.yaml');
    await other.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click();
    await expect(other.getByRole('dialog', { name: 'Trust “support-triage.yaml”?' })).toBeVisible();
    await other.close();
  });
});

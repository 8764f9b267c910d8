import { readFileSync } from 'node:fs';
import { dropFiles } from './app.ts';
import { expect, type Page } from './fixtures.ts';

export const ODD = '\uFEFFtasks:\r\n  - { id: ödd, type: basic } # €\r\n\r\n';

export async function bundle(page: Page): Promise<Buffer> {
  await page.getByRole('banner').getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download all files as .zip' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('signalbox.zip');
  return readFileSync(await download.path());
}

/** Drops an archive on the window. */
export async function dropArchive(page: Page, name: string, bytes: Buffer): Promise<void> {
  await dropFiles(page, [{ name, content: bytes, mimeType: 'application/zip' }]);
}

/** An archive with a path that leads out of the folder. */
export function leadOut(archive: Buffer): Buffer {
  const name = Buffer.from('support-triage.yaml');
  const hostile = Buffer.from(archive);
  for (let at = hostile.indexOf(name); at >= 0; at = hostile.indexOf(name, at + 1))
    hostile.write('../../elsewhere.yml', at);
  return hostile;
}

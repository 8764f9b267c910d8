import { downloadText, dropText, openApp, openFile } from './app.ts';
import { bundle, dropArchive, leadOut, ODD } from './bundle.ts';
import { expect, test } from './fixtures.ts';
import { command } from './runs.ts';

test('all files are downloaded as one archive and come back byte for byte; an archive that leads out of the folder brings nothing in', async ({
  page,
}) => {
  await openApp(page);
  await dropText(page, 'ödd.yaml', ODD);
  await expect(page).toHaveTitle(/^ödd\.yaml/);
  const whole = await bundle(page);
  await dropArchive(page, 'hostile.zip', leadOut(whole));
  await expect(
    page.getByText(/^hostile\.zip was not opened: “\.\.\/\.\.\/elsewhere\.yml” in it is not a path/),
  ).toBeVisible();
  await command(page, 'Delete the file');
  await expect(page).not.toHaveTitle(/^ödd\.yaml/);
  expect((await bundle(page)).includes(Buffer.from(ODD))).toBe(false);
  await dropArchive(page, 'signalbox.zip', whole);
  await openFile(page, 'ödd.yaml');
  expect(await downloadText(page)).toBe(ODD);
  expect((await bundle(page)).equals(whole)).toBe(true);
});

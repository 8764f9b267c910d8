import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { card, downloadText } from './app.ts';
import { expect } from './fixtures.ts';
import { named, openServed, savedMark, test, unsavedMark } from './open.ts';
import { nameFirst, SOURCE } from './twoTasks.ts';

test('the address of a folder loses its token, and the places of cards are written beside the file', async ({
  page,
  flows,
}) => {
  await openServed(page, flows);
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/(#\/[^?]*)?$/);
  await expect(page).toHaveTitle(/^one\.yaml/);
  await nameFirst(page, 'Alpha');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => flows.read('one.yaml')).toBe(named('Alpha'));
  await card(page, 'b').click();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => readdirSync(flows.folder).toSorted()).toEqual(['one.layout.json', 'one.yaml']);
  expect(JSON.parse(flows.read('one.layout.json'))).toMatchObject({ version: 1, positions: { b: {} } });
  expect(flows.read('one.yaml')).toBe(named('Alpha'));
});

test('what another program changes, makes and removes is shown at once', async ({ page, flows }) => {
  await openServed(page, flows);
  flows.write('one.yaml', named('Other'));
  await expect(page.getByRole('group', { name: /^Other, id a/ })).toBeVisible();
  await expect(savedMark(page, flows)).toBeVisible();
  flows.write('two.yaml', SOURCE);
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  const files = page.getByRole('region', { name: 'Files' });
  await expect(files.getByText('two.yaml')).toBeVisible();
  rmSync(path.join(flows.folder, 'two.yaml'));
  await expect(files.getByText('two.yaml')).toHaveCount(0);
});

test('the question about a file that changed twice is answered by its buttons alone, and either text comes back', async ({
  page,
  flows,
}) => {
  await openServed(page, flows);
  const dialog = page.getByRole('dialog', { name: '“one.yaml” changed on disk' });
  await nameFirst(page, 'Mine');
  flows.write('one.yaml', named('Theirs'));
  await expect(dialog).toBeVisible();
  await page.keyboard.type('x ');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => downloadText(page)).toBe(named('Mine'));
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => flows.read('one.yaml')).toBe(named('Mine'));

  await nameFirst(page, 'Again');
  flows.write('one.yaml', named('Theirs'));
  await dialog.getByRole('button', { name: 'Take the one on disk' }).click();
  await expect.poll(() => downloadText(page)).toBe(named('Theirs'));
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => downloadText(page)).toBe(named('Again'));
});

test('an address lets one browser in, and again after a reload', async ({ page, flows, browser, problems }) => {
  const address = await openServed(page, flows);
  await page.reload();
  await expect(savedMark(page, flows)).toBeVisible();
  const stranger = await browser.newPage();
  await stranger.goto(address);
  await expect(stranger.getByText(/This address was used before/).first()).toBeVisible();
  await expect(stranger.getByText('one.yaml')).toHaveCount(0);
  await stranger.close();
  problems.length = 0;
});

test('what was not saved when the program ended is written once it is back, whatever is new in the folder', async ({
  page,
  flows,
  problems,
}) => {
  await openServed(page, flows);
  await nameFirst(page, 'Unsaved');
  await expect(unsavedMark(page)).toBeVisible();
  expect(await flows.end()).toBe(0);
  await expect(page.getByRole('alert').filter({ hasText: 'signalbox open has ended' })).toBeVisible();
  expect(flows.read('one.yaml')).toBe(SOURCE);

  flows.write('two.yaml', SOURCE);
  await page.goto('about:blank');
  await page.goto(await flows.start());
  await expect(unsavedMark(page)).toBeVisible();
  expect(await downloadText(page)).toBe(named('Unsaved'));
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => flows.read('one.yaml')).toBe(named('Unsaved'));
  await expect(savedMark(page, flows)).toBeVisible();
  // The requests that found no server.
  problems.length = 0;
});

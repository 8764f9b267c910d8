import { downloadText } from './app.ts';
import { expect } from './fixtures.ts';
import { named, openServed, savedMark, test, unsavedMark } from './open.ts';
import { nameFirst, SOURCE } from './twoTasks.ts';

test('a folder that is opened by the program is edited, saved and watched, and nothing of it is lost', async ({
  page,
  flows,
  problems,
}) => {
  await openServed(page, flows);

  await test.step('an edit is written to the folder on Save', async () => {
    await nameFirst(page, 'Alpha');
    expect(flows.read('one.yaml')).toBe(SOURCE);
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => flows.read('one.yaml')).toBe(named('Alpha'));
    await expect(savedMark(page, flows)).toBeVisible();
  });

  await test.step('what another program changes is shown at once', async () => {
    flows.write('one.yaml', named('Other'));
    await expect(page.getByRole('group', { name: /^Other, id a/ })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a file that changed here and on disk is a question, and nothing of either is lost', async () => {
    await nameFirst(page, 'Mine');
    flows.write('one.yaml', named('Theirs'));
    const dialog = page.getByRole('dialog', { name: '“one.yaml” changed on disk' });
    await expect(dialog.getByText(/^1 “name” of task “a” is “Mine” in ours and “Theirs” in theirs/)).toBeVisible();
    expect(flows.read('one.yaml')).toBe(named('Theirs'));
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => flows.read('one.yaml')).toBe(named('Mine'));
  });

  await test.step('what is not saved outlives the page and the program', async () => {
    await nameFirst(page, 'Unsaved');
    await expect(unsavedMark(page)).toBeVisible();
    expect(await flows.end()).toBe(0);
    await expect(page.getByRole('alert').filter({ hasText: 'signalbox open has ended' })).toBeVisible();
    await page.goto('about:blank');
    await page.goto(await flows.start());
    await expect(unsavedMark(page)).toBeVisible();
    expect(await downloadText(page)).toBe(named('Unsaved'));
    expect(flows.read('one.yaml')).toBe(named('Mine'));
    // The requests that found no server.
    problems.length = 0;
  });
});

import { importText, openApp } from './app.ts';
import { expect, forgetMissingIcon, test } from './fixtures.ts';
import { answerHold, loseEngine, loseWorkspace } from './lostStorage.ts';
import { alert, breakStorage, deleteDatabase, expectKept, readStored, SOURCE, saved, type } from './storage.ts';

test.afterEach(({ problems }) => forgetMissingIcon(problems));

test('what a device loses or does not take is reported, never called saved, and written again; so is an engine that dies', async ({
  page,
}) => {
  const setFull = await breakStorage(
    page,
    `IDBObjectStore.prototype.put = function (...given) {
      if (isBroken) throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, given);
    };`,
  );
  await openApp(page);

  await test.step('an engine that dies without an error is restarted, and the run resumes', async () => {
    await loseEngine(page);
    await answerHold(page);
  });

  await test.step('runs that are deleted are reported', async () => {
    await deleteDatabase(page, 'signalbox-runs');
    await expect(alert(page, /run history.*deleted/i)).toBeVisible();
  });

  await importText(page, 'draft.yaml', SOURCE);
  // What was saved before the import may still be called so for a moment.
  await expect.poll(() => readStored(page, 'draft.yaml')).toBe(SOURCE);

  await test.step('a database that is deleted: only what is written again is called saved', async () => {
    await loseWorkspace(page);
    await expect.poll(() => readStored(page, 'draft.yaml')).toBe(SOURCE);
  });

  await test.step('a text that a full device does not take is not called saved, and is kept once it does', async () => {
    await setFull(true);
    await type(page, '#');
    await expect(alert(page, /no room left/)).toBeVisible();
    await expect(saved(page)).toHaveCount(0);
    await setFull(false);
    // It is tried again by itself, too.
    await page.getByRole('button', { name: 'Retry now' }).or(saved(page)).first().click();
    await expectKept(page, `${SOURCE}#`);
  });
});

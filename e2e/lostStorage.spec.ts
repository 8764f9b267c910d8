import { expectSaved, expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { drawer, WAITS } from './runs.ts';
import {
  alert,
  breakStorage,
  deleteDatabase,
  expectKept,
  readStored,
  SOURCE,
  saved,
  type,
  watchMark,
} from './storage.ts';

test.afterEach(({ problems }) => {
  // A picture that is opened as a page has no icon.
  const own = problems.filter((problem) => !problem.includes('404'));
  problems.splice(0, problems.length, ...own);
});

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
    await importText(page, 'waits.yaml', WAITS);
    await startRun(page);
    await expectStatus(page, 'hold', 'Waiting');
    const [engine] = page.workers().filter((worker) => worker.url().includes('engine.worker'));
    await engine?.evaluate(() => self.close()).catch(() => undefined);
    await expect(page.getByText(/engine stopped/).first()).toBeVisible();
    await drawer(page)
      .getByRole('button', { name: /^hold, waiting/ })
      .click();
    await drawer(page).getByRole('button', { name: 'Send signal' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
  });

  await test.step('runs that are deleted are reported', async () => {
    await deleteDatabase(page, 'signalbox-runs');
    await expect(alert(page, /run history.*deleted/i)).toBeVisible();
  });

  await importText(page, 'draft.yaml', SOURCE);
  // What was saved before the import may still be called so for a moment.
  await expect.poll(() => readStored(page, 'draft.yaml')).toBe(SOURCE);

  await test.step('a database that is deleted: only what is written again is called saved', async () => {
    await expectSaved(page);
    const marks = await watchMark(page);
    await deleteDatabase(page, 'signalbox-workspace');
    await expect(alert(page, /workspace.*deleted/)).toBeVisible();
    await expect(page.getByText(/another tab/i)).toHaveCount(0);
    await expect
      .poll(async () => (await marks()).slice(0, 3))
      .toEqual(['Saved on this device', 'Not saved', 'Saved on this device']);
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

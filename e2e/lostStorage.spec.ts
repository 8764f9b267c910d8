import { expectSaved, expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, tenTimes, test } from './fixtures.ts';
import { openHistory, WAITS } from './runs.ts';
import {
  alert,
  breakStorage,
  deleteDatabase,
  expectKept,
  readStored,
  SOON,
  SOURCE,
  saved,
  type,
  watchMark,
} from './storage.ts';

test.beforeEach(({ problems }) => {
  // A picture that is opened as a page has no icon; those of the tests do.
  void problems;
});

test.afterEach(({ problems }) => {
  const own = problems.filter((problem) => !problem.includes('404'));
  problems.splice(0, problems.length, ...own);
});

test('a workspace database that is deleted is reported, written again and only then called saved', async ({ page }) => {
  await openApp(page);
  await importText(page, 'draft.yaml', SOURCE);
  await expectSaved(page);
  const marks = await watchMark(page);
  await deleteDatabase(page, 'signalbox-workspace');
  await expect(alert(page, /workspace.*deleted/)).toBeVisible({ timeout: SOON });
  await expect(page.getByText(/another tab/i)).toHaveCount(0);
  await expectSaved(page);
  expect((await marks()).slice(0, 3)).toEqual(['Saved on this device', 'Not saved', 'Saved on this device']);
  await type(page, '# after');
  await expectKept(page, `${SOURCE}# after`);
});

test('site data that are cleared in the browser are reported, and what is on screen is written again', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'draft.yaml', SOURCE);
  await expectSaved(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' });
  await expect(alert(page, /workspace.*deleted/)).toBeVisible({ timeout: SOON });
  await expect(page.getByText(/another tab/i)).toHaveCount(0);
  await expectKept(page, SOURCE);
});

test('a workspace that is emptied under the page is reported without any edit, and written again', async ({ page }) => {
  await openApp(page);
  await importText(page, 'draft.yaml', SOURCE);
  await expectSaved(page);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('signalbox-workspace');
        opening.addEventListener('success', () => {
          const clearing = opening.result.transaction(['files', 'layouts', 'values'], 'readwrite');
          for (const name of opening.result.objectStoreNames) clearing.objectStore(name).clear();
          clearing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
  );
  await expect(alert(page, /workspace.*deleted/)).toBeVisible({ timeout: SOON });
  await expect(page.getByText(/another tab/i)).toHaveCount(0);
  await expectKept(page, SOURCE);
});

test('one stored file that is deleted under the page is written again', async ({ page }) => {
  await openApp(page);
  await importText(page, 'draft.yaml', SOURCE);
  await expectSaved(page);
  await page.evaluate(() => {
    const opening = indexedDB.open('signalbox-workspace');
    opening.addEventListener('success', () => {
      opening.result.transaction('files', 'readwrite').objectStore('files').delete('draft.yaml');
      opening.result.close();
    });
  });
  await expect(alert(page, /workspace.*deleted/)).toBeVisible({ timeout: SOON });
  await expectKept(page, SOURCE);
});

const REFUSALS = [
  {
    name: 'a full device',
    how: `IDBObjectStore.prototype.put = function (...given) {
      if (isBroken) throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, given);
    };`,
    words: /no room left/,
  },
  {
    name: 'a device that aborts each write',
    how: `IDBObjectStore.prototype.put = function (...given) {
      const request = put.apply(this, given);
      if (isBroken) this.transaction.abort();
      return request;
    };`,
    words: /could not be written/,
  },
] as const;

for (const { name, how, words } of REFUSALS) {
  test(`${name} is reported at the next write, which is never called saved`, async ({ page }) => {
    const setBroken = await breakStorage(page, how);
    await openApp(page);
    await importText(page, 'draft.yaml', SOURCE);
    await expectSaved(page);
    await setBroken(true);
    await type(page, '#');
    await expect(alert(page, words)).toBeVisible({ timeout: SOON });
    await expect(saved(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Retry now' }).click();
    await expect(saved(page)).toHaveCount(0);
    await setBroken(false);
    // It is tried again by itself, too.
    await page.getByRole('button', { name: 'Retry now' }).or(saved(page)).first().click();
    await expectKept(page, `${SOURCE}#`);
  });

  test(`a variable that ${name} does not take is not called saved, and is kept once it does`, async ({ page }) => {
    const setBroken = await breakStorage(page, how);
    await openApp(page);
    await importText(page, 'draft.yaml', `${SOURCE}    if: "{{ env.REGION }}"\n`);
    await page.getByRole('button', { name: 'Variables' }).click();
    await page.getByRole('button', { name: 'REGION', exact: true }).click();
    await expectSaved(page);
    await setBroken(true);
    await page.getByRole('textbox', { name: 'Value of REGION' }).fill('eu-north');
    await page.keyboard.press('Tab');
    await expect(alert(page, words)).toBeVisible({ timeout: SOON });
    await expect(saved(page)).toHaveCount(0);
    await setBroken(false);
    await page.getByRole('button', { name: 'Retry now' }).click();
    await expectSaved(page);
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Value of REGION' })).toHaveValue('eu-north');
  });
}

test('storage that does not answer is reported, and written once it does', async ({ page }) => {
  await openApp(page);
  await importText(page, 'draft.yaml', SOURCE);
  await expectSaved(page);
  const other = await page.context().newPage();
  await other.goto('/icon.svg');
  // A write of another page that does not end holds all others up.
  await other.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('signalbox-workspace');
        opening.addEventListener('success', () => {
          const holding = opening.result.transaction(['files', 'layouts', 'values'], 'readwrite');
          const hold = (): void => {
            resolve();
            if ('isFree' in globalThis) return;
            holding.objectStore('values').get('none').addEventListener('success', hold);
          };
          hold();
        });
      }),
  );
  await page.bringToFront();
  await type(page, '#');
  await expect(alert(page, /does not answer/)).toBeVisible({ timeout: tenTimes(3_000) });
  await expect(saved(page)).toHaveCount(0);
  await other.evaluate(() => Object.assign(globalThis, { isFree: true }));
  await other.close();
  await expectKept(page, `${SOURCE}#`);
});

test('a browser that keeps nothing at first is reported; what was made meanwhile is kept once it does', async ({
  page,
}) => {
  const setBroken = await breakStorage(
    page,
    `IDBFactory.prototype.open = function (...given) {
      if (isBroken) throw new DOMException('denied', 'SecurityError');
      return open.apply(this, given);
    };`,
    true,
  );
  await page.goto('/');
  await expect(alert(page, /keep nothing/)).toBeVisible();
  await importText(page, 'draft.yaml', SOURCE);
  await expect(saved(page)).toHaveCount(0);
  await setBroken(false);
  await page.getByRole('button', { name: 'Retry now' }).click();
  await expectKept(page, SOURCE);
});

test('a workspace that could not be read at first is not written over by what was made meanwhile', async ({ page }) => {
  await openApp(page);
  await importText(page, 'draft.yaml', SOURCE);
  // The state of saving before the import may still be shown for a moment.
  await expect.poll(() => readStored(page, 'draft.yaml')).toBe(SOURCE);
  const setBroken = await breakStorage(
    page,
    `IDBFactory.prototype.open = function (...given) {
      if (isBroken) throw new DOMException('denied', 'SecurityError');
      return open.apply(this, given);
    };`,
    true,
  );
  await page.reload();
  await expect(alert(page, /keep nothing/)).toBeVisible();
  const other = 'tasks:\n  - id: first\n    type: map\n    config: { mapping: {} }\n';
  await importText(page, 'draft.yaml', other);
  await setBroken(false);
  await page.getByRole('button', { name: 'Retry now' }).click();
  await expectSaved(page);
  await expect.poll(() => readStored(page, 'draft-recovered.yaml')).toBe(other);
  expect(await readStored(page, 'draft.yaml')).toBe(SOURCE);
});

test('a browser that gives no locks is not taken for another tab', async ({ page }) => {
  await page.addInitScript(() => {
    LockManager.prototype.request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
  });
  await openApp(page);
  await expect(page.getByText(/another tab/i)).toHaveCount(0);
  await importText(page, 'draft.yaml', SOURCE);
  await expectKept(page, SOURCE);
});

test('local storage that takes nothing is reported', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await openApp(page);
  await importText(page, 'draft.yaml', SOURCE);
  await expect(alert(page, /last second/)).toBeVisible();
  await expectKept(page, SOURCE);
});

const KEEPS = `name: Keeps
tasks:
  - { id: keep, type: basic, use: core:kv, with: { op: set, key: k, value: 1 } }
`;

test('a run history, stored values and secrets that are deleted are each reported within a second', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'keeps.yaml', KEEPS);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  const history = await openHistory(page);
  await expect(history.getByRole('button', { name: /^Keeps, success/ })).toBeVisible();
  await deleteDatabase(page, 'signalbox-runs');
  await expect(alert(page, /run history.*deleted/i)).toBeVisible({ timeout: SOON });
  await expect(history.getByRole('button', { name: /^Keeps, success/ })).toHaveCount(0);
  await deleteDatabase(page, 'signalbox-values');
  await expect(alert(page, /core:kv.*deleted/)).toBeVisible({ timeout: SOON });
  // What is on screen of the run can be exported still, and what was deleted can be made again.
  await alert(page, /run history/i)
    .getByRole('button', { name: 'Dismiss' })
    .click();
  await expect(alert(page, /run history/i)).toHaveCount(0);
  await startRun(page);
  await expect(history.getByRole('button', { name: /^Keeps, success/ })).toHaveCount(1);
  await page.reload();
  await expect(history.getByRole('button', { name: /^Keeps, success/ })).toHaveCount(1);
});

test('secrets that are deleted from the device are reported, and no longer shown as kept there', async ({ page }) => {
  await openApp(page);
  await importText(page, 'draft.yaml', `${SOURCE}    with: { api_key: "{{ env.API_KEY }}" }\n`);
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'API_KEY', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Value of API_KEY' });
  await field.fill('s3cr3t-value');
  await field.press('Enter');
  const kept = page.getByRole('combobox', { name: 'How long API_KEY is kept' });
  await kept.click();
  await page.getByRole('option', { name: 'On this device', exact: true }).click();
  await expect(kept).toHaveText('On this device');
  await deleteDatabase(page, 'signalbox-secrets');
  await expect(alert(page, /secrets.*deleted/i)).toBeVisible({ timeout: SOON });
  await expect(kept).toHaveText(/Until this tab closes/);
  await kept.click();
  await page.getByRole('option', { name: 'On this device', exact: true }).click();
  await page.reload();
  await expect(page.getByText('set', { exact: true })).toBeVisible();
  await expect(kept).toHaveText('On this device');
});

test('an engine that dies without an error is reported within a second, restarted, and the run resumes', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'waits.yaml', WAITS);
  await startRun(page);
  await expectStatus(page, 'hold', 'Waiting');
  const [engine] = page.workers().filter((worker) => worker.url().includes('engine.worker'));
  await engine?.evaluate(() => self.close()).catch(() => undefined);
  await expect(page.getByText(/engine stopped/).first()).toBeVisible({ timeout: SOON });
  await expectStatus(page, 'hold', 'Waiting');
  const drawer = page.getByRole('region', { name: 'Run', exact: true });
  await drawer.getByRole('button', { name: /^hold, waiting/ }).click();
  await drawer.getByRole('button', { name: 'Send signal' }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
});

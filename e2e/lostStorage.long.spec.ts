import { expectSaved, expectStatus, importText, openApp, runBadge, startRun } from './app.ts';
import { expect, forgetMissingIcon, test } from './fixtures.ts';
import { answerHold, changeStored, expectLost, holdStorage, loseEngine, loseWorkspace } from './lostStorage.ts';
import { openHistory } from './runs.ts';
import { alert, breakStorage, deleteDatabase, expectKept, readStored, SOURCE, saved, type } from './storage.ts';

test.afterEach(({ problems }) => forgetMissingIcon(problems));

test('a stored workspace that is lost while the page is open is reported, and what is on screen is written again', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'draft.yaml', SOURCE);
  await expectSaved(page);
  // What was saved before the import may still be called so for a moment.
  await expect.poll(() => readStored(page, 'draft.yaml')).toBe(SOURCE);

  await test.step('site data that are cleared in the browser', async () => {
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' });
    await session.detach();
    await expectLost(page);
    await expectKept(page, SOURCE);
  });

  await test.step('a workspace that is emptied under the page, without any edit', async () => {
    await changeStored(page, 'clear all');
    await expectLost(page);
    await expectKept(page, SOURCE);
  });

  await test.step('one stored file that is deleted under the page', async () => {
    await changeStored(page, 'delete draft.yaml');
    await expectLost(page);
    await expectKept(page, SOURCE);
  });

  await test.step('a database that is deleted: only what is written again is called saved', async () => {
    await loseWorkspace(page);
    await type(page, '# after');
    await expectKept(page, `${SOURCE}# after`);
  });

  await test.step('storage that does not answer is reported, and written once it does', async () => {
    await expectSaved(page);
    const letGo = await holdStorage(page);
    await type(page, '#');
    await expect(alert(page, /does not answer/)).toBeVisible();
    await expect(saved(page)).toHaveCount(0);
    await letGo();
    await expectKept(page, `${SOURCE}# after#`);
  });
});

const REFUSALS = [
  { name: 'a full device', kind: 'full', words: /no room left/, region: 'eu-north' },
  { name: 'a device that aborts each write', kind: 'aborts', words: /could not be written/, region: 'eu-south' },
] as const;

test('a device that refuses a write is reported at the next one, which is never called saved', async ({ page }) => {
  const setBroken = await breakStorage(
    page,
    `IDBObjectStore.prototype.put = function (...given) {
      if (isBroken && kind === 'full') throw new DOMException('full', 'QuotaExceededError');
      const request = put.apply(this, given);
      if (isBroken) this.transaction.abort();
      return request;
    };`,
  );
  let text = `${SOURCE}    if: "{{ env.REGION }}"\n`;
  const value = page.getByRole('textbox', { name: 'Value of REGION' });
  await openApp(page);
  await importText(page, 'draft.yaml', text);
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'REGION', exact: true }).click();
  await expectSaved(page);

  for (const { name, kind, words, region } of REFUSALS) {
    await page.evaluate((how) => Object.assign(globalThis, { kind: how }), kind);
    await test.step(`a variable that ${name} does not take is not called saved`, async () => {
      await setBroken(true);
      await value.fill(region);
      await page.keyboard.press('Tab');
      await expect(alert(page, words)).toBeVisible();
      await expect(saved(page)).toHaveCount(0);
      await setBroken(false);
      await page.getByRole('button', { name: 'Retry now' }).or(saved(page)).first().click();
      await expectSaved(page);
      await expect(alert(page, words)).toHaveCount(0);
    });
    await test.step(`a text that ${name} does not take is not called saved, even when it is tried again`, async () => {
      await setBroken(true);
      await type(page, '#');
      text += '#';
      await expect(alert(page, words)).toBeVisible();
      await expect(saved(page)).toHaveCount(0);
      await page.getByRole('button', { name: 'Retry now' }).click();
      await expect(saved(page)).toHaveCount(0);
      await setBroken(false);
      // It is tried again by itself, too.
      await page.getByRole('button', { name: 'Retry now' }).or(saved(page)).first().click();
    });
    await test.step('both are kept once it takes them', async () => {
      await expectKept(page, text);
      await expect(value).toHaveValue(region);
    });
  }
});

test('a browser that keeps nothing at first is reported; what is made meanwhile is kept, and replaces nothing', async ({
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
  await test.step('what was made meanwhile is kept once it can be', async () => {
    await expect(alert(page, /store anything/)).toBeVisible();
    await importText(page, 'draft.yaml', SOURCE);
    await expect(saved(page)).toHaveCount(0);
    await setBroken(false);
    await page.getByRole('button', { name: 'Retry now' }).click();
    await expectKept(page, SOURCE);
  });
  await test.step('a workspace that could not be read at first is not written over by it', async () => {
    await page.evaluate(() => sessionStorage.removeItem('repaired'));
    await page.reload();
    await expect(alert(page, /store anything/)).toBeVisible();
    const other = 'tasks:\n  - id: first\n    type: map\n    config: { mapping: {} }\n';
    await importText(page, 'draft.yaml', other);
    await setBroken(false);
    await page.getByRole('button', { name: 'Retry now' }).click();
    await expectSaved(page);
    await expect.poll(() => readStored(page, 'draft-recovered.yaml')).toBe(other);
    expect(await readStored(page, 'draft.yaml')).toBe(SOURCE);
  });
});

test('a browser without locks, and one whose local storage takes nothing', async ({ page }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('has locks') === null)
      LockManager.prototype.request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
    else
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
  });
  await test.step('one without locks is not taken for another tab', async () => {
    await openApp(page);
    await expect(page.getByText(/another tab/i)).toHaveCount(0);
    await importText(page, 'draft.yaml', SOURCE);
    await expectKept(page, SOURCE);
  });
  await test.step('local storage that takes nothing is reported', async () => {
    await page.evaluate(() => sessionStorage.setItem('has locks', 'yes'));
    await page.reload();
    await expectSaved(page);
    await importText(page, 'other.yaml', SOURCE);
    await expect(alert(page, /last second/)).toBeVisible();
    await expect.poll(() => readStored(page, 'other.yaml')).toBe(SOURCE);
  });
});

const KEEPS = `name: Keeps
tasks:
  - { id: keep, type: basic, use: core:kv, with: { op: set, key: k, value: 1 } }
`;

test('runs, stored values and secrets that are deleted are reported', async ({ page }) => {
  await openApp(page);
  await test.step('a run history and stored values that are deleted are each reported', async () => {
    await importText(page, 'keeps.yaml', KEEPS);
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    const history = await openHistory(page);
    const row = history.getByRole('button', { name: /^Keeps, success/ });
    await expect(row).toBeVisible();
    await deleteDatabase(page, 'signalbox-runs');
    await expect(alert(page, /run history.*deleted/i)).toBeVisible();
    await expect(row).toHaveCount(0);
    await deleteDatabase(page, 'signalbox-values');
    await expect(alert(page, /core:kv.*deleted/)).toBeVisible();
    // What is on screen of the run can be exported still, and what was deleted can be made again.
    await alert(page, /run history/i)
      .getByRole('button', { name: 'Dismiss' })
      .click();
    await expect(alert(page, /run history/i)).toHaveCount(0);
    await startRun(page);
    await expect(row).toHaveCount(1);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    await page.reload();
    await expectSaved(page);
    await expect(row).toHaveCount(1);
  });

  await test.step('secrets that are deleted are reported, and no longer shown as kept on the device', async () => {
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
    await expect(alert(page, /secrets.*deleted/i)).toBeVisible();
    await expect(kept).toHaveText(/Until this tab closes/);
    await kept.click();
    await page.getByRole('option', { name: 'On this device', exact: true }).click();
    await expect(kept).toHaveText('On this device');
    await page.reload();
    await expectSaved(page);
    await expect(page.getByText('set', { exact: true })).toBeVisible();
    await expect(kept).toHaveText('On this device');
  });
});

test('an engine that dies without an error is reported and restarted, and the run resumes', async ({ page }) => {
  await openApp(page);
  await loseEngine(page);
  await expectStatus(page, 'hold', 'Waiting');
  await answerHold(page);
});

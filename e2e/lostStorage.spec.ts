import {
  card,
  downloadText,
  expectSaved,
  expectStatus,
  importText,
  openApp,
  runBadge,
  showSplit,
  startRun,
} from './app.ts';
import { expect, type Locator, type Page, tenTimes, test } from './fixtures.ts';
import { openHistory, WAITS } from './runs.ts';

const SOURCE = 'tasks:\n  - id: first\n    type: basic\n';

/** How soon a loss is reported, in ms. */
const SOON = tenTimes(1_000);

/** The message of the page about lost storage. */
function alert(page: Page, words: RegExp): Locator {
  return page.getByRole('alert').filter({ hasText: words });
}

function saved(page: Page): Locator {
  return page.getByRole('banner').getByText('Saved on this device');
}

async function type(page: Page, text: string): Promise<void> {
  const editor = await showSplit(page);
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(text);
}

/** Records the save state shown in the bar from now on; returns a reader of it. */
async function watchMark(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    const look = (): void => {
      const text = document.querySelector('header')?.textContent ?? '';
      const mark = /Not saved|Saved on this device|Saving|Loading/.exec(text)?.[0] ?? '';
      if (mark !== seen.at(-1)) seen.push(mark);
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { seenMarks: seen });
  });
  return () => page.evaluate(() => (globalThis as unknown as { seenMarks: string[] }).seenMarks);
}

/** Deletes a database from a page that has nothing to do with the app. */
async function deleteDatabase(page: Page, name: string): Promise<void> {
  const other = await page.context().newPage();
  await other.goto('/icon.svg');
  await other.evaluate(
    (database) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(database);
        request.addEventListener('success', () => resolve());
        request.addEventListener('error', () => reject(request.error ?? new Error('not deleted')));
      }),
    name,
  );
  await other.close();
  await page.bringToFront();
}

/** The stored text of a file, read by the test. */
function readStored(page: Page, path: string): Promise<string | null> {
  return page.evaluate(
    (file) =>
      new Promise<string | null>((resolve, reject) => {
        const opening = indexedDB.open('signalbox-workspace');
        opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('files').objectStore('files').get(file);
          reading.addEventListener('success', () => {
            opening.result.close();
            resolve((reading.result as { text: string } | undefined)?.text ?? null);
          });
        });
      }),
    path,
  );
}

/** Asserts that the text on screen is stored, and is found again. */
async function expectKept(page: Page, text: string): Promise<void> {
  await expectSaved(page);
  // What was saved before may still be called so for a moment.
  await expect.poll(() => readStored(page, 'draft.yaml')).toBe(text);
  await page.reload();
  await expect(card(page, 'first')).toBeVisible();
  expect(await downloadText(page)).toBe(text);
}

/** A switch in the page, and what its storage does while it is on; kept over reloads only where `isOn` says so. */
async function breakStorage(page: Page, how: string, isOn = false): Promise<(isBroken: boolean) => Promise<void>> {
  await page.addInitScript(`{
    globalThis.isBroken = ${isOn} && sessionStorage.getItem('repaired') === null;
    const { put } = IDBObjectStore.prototype;
    const { open } = IDBFactory.prototype;
    ${how}
  }`);
  return (isBroken) =>
    page.evaluate((value) => {
      sessionStorage.setItem('repaired', 'yes');
      Object.assign(globalThis, { isBroken: value });
    }, isBroken);
}

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
    await page.getByRole('button', { name: 'Retry now' }).click();
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

/** Opens a folder of the page's private file system in place of one that the user would choose. */
async function openFolder(page: Page): Promise<Locator> {
  await page.addInitScript(() => {
    const access = { state: 'granted' };
    Object.assign(globalThis, {
      access,
      showDirectoryPicker: async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle('flows', { create: true }),
    });
    const handle = FileSystemHandle.prototype as unknown as Record<string, () => Promise<string>>;
    handle['queryPermission'] = async () => access.state;
    // Asked by a click, the user grants it.
    handle['requestPermission'] = async () => (access.state = 'granted');
  });
  await openApp(page);
  await page.evaluate(async (text) => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('flows', { create: true });
    const inner = await folder.getDirectoryHandle('sub', { create: true });
    for (const directory of [folder, inner]) {
      const stream = await (await directory.getFileHandle('one.yaml', { create: true })).createWritable();
      await stream.write(text);
      await stream.close();
    }
  }, SOURCE);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /\.yaml$/ })
    .click();
  await page.getByRole('menuitem', { name: /^Open a folder/ }).click();
  const mark = page.getByRole('banner').getByText('Saved to flows');
  await expect(mark).toBeVisible();
  return mark;
}

test('a folder that is gone is reported within a second, and is not shown as holding the files', async ({ page }) => {
  const mark = await openFolder(page);
  await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('flows', { recursive: true }));
  await expect(alert(page, /folder flows/)).toBeVisible({ timeout: SOON });
  await expect(mark).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(mark).toHaveCount(0);
});

test('a permission for a folder that is revoked is reported, and Save works again once it is given', async ({
  page,
}) => {
  const mark = await openFolder(page);
  await page.evaluate(() => Object.assign((globalThis as unknown as { access: object }).access, { state: 'prompt' }));
  await expect(alert(page, /folder flows.*no longer let/)).toBeVisible({ timeout: SOON });
  await expect(mark).toHaveCount(0);
  await alert(page, /folder flows/)
    .getByRole('button', { name: 'Reconnect' })
    .click();
  await expect(mark).toBeVisible();
});

test('a disk that is full is reported when a file is saved to its folder', async ({ page }) => {
  const mark = await openFolder(page);
  await page.evaluate(() => {
    FileSystemWritableFileStream.prototype.write = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  });
  await type(page, '#');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText(/no room left.*one\.yaml|one\.yaml.*no room left/).first()).toBeVisible({
    timeout: SOON,
  });
  await expect(mark).toHaveCount(0);
});

test('a file whose folder is gone is not said to be saved there', async ({ page }) => {
  const mark = await openFolder(page);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /\.yaml$/ })
    .click();
  await page.getByRole('menuitem', { name: 'sub/one.yaml', exact: true }).click();
  await type(page, '#');
  await page.evaluate(() => {
    const { getDirectoryHandle } = FileSystemDirectoryHandle.prototype;
    FileSystemDirectoryHandle.prototype.getDirectoryHandle = function (name, options) {
      return name === 'sub'
        ? Promise.reject(new DOMException('locked', 'NoModificationAllowedError'))
        : getDirectoryHandle.call(this, name, options);
    };
  });
  await page.keyboard.press('ControlOrMeta+s');
  await expect(
    page
      .getByText(/sub\/one\.yaml/)
      .and(page.getByText(/could not/))
      .first(),
  ).toBeVisible({ timeout: SOON });
  await expect(mark).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

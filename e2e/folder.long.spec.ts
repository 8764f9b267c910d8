import { expectNoBarrier } from './access.ts';
import { card, downloadText, importText, openApp, showSplit } from './app.ts';
import { readDisk, writeDisk } from './diskFolder.ts';
import { expect, type Page, test } from './fixtures.ts';
import { openFolder } from './folder.ts';
import { nameFirst, SOURCE } from './twoTasks.ts';

/** In the page: whether any database of this origin holds a text. */
async function holdsText(text: string): Promise<boolean> {
  for (const { name } of await indexedDB.databases()) {
    const opening = indexedDB.open(name ?? '');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    for (const store of opening.result.objectStoreNames) {
      const reading = opening.result.transaction(store).objectStore(store).getAll();
      await new Promise((resolve) => reading.addEventListener('success', resolve));
      if (JSON.stringify(reading.result).includes(text)) return true;
    }
  }
  return false;
}

test('a folder of the disk is written on Save alone, survives a reload, and tells what changed in it', async ({
  page,
}) => {
  await openFolder(page);
  const mark = page.getByRole('banner');
  const named = SOURCE.replace('  - id: a\n', '  - id: a\n    name: Alpha\n');
  const dialog = page.getByRole('dialog', { name: '“one.yaml” changed on disk' });

  await test.step('an edit is not written by itself', async () => {
    await expect(mark.getByText('Saved to flows')).toBeVisible();
    await nameFirst(page, 'Alpha');
    await expect(mark.getByText('Not yet in flows')).toBeVisible();
    expect((await readDisk(page))['one.yaml']).toBe(SOURCE);
  });

  await test.step('the folder is still there after a reload, with what was not yet saved to it', async () => {
    await page.reload();
    await expect(mark.getByText('Not yet in flows')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+s');
    await expect(mark.getByText('Saved to flows')).toBeVisible();
    expect((await readDisk(page))['one.yaml']).toBe(named);
  });

  await test.step('it is saved with the places of its cards', async () => {
    await card(page, 'b').click();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(async () => (await readDisk(page))['one.layout.json'] ?? '').toContain('"b"');
    expect(Object.keys(await readDisk(page)).toSorted()).toEqual(['one.layout.json', 'one.yaml', 'two – ä #1.yml']);
    await expect(mark.getByText('Saved to flows')).toBeVisible();
  });

  await test.step('a file that changed outside is offered as a diff and never written over unasked', async () => {
    const outside = SOURCE.replace('  - id: a\n', '  - id: a\n    name: Theirs\n');
    await writeDisk(page, 'one.yaml', outside);
    await nameFirst(page, 'Mine');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(dialog.getByText(/^1 “name” of task “a” is “Mine” in ours and “Theirs” in theirs/)).toBeVisible();
    await expectNoBarrier(page, dialog);
    expect((await readDisk(page))['one.yaml']).toBe(outside);
    await dialog.getByRole('button', { name: 'Take the one on disk' }).click();
    await expect(page.getByRole('group', { name: /^Theirs, id a/ })).toBeVisible();
    expect(await downloadText(page)).toBe(outside);

    await writeDisk(page, 'one.yaml', SOURCE);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(async () => (await readDisk(page))['one.yaml']).toBe(outside);
    await expect(mark.getByText('Saved to flows')).toBeVisible();
  });

  await test.step('a folder that the browser wants to ask for again is offered, and what changed in it meanwhile is reported', async () => {
    await page.addInitScript(() => {
      const handle = FileSystemHandle.prototype as unknown as Record<string, () => Promise<string>>;
      handle['queryPermission'] = async () => 'prompt';
      handle['requestPermission'] = async () => 'granted';
    });
    await page.reload();
    await expect(page.getByText(/The folder flows was open here/)).toBeVisible();
    await page.getByRole('button', { name: 'Files', exact: true }).click();
    await writeDisk(page, 'one.yaml', SOURCE.replace('id: a', 'id: theirs'));
    await page.getByRole('region', { name: 'Files' }).getByRole('button', { name: 'Reconnect' }).click();
    await expect(dialog).toBeVisible();
  });
});

/** Notes whether the bar ever says that it saves, from now on: that may be over before a test looks. */
async function watchSaving(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    const seen = { isSaving: false };
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      if (document.querySelector('header')?.textContent.includes('Saving')) seen.isSaving = true;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (Reflect.get(globalThis, 'seen') as { isSaving: boolean }).isSaving);
}

test('what is kept on the device: files that are dropped, values of variables, what was typed', async ({
  page,
  context,
}) => {
  await openApp(page);

  await test.step('files dropped anywhere on the window open; what cannot be opened is named', async () => {
    const transfer = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'dropped & "odd".yaml'));
      data.items.add(new File([new Uint8Array([0, 1, 2])], 'photo.png'));
      return data;
    }, SOURCE);
    await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    await expect(page).toHaveTitle(/^dropped & "odd"\.yaml/);
    await expect(page.getByText(/photo\.png was not opened/)).toBeVisible();
    expect(await downloadText(page)).toBe(SOURCE);
  });

  await test.step('values of variables stay out of the text; those of secrets out of the page, others are there after a reload', async () => {
    const text =
      'tasks:\n  - id: a\n    type: map\n    config:\n      mapping: {key: "{{ env.API_KEY }}", in: "{{ env.REGION }}"}\n';
    await importText(page, 'keys.yaml', text);
    await page.getByRole('button', { name: 'Variables' }).click();
    await page.getByRole('button', { name: 'API_KEY', exact: true }).click();
    const secret = page.getByRole('textbox', { name: 'Value of API_KEY' });
    await expect(secret).toHaveAttribute('type', 'password');
    await secret.fill('s3cr3t-value');
    await page.keyboard.press('Tab');
    await expect(secret).toHaveValue('');
    await page.getByRole('button', { name: 'REGION', exact: true }).click();
    const value = page.getByRole('textbox', { name: 'Value of REGION' });
    await value.fill('eu-north');
    await page.keyboard.press('Tab');
    expect(await downloadText(page)).toBe(text);
    await page.reload();
    await expect(value).toHaveValue('eu-north');
    expect(await page.content()).not.toContain('s3cr3t-value');
  });

  await importText(page, 'draft.yaml', SOURCE);
  await expect(card(page, 'a')).toBeVisible();
  await expect(page.getByRole('banner').getByText('Saved on this device')).toBeVisible();

  await test.step('a tab that only follows cannot change anything', async () => {
    const other = await context.newPage();
    await other.goto('/');
    await expect(other.getByText(/another tab is editing/i).first()).toBeVisible();
    await card(other, 'a').click();
    await other.keyboard.press('Delete');
    await expect(other.getByText('Take over to edit it here.')).toBeVisible();
    const editor = await showSplit(other);
    await editor.focus();
    await other.keyboard.type('x');
    await other.close();
    await page.reload();
    expect(await downloadText(page)).toBe(SOURCE);
  });

  await test.step('nothing is called saved before it is in the database, and a closed tab loses nothing', async () => {
    const editor = await showSplit(page);
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+End');
    const isSaving = await watchSaving(page);
    await page.keyboard.type('# kept');
    await expect.poll(isSaving).toBe(true);
    await expect(page.getByRole('banner').getByText('Saved on this device')).toBeVisible();
    expect(await page.evaluate(holdsText, '# kept')).toBe(true);

    await editor.focus();
    await page.keyboard.type(' and this');
    await page.close();
    const again = await context.newPage();
    await openApp(again);
    expect(await downloadText(again)).toBe(`${SOURCE}# kept and this`);
  });
});

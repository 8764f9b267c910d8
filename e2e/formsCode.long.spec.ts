import { expectNoBarrier } from './access.ts';
import { card, downloadText, importText, openApp, openRunForm, trustFile } from './app.ts';
import { expect, type Locator, test } from './fixtures.ts';
import { completeCode, SOURCE, typeThroughLayouts } from './forms.ts';

test('code has an editor of its own, which outlives a change of layout', async ({ page }) => {
  await openApp(page);
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await test.step('code is written in an editor of its own, which keeps it on Escape, and says what is wrong with it', async () => {
    const code = `tasks:
  - id: sum
    type: basic
    use: core:javascript
    with:
      code: |
        return 1;
      input: { items: [1, 2] }
`;
    await importText(page, 'code.yaml', code);
    await card(page, 'sum').click();
    await inspector.getByRole('textbox', { name: 'Code', exact: true }).click();
    await page.keyboard.press('Alt+Enter');
    const large = page.getByRole('dialog', { name: 'code' });
    await expect(large.locator('.native-edit-context')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('const two = 2; ');
    await expectNoBarrier(page, large);
    // Tab leaves the text once it is told to.
    await page.keyboard.press('Control+m');
    await page.keyboard.press('Tab');
    await expect(large.getByRole('button', { name: 'Give up' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(large).toBeHidden();
    const typed = code.replace('return 1;', 'const two = 2; return 1;');
    await expect.poll(() => downloadText(page)).toBe(typed);

    // YAML likewise: a mistake is told, and is not written.
    await inspector.getByRole('tab', { name: 'YAML' }).click();
    await inspector.getByRole('button', { name: /in a larger field$/ }).click();
    const yaml = page.getByRole('dialog');
    await expect(yaml.locator('.native-edit-context')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('{');
    await expect(yaml.getByRole('status')).not.toBeEmpty();
    await yaml.getByRole('button', { name: 'Give up' }).click();
    await expect.poll(() => downloadText(page)).toBe(typed);

    // A workflow that takes no input is asked for none.
    await importText(page, 'plain.yaml', 'tasks:\n  - { id: one, type: map, config: { mapping: { n: 1 } } }\n');
    await openRunForm(page);
    await trustFile(page);
    const run = page.getByRole('dialog', { name: 'Run plain.yaml' });
    await expect(run.getByText('This workflow takes no input.')).toBeVisible();
    await expect(run.getByRole('textbox', { name: /as JSON/ })).toHaveCount(0);
    await run.getByRole('button', { name: 'Give one anyway' }).click();
    await expect(run.getByRole('textbox', { name: 'Input as JSON' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(run).toBeHidden();
  });

  await test.step('JavaScript has the same colours in its larger field', async () => {
    await importText(
      page,
      'colours.yaml',
      `tasks:\n  - { id: sum, type: basic, use: core:javascript, with: { code: "return { a: [sum(1)] };" } }\n`,
    );
    await card(page, 'sum').click();
    await inspector.getByRole('tab', { name: 'Task', exact: true }).click();
    const field = inspector.locator('pre', { hasText: 'sum(1)' });
    await expect(field).toBeVisible();
    const lines = page.getByRole('dialog', { name: 'code' }).locator('.view-lines');
    const small = await paint(field);
    expect(new Set(small).size).toBeGreaterThan(4);
    await inspector.getByRole('button', { name: 'Write code in a larger field' }).click();
    await expect.poll(() => paint(lines)).toEqual(small);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('what is typed in a larger field, and the field itself, outlive a change of layout', async () => {
    await importText(page, 'layout.yaml', SOURCE);
    await card(page, 'fetch').click();
    await inspector.getByRole('tab', { name: 'Task', exact: true }).click();
    const url = await typeThroughLayouts(page, inspector);
    await expect(page.getByRole('button', { name: 'Close the inspector' })).toHaveCount(0);
    await url.press('Alt+Enter');
    const large = page.getByRole('dialog', { name: 'url' });
    await large.getByRole('textbox', { name: 'url' }).fill('/in the larger field');
    for (const [width, height] of [
      [1024, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(large.getByRole('textbox', { name: 'url' })).toHaveValue('/in the larger field');
    }
    await large.getByRole('button', { name: 'Take' }).click();
    await expect(url).toHaveValue('/in the larger field');
    await page.setViewportSize({ width: 1440, height: 900 });

    // The editor of code as well.
    await inspector.getByRole('tab', { name: 'YAML' }).click();
    await inspector.getByRole('button', { name: /^Write .* in a larger field/ }).click();
    const yaml = page.getByRole('dialog', { name: 'The task as YAML' });
    await expect(yaml.locator('.native-edit-context')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('name: Kept');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('button', { name: 'Close the inspector', includeHidden: true })).toBeAttached();
    await expect(yaml.locator('.view-lines')).toContainText('Kept');
    await yaml.getByRole('button', { name: 'Take' }).click();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => downloadText(page)).toContain('name: Kept');
    expect(await downloadText(page)).toContain('/in the larger field');
  });
});

test('YAML and code in forms are coloured, completed and checked as they are typed', async ({ page }) => {
  await openApp(page);
  const text = `schema: { input: { type: object, properties: { plan: { enum: [free, paid] } } } }
tasks:
  - id: call
    type: basic
    use: core:http
    with: { url: /a, json: { a: [1, 2, "a text that is longer than the field is wide, and then some"] } }
    on_success: { next: sum }
  - id: sum
    type: basic
    use: core:javascript
    with:
      code: return 1;
      input: { items: [1, 2] }
`;
  await importText(page, 'typed.yaml', text);
  await card(page, 'call').click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  // A long line is no wider than its field.
  const json = inspector.getByRole('textbox', { name: 'JSON', exact: true });
  await expect(json).toBeVisible();
  expect(await json.evaluate((field) => field.getBoundingClientRect().right <= window.innerWidth - 8)).toBe(true);
  await inspector.getByRole('tab', { name: 'YAML' }).click();
  const yaml = inspector.getByRole('textbox', { name: 'The task as YAML' });
  const colourOf = (word: string) =>
    inspector
      .locator('pre span', { hasText: new RegExp(`^${word}$`) })
      .first()
      .evaluate((part) => getComputedStyle(part).color);
  await expect.poll(() => colourOf('type')).not.toBe(await colourOf('basic'));
  await yaml.press('ControlOrMeta+End');
  await yaml.press('Enter');
  await yaml.pressSequentially('ret');
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(list.getByRole('option')).toHaveText([/^retry/]);
  await expect(list).toBeInViewport({ ratio: 1 });
  await yaml.press('Enter');
  await expect(yaml).toHaveValue(/\nretry:\n {2}attempts: 3\n/);
  // What was put in can be taken back as if it had been typed.
  await yaml.press('ControlOrMeta+z');
  await expect(yaml).toHaveValue(/\nret$/);
  await expect(yaml).toHaveAttribute('aria-invalid', 'true');
  await yaml.pressSequentially('ry: { attempts: 2, backoff: fixed, interval: 1s }');
  await expect(yaml).not.toHaveAttribute('aria-invalid');
  await yaml.press('Escape');
  await expect.poll(() => downloadText(page)).toContain('retry: { attempts: 2, backoff: fixed, interval: 1s }');

  // The larger field completes and checks as well.
  await yaml.press('Alt+Enter');
  const large = page.getByRole('dialog', { name: 'The task as YAML' });
  await expect(large.locator('.native-edit-context')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('on_err');
  await expect(large.locator('.suggest-widget.visible')).toContainText('on_error');
  await expect(large.locator('.squiggly-error').first()).toBeVisible();
  await large.getByRole('button', { name: 'Give up' }).click();

  // JavaScript: what the task gives it, and what is never closed.
  await card(page, 'sum').click();
  await inspector.getByRole('tab', { name: 'Task', exact: true }).click();
  const code = await completeCode(page, inspector);
  await code.press('ControlOrMeta+End');
  await code.pressSequentially('.map((x) => (x');
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await code.pressSequentially('));');
  await expect(code).not.toHaveAttribute('aria-invalid');
  await code.blur();
  await expect.poll(() => downloadText(page)).toContain('return input.items.map((x) => (x));');

  // JSON of a run's input: the names of its schema, and their choices.
  await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
  await trustFile(page);
  const run = page.getByRole('dialog', { name: 'Run typed.yaml' });
  await run.getByRole('button', { name: 'Edit as JSON' }).click();
  const input = run.getByRole('textbox', { name: 'Input as JSON' });
  await input.fill('{ ');
  await input.pressSequentially('"pl');
  await list.getByRole('option', { name: /^plan/ }).click();
  await input.press('ControlOrMeta+ ');
  await list.getByRole('option', { name: 'paid' }).click();
  await expect(input).toHaveValue('{ "plan": "paid"');
  await expect(input).toHaveAttribute('aria-invalid', 'true');
});

/** Each sign of a text with its colour. */
function paint(text: Locator): Promise<string[]> {
  return text.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const signs: string[] = [];
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      const colour = parentElement === null ? '' : getComputedStyle(parentElement).color;
      for (const sign of textContent ?? '') if (/[^\s\u200B]/.test(sign)) signs.push(`${sign} ${colour}`);
    }
    return signs;
  });
}

import { expectNoBarrier } from './access.ts';
import { card, downloadText, importText, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { expectNoNumberRefused, expectTakenIdRefused } from './inspector.ts';
import { TRIAGE } from './triageAgent.ts';

const SOURCE = `${TRIAGE}tasks:
  - id: call
    type: basic
    use: core:http
    colour: blue # ours
    with:
      method: FOO
      headers:
        accept: text/plain # wanted
    on_success:
      next: store
  - id: store
    type: basic
`;

test('the forms of a task and of an agent change what they say they change, and keep the rest to the letter', async ({
  page,
}) => {
  await openApp(page);
  await importText(page, 'forms.yaml', SOURCE);
  await card(page, 'call').click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  let text = SOURCE;

  await test.step('what is typed counts for the task it was typed for, also when another is clicked immediately', async () => {
    await inspector.getByRole('textbox', { name: 'Name', exact: true }).click();
    await page.keyboard.type('Call it');
    await card(page, 'store').click();
    await expect(page.getByRole('group', { name: /^Call it, id call/ })).toBeVisible();
    text = text.replace('  - id: call\n', '  - id: call\n    name: Call it\n');
    expect(await downloadText(page)).toBe(text);
  });

  await test.step('an id that is taken is refused, and the field has the old one', async () => {
    await card(page, 'call').click();
    await expectTakenIdRefused(page, inspector, 'call');
  });

  await test.step('a key the format does not know is shown, and a mistake in it is refused in place', async () => {
    const colour = inspector.getByRole('textbox', { name: 'colour', exact: true });
    await colour.fill('[');
    await colour.blur();
    await expect(inspector.getByRole('alert')).toBeVisible();
    await colour.fill('green');
    await colour.blur();
    text = text.replace('colour: blue', 'colour: green');
  });

  await test.step('the input of a built-in is a form by its schema, in which each part can be an expression', async () => {
    const method = inspector.getByRole('combobox', { name: 'Method', exact: true });
    await expect(method).toHaveText('FOO');
    await method.click();
    await page.getByRole('option', { name: 'POST' }).click();
    await inspector.getByRole('button', { name: 'headers as an expression' }).click();
    await inspector.getByRole('button', { name: 'headers as a value' }).click();
    await inspector.getByRole('textbox', { name: 'url' }).click();
    await page.keyboard.press('Alt+Enter');
    const large = page.getByRole('dialog', { name: 'url' });
    await page.keyboard.type('/data/{{ workflow.input');
    // Escape closes the suggestions, then the dialog, and keeps what was written.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(large).toBeHidden();
    await expectNoBarrier(page, inspector);
    text = text
      .replace('FOO', 'POST')
      .replace('    on_success:', '      url: "/data/{{ workflow.input }}"\n    on_success:');
    await expect.poll(() => downloadText(page)).toBe(text);
  });

  await test.step('an agent has a form beside the canvas, where a number that is none is refused', async () => {
    await expectNoNumberRefused(page, inspector);
    await inspector.getByLabel('Temperature').fill('0.4');
    await page.keyboard.press('Tab');
    text = text.replace('      model: small\n', '      model: small\n      temperature: 0.4\n');
    await expect.poll(() => downloadText(page)).toBe(text);
  });
});

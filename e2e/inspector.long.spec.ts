import { expectNoBarrier } from './access.ts';
import { card, downloadText, dragTo, importText, openApp, portOf, runBadge, startRun } from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { expectNoNumberRefused, expectTakenIdRefused } from './inspector.ts';
import { TRIAGE } from './triageAgent.ts';

/** Its agent has a key that the format does not know. */
const SOURCE = `${TRIAGE.replace('    config:\n', '    cost_centre: 7 # ours\n    config:\n')}tasks:
  - id: read
    type: basic
    use: agent:triage
    action: classify
    colour: blue # ours too
    with:
      tags: [a, b]
    on_success:
      next: store
  - id: store
    type: basic
`;

/** Opens the text anew, as a file of its own. */
async function openSource(page: Page, name: string): Promise<Locator> {
  await importText(page, name, SOURCE);
  await expect(card(page, 'store')).toBeVisible();
  return page.getByRole('complementary', { name: 'Inspector' });
}

const ROUTES = `tasks:
  - id: choose
    type: decision
    config:
      condition: "{{ input.kind }}"
      routes:
        a: one # the first
        b: two
        c: {next: one, condition: "{{ value > 3 }}"}
  - id: one
    type: basic
  - id: two
    type: basic
`;

test('the form of a task changes what it says it changes, and keeps the rest', async ({ page }) => {
  await test.step('routes are put into another order by their handle, and by keys on it', async () => {
    await openApp(page);
    await importText(page, 'routes.yaml', ROUTES);
    await card(page, 'choose').click();
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    const handle = (key: string) => inspector.getByRole('button', { name: new RegExp(`^Move route ${key},`) });
    const [last, first] = [await handle('c').boundingBox(), await handle('a').boundingBox()];
    if (!last || !first) throw new Error('The handles are not drawn');
    await dragTo(page, handle('c'), null, { x: first.x + 60, y: first.y });
    await expect(handle('c')).toHaveAccessibleName('Move route c, 1 of 3');
    const third = '        c: {next: one, condition: "{{ value > 3 }}"}\n';
    const lifted = ROUTES.replace(third, '').replace('        a: one', `${third}        a: one`);
    expect(await downloadText(page)).toBe(lifted);
    await page.getByRole('banner').getByRole('button', { name: /^Undo/ }).click();
    expect(await downloadText(page)).toBe(ROUTES);

    await handle('b').press('Alt+ArrowUp');
    await expect(handle('b')).toHaveAccessibleName('Move route b, 1 of 3');
    await expect(handle('b')).toBeFocused();
    expect(await downloadText(page)).toBe(
      ROUTES.replace('        b: two\n', '').replace('        a: one', '        b: two\n        a: one'),
    );
    await page.getByRole('banner').getByRole('button', { name: /^Undo/ }).click();
    expect(await downloadText(page)).toBe(ROUTES);
  });
  await test.step('what is typed counts for the task it was typed for, also when another is clicked immediately', async () => {
    await openSource(page, 'typed.yaml');
    await card(page, 'read').click();
    await page
      .getByRole('complementary', { name: 'Inspector' })
      .getByRole('textbox', { name: 'Name', exact: true })
      .click();
    await page.keyboard.type('Read it');
    await card(page, 'store').click();
    await expect(page.getByRole('group', { name: /^Read it, id read/ })).toBeVisible();
    expect(await downloadText(page)).toBe(SOURCE.replace('  - id: read\n', '  - id: read\n    name: Read it\n'));
  });
  await test.step('an id that is taken is refused, and nothing changes', async () => {
    const inspector = await openSource(page, 'taken.yaml');
    await card(page, 'read').click();
    await expectTakenIdRefused(page, inspector, 'read');
    expect(await downloadText(page)).toBe(SOURCE);
  });
  await test.step('a connection passes values, written in its handler', async () => {
    const inspector = await openSource(page, 'passes.yaml');
    const port = await portOf(page, 'read', 'main').boundingBox();
    if (!port) throw new Error('The port is not drawn');
    await page.mouse.click(port.x + port.width + 20, port.y + port.height / 2);
    await expect(inspector.getByText('Passes', { exact: true })).toBeVisible();
    await inspector.getByRole('button', { name: 'Pass a value' }).click();
    await page.keyboard.type('note');
    await page.keyboard.press('Enter');
    await page.keyboard.type('{{ output.topic }}');
    await page.keyboard.press('Tab');
    await expect
      .poll(() => downloadText(page))
      .toBe(
        SOURCE.replace('      next: store\n', '      next: store\n      with:\n        note: "{{ output.topic }}"\n'),
      );
  });
  await test.step('keys the format does not know are shown, changed only when asked, and kept with their comments', async () => {
    const inspector = await openSource(page, 'unknown.yaml');
    await card(page, 'read').click();
    const colour = inspector.getByRole('textbox', { name: 'colour', exact: true });
    await expect(colour).toHaveValue('blue');
    await colour.fill('green');
    await colour.blur();
    await expect.poll(() => downloadText(page)).toBe(SOURCE.replace('colour: blue', 'colour: green'));
    const tags = inspector.getByRole('textbox', { name: 'tags', exact: true });
    await tags.fill('[a, c]');
    await tags.blur();
    const text = SOURCE.replace('colour: blue', 'colour: green').replace('[a, b]', '[a, c]');
    await expect.poll(() => downloadText(page)).toBe(text);
    await colour.fill('[');
    await colour.blur();
    await expect(inspector.getByRole('alert')).toBeVisible();
    expect(await downloadText(page)).toBe(text);
  });
  await test.step('values that fit no switch are shown as they are written', async () => {
    const text = 'tasks:\n  - id: both\n    type: parallel\n    join: any\n    config:\n      fail_fast: soon\n';
    await importText(page, 'odd.yaml', text);
    // Its middle is where its first task is chosen.
    await card(page, 'both').getByText('both', { exact: true }).first().click();
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expect(inspector.getByRole('textbox', { name: 'join' })).toHaveValue(/any/);
    await expect(inspector.getByRole('textbox', { name: 'Fail fast' })).toHaveText('soon');
    expect(await downloadText(page)).toBe(text);
  });
});

const CALL = `tools:
  - { id: a, use: core:http, schema: { input: { type: object }, output: {} } }
  - { id: b, use: core:http, schema: { input: { type: object }, output: {} } }
tasks:
  - id: call
    type: basic
    use: core:http
    with:
      method: FOO
      headers:
        accept: text/plain # wanted
      trace: 7 # ours
`;

test('agents, tools, memory and the input of a built-in each have a form', async ({ page }) => {
  await test.step('an agent is edited beside the canvas; a number that is none is refused in place', async () => {
    await openApp(page);
    const inspector = await openSource(page, 'agent.yaml');
    await expectNoNumberRefused(page, inspector);
    expect(await downloadText(page)).toBe(SOURCE);
    await inspector.getByLabel('Temperature').fill('0.4');
    await page.keyboard.press('Tab');
    await expect
      .poll(() => downloadText(page))
      .toBe(SOURCE.replace('      model: small\n', '      model: small\n      temperature: 0.4\n'));
    await expect(inspector.getByText('cost_centre')).toBeVisible();
  });
  await test.step('tools and memory are added from the panel, each with a form', async () => {
    const inspector = await openSource(page, 'tools.yaml');
    await page.getByRole('button', { name: 'Add a tool' }).first().click();
    await expect(inspector.getByText('Tool', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Add memory' }).first().click();
    await expect(inspector.getByText('Memory', { exact: true }).first()).toBeVisible();
    const text = await downloadText(page);
    expect(text).toContain('\ntools:\n  - id: tool\n');
    expect(text).toMatch(/^memory:\n {2}id: memory\n/m);
    await inspector.getByRole('combobox', { name: 'Uses' }).click();
    await expect(page.getByRole('option')).toHaveText([/^core:in-memory/, /^core:indexeddb/, /^chroma:http/]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('banner').getByRole('button', { name: /error/ })).toHaveCount(0);
  });
  await test.step('the input of a built-in is a form by its schema, and every part of it can be an expression and back', async () => {
    await importText(page, 'call.yaml', CALL);
    await card(page, 'call').click();
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    // What fits no choice is shown as it is written, and told where it stands.
    const method = inspector.getByRole('combobox', { name: 'Method', exact: true });
    await expect(method).toHaveText('FOO');
    await expect(inspector.locator('[data-field="tasks.0.with.method"]')).toContainText('takes one of "GET"');
    await method.click();
    await page.getByRole('option', { name: 'POST' }).click();
    const posted = CALL.replace('FOO', 'POST');
    expect(await downloadText(page)).toBe(posted);

    // A new key goes below the others; the author's own keeps its comment.
    await inspector.getByRole('textbox', { name: 'url' }).click();
    await page.keyboard.type('/data/{{ workflow.input.id }}');
    await page.keyboard.press('Escape');
    const addressed = `${posted}      url: "/data/{{ workflow.input.id }}"\n`;
    await expect.poll(() => downloadText(page)).toBe(addressed);

    // Headers are a list of names and values; as an expression and back they are what they were, to the letter.
    await inspector.getByRole('button', { name: 'headers as an expression' }).click();
    const headers = inspector.getByRole('textbox', { name: 'Headers', exact: true });
    await headers.fill('{{ workflow.input.headers }}');
    await headers.press('Enter');
    await expect.poll(() => downloadText(page)).toContain('headers: "{{ workflow.input.headers }}"');
    await inspector.getByRole('button', { name: 'headers as a value' }).click();
    await expect.poll(() => downloadText(page)).toBe(addressed);
    await inspector.getByRole('button', { name: 'Add to headers' }).click();
    await page.keyboard.type('x-id');
    await page.keyboard.press('Enter');
    await page.keyboard.type('{{ workflow.input.id');
    // What completes it stays inside of the window; Escape closes it, and once more keeps what was typed.
    await page.keyboard.press('Tab');
    const withHeader = addressed.replace('# wanted\n', '# wanted\n        x-id: "{{ workflow.input.id }}"\n');
    await expect.poll(() => downloadText(page)).toBe(withHeader);

    await inspector.getByRole('button', { name: 'Fail on error' }).click();
    await inspector.getByRole('switch', { name: 'Fail on error' }).click();
    await expect.poll(() => downloadText(page)).toBe(`${withHeader}      fail_on_error: false\n`);
    await expectNoBarrier(page, inspector);
  });
  await test.step('a name alone chooses what it can only mean, and long text has a larger field that keeps it', async () => {
    const inspector = await openSource(page, 'name.yaml');
    await card(page, 'store').click();
    const uses = inspector.getByRole('combobox', { name: 'Uses' });
    await uses.fill('http');
    await uses.press('Enter');
    await expect(uses).toHaveValue('core:http');
    await inspector.getByRole('textbox', { name: 'URL', exact: true }).click();
    await page.keyboard.press('Alt+Enter');
    const large = page.getByRole('dialog', { name: 'url' });
    await page.keyboard.type('/orders/{{ ');
    await expect(large.getByRole('textbox', { name: 'url' })).toHaveValue('/orders/{{  }}');
    // Escape closes the suggestions, then the dialog, and keeps what was written.
    await page.keyboard.type('workflow.input');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(large).toBeHidden();
    await expect.poll(() => downloadText(page)).toContain('url: "/orders/{{ workflow.input }}"');
  });
});

const GIVES = `tasks:
  - id: first
    type: map
    config: { mapping: { who: { name: Ada } } }
    on_success: { next: second }
  - { id: second, type: basic, with: { greeting: "" } }
`;

test('the value for an empty field is taken from a tree of what the steps before it gave', async ({ page }) => {
  await openApp(page);
  await importText(page, 'gives.yaml', GIVES);
  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await card(page, 'second').click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await inspector.getByRole('button', { name: 'Choose a value for greeting' }).click();
  const tree = page.getByRole('tree', { name: 'Values that can be read here' });
  const row = tree.getByRole('treeitem', { name: 'who, { name: "Ada" } · map' });
  await expect(row).toHaveAttribute('aria-expanded', 'false');
  await expectNoBarrier(page, page.getByRole('dialog', { name: 'Values that can be read here' }));
  await page.keyboard.type('name');
  await expect(tree.getByRole('treeitem', { name: 'name, "Ada" · text' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(tree).toBeHidden();
  expect(await downloadText(page)).toContain('greeting: "{{ tasks.first.output.who.name }}"');
});

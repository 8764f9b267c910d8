import { card, downloadText, edge, expectStatus, importText, openApp, openFile, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import {
  extractAgent,
  lookIntoAgentFile,
  moveAgentFile,
  openAgent,
  openSource,
  SOURCE,
  STEPS,
  undo,
} from './imports.ts';

test('agents and tasks go to separate files, come back, are renamed and are removed', async ({ page }) => {
  const inspector = await openSource(page);
  let extracted = '';

  await test.step('an agent that is removed says where it is missed, and comes back from the notice', async () => {
    await page.getByRole('button', { name: 'Agents, tools and memory' }).click();
    await page.getByRole('button', { name: 'More for triage' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const notice = page.getByRole('listitem').filter({ hasText: 'It is still used by read.' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => downloadText(page)).toBe(SOURCE);
  });

  await test.step('a task is extracted by its menu on the canvas; a file that is taken is refused before', async () => {
    await card(page, 'read').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Extract to a file…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Extract read to a file' });
    const file = dialog.getByRole('textbox', { name: 'File' });
    await file.fill('main.yaml');
    await expect(dialog.getByText(/cannot take the definition/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Extract' })).toBeDisabled();
    await file.fill('steps/read.yaml');
    await file.press('Enter');
    await expect(page.getByText('read was moved to steps/read.yaml.')).toBeVisible();
    const text = await downloadText(page);
    expect(text).toContain('import: ./steps/read.yaml');
    expect(text).toContain('on_success: {next: store}');
    await undo(page);
    await expect.poll(() => downloadText(page)).toBe(SOURCE);
  });

  await test.step('an agent goes to a separate file in one step', async () => {
    await extractAgent(page, inspector);
    extracted = await downloadText(page);
    expect(extracted).toContain('agents:\n  - id: triage # ours\n    import: ./agents/triage.yaml\ntasks:\n');
    await lookIntoAgentFile(page, inspector);
  });

  await test.step('imports follow a file that is renamed or moved, in one step', async () => {
    await moveAgentFile(page);
    expect(await downloadText(page)).toBe(extracted.replace('./agents/triage.yaml', './shared/people/triage.yaml'));
    await undo(page);
    await openFile(page, 'main.yaml');
    await expect(page.getByRole('button', { name: 'agents/triage.yaml', exact: true })).toBeVisible();
    expect(await downloadText(page)).toBe(extracted);
  });

  await test.step('an agent comes back from its file in one step', async () => {
    await openAgent(page);
    await inspector.getByRole('button', { name: 'More for agent triage' }).click();
    await page.getByRole('menuitem', { name: 'Bring the import in here' }).click();
    await expect(inspector.getByRole('textbox', { name: 'Import' })).toHaveCount(0);
    expect(await downloadText(page)).toContain('provider: mock');
    await undo(page);
    await expect.poll(() => downloadText(page)).toBe(extracted);
    await undo(page);
    // The step also takes a file away: that is asked about first.
    await page.getByRole('button', { name: 'Undo it' }).click();
    await expect.poll(() => downloadText(page)).toBe(SOURCE);
    await page.getByRole('button', { name: 'Files', exact: true }).click();
    await expect(page.getByRole('button', { name: 'agents/triage.yaml', exact: true })).toHaveCount(0);
  });

  await test.step('the id of an agent is changed in all files that import it, in one step', async () => {
    const user =
      'agents:\n  - id: helper\n    import: ./main.yaml#triage\ntasks:\n  - id: only\n    type: basic\n    use: agent:helper\n';
    await importText(page, 'user.yaml', user);
    await expect(card(page, 'only')).toBeVisible();
    await openFile(page, 'main.yaml');
    await openAgent(page);
    const id = inspector.getByRole('textbox', { name: 'ID', exact: true }).first();
    await id.fill('sorter');
    await id.press('Enter');
    await expect(page.getByRole('group', { name: /^read, basic task, agent:sorter/ })).toBeVisible();
    await openFile(page, 'user.yaml');
    await expect.poll(() => downloadText(page)).toBe(user.replace('#triage', '#sorter'));
    await undo(page);
    await openFile(page, 'user.yaml');
    expect(await downloadText(page)).toBe(user);
    await openFile(page, 'main.yaml');
    expect(await downloadText(page)).toBe(SOURCE);
  });
});

test('an imported task is drawn, edited and run as what it is in its file', async ({ page }) => {
  await openApp(page);
  const inspector = page.getByRole('complementary', { name: 'Inspector' });

  await test.step('an imported task is drawn as what it is, with the lines to it by the id it has from there', async () => {
    const text =
      'tasks:\n  - id: first\n    type: map\n    on_success: { next: grind }\n  - import: ./steps.yaml#grind # theirs\n';
    await importText(
      page,
      'steps.yaml',
      'tasks:\n  - id: grind\n    type: composite\n    tasks: [{ id: one, type: map }]\n',
    );
    await importText(page, 'flow.yaml', text);
    await expect(page.getByRole('group', { name: 'grind, composite task, ./steps.yaml#grind' })).toBeVisible();
    const line = edge(page, 'From first, success, to grind');
    await expect(line).toBeAttached();
    await line.focus();
    await page.keyboard.press('Enter');
    // Its form opens, and takes the focus.
    await expect(inspector).toBeVisible();
    await expect(line).not.toBeFocused();
    await line.focus();
    await page.keyboard.press('Delete');
    expect(await downloadText(page)).not.toContain('next: grind');
    await undo(page);
    expect(await downloadText(page)).toBe(text);
    await startRun(page);
    await expectStatus(page, 'grind', 'Success');
  });

  await test.step('the form of an imported task shows what it has from there, and a run shows the way it took', async () => {
    const main =
      'tasks:\n  - import: ./parts.yaml#grind\n    on_success: { next: pour }\n  - id: pour\n    type: map\n';
    await importText(page, 'parts.yaml', STEPS);
    await importText(page, 'made.yaml', main);
    await card(page, 'grind').click();
    await expect(inspector.getByRole('combobox', { name: 'Type' })).toHaveText(
      /composite · from \.\/parts\.yaml#grind/,
    );
    await expect(inspector.getByRole('combobox', { name: 'Type' })).not.toHaveAttribute('aria-invalid');
    await expect(inspector.getByRole('textbox', { name: 'ID' })).toHaveAttribute('placeholder', /^grind · from/);
    await expect(inspector.getByRole('textbox', { name: 'Name' })).toHaveAttribute('placeholder', 'Grind it');
    await startRun(page);
    await expectStatus(page, 'pour', 'Success');
    await expect(edge(page, 'From grind, success, to pour').locator('[data-state]')).toHaveAttribute(
      'data-state',
      'taken',
    );
    await expect(page.getByRole('region', { name: 'Run', exact: true }).getByText('Grind it')).toBeVisible();
    await inspector.getByRole('textbox', { name: 'Name' }).fill('Mine');
    await page.keyboard.press('Enter');
    expect(await downloadText(page)).toContain('name: Mine');
    await card(page, 'grind').click();
    await page.keyboard.press('Delete');
    expect(await downloadText(page)).not.toContain('grind');
  });
});

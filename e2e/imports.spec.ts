import { card, downloadText, dropText, expectStatus, importText, openFile, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { extractAgent, lookIntoAgentFile, moveAgentFile, openSource, SOURCE, STEPS, undo } from './imports.ts';

const FLOW =
  'tasks:\n  - import: ./steps.yaml#grind # theirs\n    on_success: { next: pour }\n  - id: pour\n    type: map\n';

test('an agent goes to a separate file, whose imports follow it, and an imported task is drawn and run', async ({
  page,
}) => {
  const inspector = await openSource(page);

  await test.step('an agent goes to a separate file in one step', async () => {
    await extractAgent(page, inspector);
    await lookIntoAgentFile(page, inspector);
  });

  await test.step('imports follow a file that is renamed; each step is taken back by one undo', async () => {
    await moveAgentFile(page);
    expect(await downloadText(page)).toContain(
      'agents:\n  - id: triage # ours\n    import: ./shared/people/triage.yaml\ntasks:\n',
    );
    await undo(page);
    await openFile(page, 'main.yaml');
    await undo(page);
    // The step also takes a file away: that is asked about first.
    await page.getByRole('button', { name: 'Undo it' }).click();
    await expect.poll(() => downloadText(page)).toBe(SOURCE);
    await expect(page.getByRole('button', { name: 'agents/triage.yaml', exact: true })).toHaveCount(0);
  });

  await test.step('an imported task is drawn and run as what it is in its file, and its form says so', async () => {
    await dropText(page, 'steps.yaml', STEPS);
    await importText(page, 'flow.yaml', FLOW);
    await card(page, 'grind').click();
    await expect(inspector.getByRole('combobox', { name: 'Type' })).toHaveText(
      /composite · from \.\/steps\.yaml#grind/,
    );
    await expect(inspector.getByRole('textbox', { name: 'Name' })).toHaveAttribute('placeholder', 'Grind it');
    await startRun(page);
    await expectStatus(page, 'grind', 'Success');
    await expectStatus(page, 'pour', 'Success');
    expect(await downloadText(page)).toBe(FLOW);
  });
});

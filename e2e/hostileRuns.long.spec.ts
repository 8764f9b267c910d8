import { openApp } from './app.ts';
import { expectResponsive, importRun, makeExport } from './exportedRuns.ts';
import { expect, test } from './fixtures.ts';
import { openHistory } from './runs.ts';

/** One step of a replay that takes minutes. */
function makeEndless(): string {
  const each = Array.from({ length: 2_000 }, (_, at) => `k${at}: "{{ filter(workflow.input.items, x => x > 9999) }}"`);
  const task = `{id: a, type: map, config: {mapping: {${each.join(', ')}}}, on_success: {next: a}}`;
  const source = `limits: {per_task: 1000000, per_scope: 1000000}\ntasks: [${task}]\n`;
  return makeExport({ source, start: { input: { items: Array.from({ length: 4_000 }, (_, n) => n) } } });
}

test('an imported run with a step that takes minutes is refused after 15 s, and the page answers meanwhile', async ({
  page,
}) => {
  await openApp(page);
  const panel = await openHistory(page);
  await importRun(page, panel, makeEndless());
  await expectResponsive(page);
  const refused = page.getByText(/one step of its replay took longer than 15 s/).first();
  await expect(refused).toBeVisible({ timeout: 120_000 });
  await expect(panel.getByText('No runs yet')).toBeVisible();
  await expectResponsive(page);
});

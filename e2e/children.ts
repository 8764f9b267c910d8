import { expectSaved, expectStatus, importText, runBadge, startRun } from './app.ts';
import { expect, type Page } from './fixtures.ts';
import { apiTool, readStoredRuns, type ServedCall, waitFor } from './killable.ts';
import { drawer, sendSignal } from './runs.ts';

/** Two calls of a server for one number, and a wait for a signal between them where there is one. */
export const inner = (
  url: string,
  wait: string,
): string => `schema: { input: { type: object, properties: { n: { type: number, default: 1 } } } }
${apiTool(url)}tasks:
  - { id: one, type: basic, use: "tool:api", with: { url: one, method: POST, json: { n: "{{ workflow.input.n }}" } }, on_success: { next: ${wait === '' ? 'two' : 'hold'} } }
${wait}
  - { id: two, type: basic, use: "tool:api", with: { url: two, method: POST, json: { n: "{{ tasks.one.output.body.n }}" } } }
outputs: { n: "{{ tasks.two.output.body.n }}" }
`;

export const HOLD =
  '  - { id: hold, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h }, on_success: { next: two } }';

/** A run of {@link inner} for each of the items. */
const outer = (items: string): string => `tasks:
  - id: each
    type: collection
    config: { items: ${items}, mode: parallel }
    use: core:workflow
    with: { file: inner.yaml, input: { n: "{{ item }}" } }
    on_success: { next: after }
  - { id: after, type: basic }
outputs: { all: "{{ map(tasks.each.output, x => x.n) }}" }
`;

/** What came from outside runs inside of another only once it was trusted: each file runs once. */
export async function importFamily(page: Page, text: string, items = '[1, 2, 3]'): Promise<void> {
  await importText(page, 'inner.yaml', text);
  await startRun(page);
  if (text.includes('signal: go')) await answerHold(page);
  await expect(runBadge(page)).toHaveText(/^Success in/);
  await importText(page, 'outer.yaml', outer(items));
  await expectSaved(page);
}

/** Waits until the run on screen waits for its signal, and sends it. */
export async function answerHold(page: Page): Promise<void> {
  await expectStatus(page, 'hold', 'Waiting');
  await sendSignal(page, 'hold');
}

export function countPaths(calls: readonly ServedCall[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { path } of calls) counts[path] = (counts[path] ?? 0) + 1;
  return counts;
}

/** Waits until each of these calls is in the records of a run. */
export async function waitForRecords(page: Page, calls: readonly ServedCall[]): Promise<void> {
  await waitFor('the records of the calls', async () => {
    const recorded = (await readStoredRuns(page)).flatMap((run) => run.recorded);
    return calls.every(({ key }) => recorded.includes(key)) ? true : undefined;
  });
}

/** Opens the run inside that a call of the step has started, by its index. */
export async function openCall(page: Page, index: number): Promise<void> {
  await drawer(page)
    .getByRole('button', { name: /^each, running/ })
    .click();
  await drawer(page)
    .getByRole('tab', { name: /^Calls/ })
    .click();
  const call = drawer(page).getByRole('group').filter({ hasText: 'Open the run inside' }).nth(index);
  await expect(call).toBeVisible();
  const open = call.getByRole('button', { name: 'Open the run inside' });
  // A call that is the only one is unfolded already.
  if (!(await open.isVisible())) await call.locator('summary').click();
  await open.click();
}

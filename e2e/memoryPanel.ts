import { openByMenu, runBadge } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

/** An agent that remembers, on a model that plays its part. */
export function workflow(
  memory = 'memory: { id: support, storage: { use: "core:indexeddb", config: {} }, vector: VECTOR, options: { workingMemory: { enabled: true } } }',
): string {
  const vector = '{ use: "core:indexeddb", dimensions: 64, config: {} }';
  return `schema:
  input:
    type: object
    properties:
      thread_id: { type: string, title: Thread, default: monday }
      prompt: { type: string, title: Prompt, default: My invoice was charged twice }
${memory.replace('VECTOR', vector)}
agents:
  - id: helper
    use: core:agent
    config: { provider: mock, model: mock-small }
    actions:
      - id: answer
        instructions: Answer the person
        output: { type: object, properties: { reply: { type: string } } }
        config:
          mock:
            responses:
              - tool_calls: [{ name: update_working_memory, input: { memory: <user><name>Ann</name></user> } }]
              - { reply: We will refund the second charge }
tasks:
  - id: answer
    type: basic
    use: agent:helper
    with: { prompt: "{{ input.prompt }}" }
`;
}

/** Runs the agent in a thread. */
export async function run(page: Page, thread: string, prompt: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const yes = dialog.getByRole('button', { name: 'Trust and continue' });
  if (await yes.isVisible()) await yes.click();
  await dialog.getByLabel('Thread').fill(thread);
  await dialog.getByLabel('Prompt').fill(prompt);
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
}

/** The side panel that shows what agents remember. */
export function panel(page: Page): Locator {
  return page.getByRole('region', { name: 'Memory', exact: true });
}

/** Opens or closes it. */
export async function openPanel(page: Page): Promise<void> {
  await openByMenu(page, 'Memory');
}

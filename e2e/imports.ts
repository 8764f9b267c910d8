import { card, importText, openApp } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

/** An agent, and a task that uses it. */
export const SOURCE = `agents:
  - id: triage # ours
    use: core:agent
    config:
      provider: mock
      model: small
    actions:
      - id: classify
        instructions: Say what it is.
        output: {}
tasks:
  - id: read
    type: basic
    use: agent:triage
    on_success: {next: store}
  - id: store
    type: basic
`;

/** Opens the app on it, and answers its inspector. */
export async function openSource(page: Page): Promise<Locator> {
  await openApp(page);
  await importText(page, 'main.yaml', SOURCE);
  await expect(card(page, 'store')).toBeVisible();
  return page.getByRole('complementary', { name: 'Inspector' });
}

export async function undo(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: /^Undo/ }).click();
}

/** Opens the form of the agent. */
export async function openAgent(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Resources' });
  if (!(await panel.isVisible())) await page.getByRole('button', { name: 'Agents, tools and memory' }).click();
  await panel.getByRole('button', { name: /^triage/ }).click();
}

/** Puts the agent into the file that is proposed. */
export async function extractAgent(page: Page, inspector: Locator): Promise<void> {
  await openAgent(page);
  await inspector.getByRole('button', { name: 'More for agent triage' }).click();
  await page.getByRole('menuitem', { name: 'Extract to a file…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Extract triage to a file' });
  await expect(dialog.getByRole('textbox', { name: 'File' })).toHaveValue('agents/triage.yaml');
  await dialog.getByRole('button', { name: 'Extract' }).click();
  await expect(inspector.getByRole('textbox', { name: 'Import' })).toHaveValue('./agents/triage.yaml');
}

import { card, downloadText, importText, openApp, openFile } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { TRIAGE } from './triageAgent.ts';

/** An agent, and a task that uses it. */
export const SOURCE = `${TRIAGE}tasks:
  - id: read
    type: basic
    use: agent:triage
    on_success: {next: store}
  - id: store
    type: basic
`;

/** A file whose task another file imports. */
export const STEPS =
  'tasks:\n  - id: grind\n    name: Grind it\n    type: composite\n    tasks: [{ id: g1, type: map }]\n';

/** Opens the app on {@link SOURCE}, and answers its inspector. */
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
  const panel = page.getByRole('region', { name: 'Agents, tools and memory' });
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

/** Looks into the file that the agent was put into, and comes back. */
export async function lookIntoAgentFile(page: Page, inspector: Locator): Promise<void> {
  await inspector.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page).toHaveTitle(/^agents\/triage\.yaml/);
  expect(await downloadText(page)).toContain('provider: mock');
  await openFile(page, 'main.yaml');
}

/** Moves that file to another folder, which the import follows. */
export async function moveAgentFile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  await page.getByRole('button', { name: 'agents/triage.yaml', exact: true }).press('F2');
  const field = page.getByRole('textbox', { name: 'File name' });
  await field.fill('shared/people/triage.yaml');
  await field.press('Enter');
  await expect(page.getByText('Imports in 1 other file follow shared/people/triage.yaml.')).toBeVisible();
}

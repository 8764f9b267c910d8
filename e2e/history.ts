import { runBadge, showNewRun, trustFile } from './app.ts';
import { expect, type Page } from './fixtures.ts';

/** Fails for one customer, and else gives what it got. */
export const WORKFLOW = `schema:
  input:
    type: object
    properties: { customer: { type: string, default: Ada } }
tools:
  - id: check
    use: core:javascript
    config:
      code: |
        if (input.customer === 'Grace') throw new Error('No address on record');
        return { greeting: 'Hello ' + input.customer };
    schema: { input: { type: object }, output: { type: object } }
tasks:
  - { id: greet, type: basic, use: "tool:check", with: { customer: "{{ workflow.input.customer }}" } }
`;

/** Runs it for a customer, and waits for the end. */
export async function run(page: Page, customer: string, outcome: RegExp): Promise<void> {
  await showNewRun(page, async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('Customer');
    await expect(field.or(dialog.getByRole('button', { name: 'Trust and continue' })).first()).toBeVisible();
    await trustFile(page);
    await field.fill(customer);
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  });
  await expect(runBadge(page)).toHaveText(outcome);
}

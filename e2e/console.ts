import { importText, openApp, openByMenu } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import type { ServedFolder } from './serving.ts';

/** A question to a person between two steps that count. */
export const ASK = `name: Ask
schema:
  input: { type: object, properties: { n: { type: integer, default: 1 } } }
tasks:
  - id: before
    type: map
    config: { mapping: { n: "{{ workflow.input.n + 1 }}" } }
    on_success: { next: approve }
  - id: approve
    name: Approve
    type: wait
    config:
      signal: approval
      title: Ship it?
      signal_schema: { type: object, required: [yes], properties: { yes: { type: boolean }, note: { type: string, title: Note } } }
      timeout: 1h
      check_interval: 1h
    on_success: { next: rest }
  - id: rest
    type: wait
    config: { timeout: 4s, check_interval: 1s }
    on_success: { next: after }
  - id: after
    type: map
    config: { mapping: { n: "{{ tasks.before.output.n * 10 }}" } }
outputs: { n: "{{ tasks.after.output.n }}" }
`;

/** A delay of an hour, and a run whose one step is a run of that. */
export const NAP = `tasks:
  - id: nap
    type: wait
    config: { timeout: 1h, check_interval: 1h }
    on_success: { next: after }
  - id: after
    type: map
    config: { mapping: { n: "{{ 1 }}" } }
`;
export const OUTER = 'tasks: [{ id: call, type: basic, use: core:workflow, with: { file: nap.yaml } }]';

/** {@link ASK}, which rests for a moment after its answer. */
export const BRIEF = ASK.replace('timeout: 4s', 'timeout: 1s').replace('check_interval: 1s', 'check_interval: 500ms');

/** Opens the app on the file, and starts the server that allows it. */
export async function openConsole(page: Page, served: ServedFolder, name: string, text: string): Promise<void> {
  await openApp(page);
  await served.start(new URL(page.url()).origin);
  await importText(page, name, text);
}

export async function openInbox(page: Page): Promise<Locator> {
  await openByMenu(page, 'Inbox');
  return page.getByRole('region', { name: 'Inbox' });
}

/** Starts the run of the open form. */
export async function startThere(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

import { readFileSync } from 'node:fs';
import { card, importText, openApp, openRunForm } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import type { ServedFolder } from './serving.ts';

/** Three steps that count. */
export const CHAIN = `name: Chain
tasks:
  - id: first
    type: map
    config: { mapping: { n: 1 } }
    on_success: { next: second, with: { n: "{{ output.n + 1 }}" } }
  - id: second
    type: map
    config: { mapping: { n: "{{ input.n }}" } }
    on_success: { next: third, with: { n: "{{ output.n + 1 }}" } }
  - id: third
    type: map
    config: { mapping: { n: "{{ input.n }}" } }
outputs: { n: "{{ tasks.third.output.n }}" }
`;

/** A step that waits for a signal, and one after it. */
export const WAITS = `name: Waits
tasks:
  - id: hold
    type: wait
    config: { signal: go, timeout: 5m, check_interval: 1s }
    on_success: { next: after }
  - id: after
    type: basic
`;

/** What is said of the run below the canvas. */
export function drawer(page: Page): Locator {
  return page.getByRole('region', { name: 'Run', exact: true });
}

/** The status of the run in the drawer. */
export function state(page: Page, words: RegExp): Locator {
  return drawer(page).getByText(words).first();
}

/** Opens what the run as a whole gave, was started with or ran, where it is not open. */
export async function openResult(page: Page, part: 'Input' | 'Output' | 'Text' = 'Output'): Promise<Locator> {
  const button = drawer(page).getByRole('button', { name: 'Result', exact: true });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  const result = drawer(page).getByRole('region', { name: 'Result of the run' });
  await result.getByRole('tab', { name: part }).click();
  return result;
}

/** An entry of the menu of what else is done with the run on screen. */
export async function runEntry(page: Page, name: string): Promise<Locator> {
  await drawer(page).getByRole('button', { name: 'More actions for this run' }).click();
  return page.getByRole('menuitem', { name });
}

/** Runs once more with the input of the run on screen. */
export async function repeatRun(page: Page): Promise<void> {
  await (await runEntry(page, 'again with the same input')).click();
}

/** The bar at the top. */
export function bar(page: Page): Locator {
  return page.getByRole('banner');
}

/** What leads back to the runs around the one that is shown. */
export function runsAround(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Runs around this one' });
}

/** Chooses a step that waits for a signal, and sends it. */
export async function sendSignal(page: Page, step: string): Promise<void> {
  await drawer(page)
    .getByRole('button', { name: new RegExp(`^${step}, waiting`) })
    .click();
  await drawer(page).getByRole('button', { name: 'Send signal' }).click();
}

/** Opens the app on the steps that count. */
export async function openChain(page: Page): Promise<void> {
  await openApp(page);
  await importText(page, 'chain.yaml', CHAIN);
  await expect(card(page, 'third')).toBeVisible();
}

/** Runs a command by its name. */
export async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('dialog').getByRole('combobox').fill(name);
  await page.getByRole('option', { name }).first().click();
}

export async function openHistory(page: Page): Promise<Locator> {
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Run history' }).click();
  return page.getByRole('region', { name: 'Runs' });
}

/** Exports the run whose menu is open, imports it again from the history, and waits until it is shown. */
export async function exportAndImport(page: Page, history: Locator): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export' }).click(),
  ]);
  const exported = readFileSync(await download.path());
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    history.getByRole('button', { name: 'Import a run' }).click(),
  ]);
  await chooser.setFiles({ name: 'run.json', mimeType: 'application/json', buffer: exported });
  await expect(drawer(page).getByText('Imported', { exact: true })).toBeVisible();
}

/** Opens the form of a run, and adds the server there. */
export async function addServer(page: Page, served: Pick<ServedFolder, 'address' | 'token'>): Promise<void> {
  await openRunForm(page);
  const yes = page.getByRole('dialog').getByRole('button', { name: 'Trust and continue' });
  const options = page.getByRole('dialog').getByText('Options', { exact: true });
  await expect(yes.or(options).first()).toBeVisible();
  if (await yes.isVisible()) await yes.click();
  await options.click();
  await page.getByLabel('Run on').click();
  await page.getByRole('option', { name: 'Add a server…' }).click();
  await page.getByLabel('Address').fill(served.address);
  await page.getByLabel('Token', { exact: true }).fill(served.token);
  await page.getByRole('button', { name: 'Add the server' }).click();
}

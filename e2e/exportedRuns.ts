import { startInput } from '../engine/testing/given/startInput.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

const SOURCE = 'tasks:\n  - {id: a, type: basic, with: {n: 1}}\n';

export const AT = 1_767_225_600_000;

interface Made {
  readonly source?: string;
  readonly start?: object;
  readonly rest?: readonly object[];
}

/** A saved run as someone else may have written it. */
export function makeExport({ source = SOURCE, start = {}, rest = [] }: Made): string {
  const first = { ...startInput({ at: AT }), ...start };
  return JSON.stringify({
    format: 'signalbox-run/1',
    summary: { path: 'a.yaml', name: null, status: 'success', startedAt: AT, endedAt: AT },
    details: { source, files: [], input: {}, engine: '0.1.0' },
    proofs: [],
    inputs: [first, ...rest],
  });
}

/** Imports a saved run by the history, which is open. */
export async function importRun(page: Page, panel: Locator, text: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    panel.getByRole('button', { name: 'Import a run' }).click(),
  ]);
  await chooser.setFiles({ name: 'run.json', mimeType: 'application/json', buffer: Buffer.from(text) });
}

/** Opens and closes a dialog while the run is read and shown: each time the page must answer. */
export async function expectResponsive(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (let round = 0; round < 4; round += 1) {
    const panels = page.getByRole('navigation', { name: 'Panels' });
    await panels.getByRole('button', { name: 'Command palette' }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
}

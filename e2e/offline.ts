import { downloadText } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { versionOf } from './releases.ts';
import { sendSignal, state, WAITS } from './runs.ts';

/** Drops what the browser reports of requests that found no server. */
export function forgetLostRequests(problems: string[]): void {
  problems.splice(
    0,
    problems.length,
    ...problems.filter((problem) => !/Failed to (load resource|update a Serv)/.test(problem)),
  );
}

/** The notice of a new version. */
export function offer(page: Page): Locator {
  return page.getByText(/^A new version of Signalbox is here\./);
}

const TYPED = '# typed in that moment';

/** Types a last line into the text of the steps that wait. */
export async function typeLastLine(page: Page, editor: Locator): Promise<void> {
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(TYPED);
}

/** Uses the new version by its notice. */
export async function useNow(page: Page, version: string): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Use it now' }).click();
  await loaded;
  expect(await versionOf(page)).toBe(version);
}

/** The new version goes on with the run that waited and with the text as it was typed, and the run comes to its end. */
export async function expectNothingLost(page: Page): Promise<void> {
  await expect(state(page, /^Waiting/)).toBeVisible();
  expect(await downloadText(page)).toBe(`${WAITS}${TYPED}`);
  await sendSignal(page, 'hold');
  await expect(state(page, /^Success in/)).toBeVisible();
}

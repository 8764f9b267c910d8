/** Worlds in which the app may not start, and what it says in them. */
import { expect, type Locator, type Page } from './fixtures.ts';

/** A host with a name and without HTTPS, as one in a company's network: the built app, from where the tests have it. */
export const PLAIN = 'http://flows.test/';

/** Serves the built app from {@link PLAIN}: to the browser that is no safe origin, so that it leaves out what needs one. */
export async function servePlain(page: Page, baseURL: string): Promise<void> {
  await page.context().route(`${PLAIN}**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    // The page loads ahead until the test ends: what is then under way has no answer, and needs none.
    const response = await route.fetch({ url: new URL(pathname, baseURL).href }).catch(() => null);
    if (response !== null) await route.fulfill({ response });
  });
}

/** The words of the page itself, where the app is not on screen. */
export function startScreen(page: Page, title: string): Locator {
  return page.getByRole('alert').filter({ has: page.getByRole('heading', { name: title }) });
}

/** Waits for those words, presses *Reload* in them, and waits for the page to come anew. */
export async function reloadFrom(page: Page, screen: Locator): Promise<void> {
  await expect(screen).toBeVisible();
  const loaded = page.waitForEvent('load');
  await screen.getByRole('button', { name: 'Reload' }).click();
  await loaded;
}

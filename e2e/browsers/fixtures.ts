import { test as base } from '@playwright/test';
import { createProfile } from '../killable.ts';
import { BrowserWindow } from './BrowserWindow.ts';
import type { OtherBrowser } from './installed.ts';
import type { Remote } from './Remote.ts';

export { OTHER_BROWSERS, whyNot } from './installed.ts';

/** What a browser keeps, and the browsers that were started on it, one after the other. */
export interface Profile {
  readonly folder: string;
  /** Starts a browser with a page of 1440 x 900 px. */
  readonly open: (browser: OtherBrowser) => Promise<{ readonly page: BrowserWindow; readonly remote: Remote }>;
}

/** Whatever becomes of a test, no browser outlives it, and no page of it has an uncaught error. */
export const test = base.extend<{ profile: Profile }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads of the pattern which fixtures are asked for.
  profile: async ({}, use) => {
    const remotes: Remote[] = [];
    const { folder, remove } = createProfile();
    await use({
      folder,
      open: async (browser) => {
        const remote = await browser.launch(folder);
        remotes.push(remote);
        const page = new BrowserWindow(remote);
        await page.resize(1440, 900);
        return { page, remote };
      },
    });
    await Promise.all(remotes.map((remote) => remote.kill()));
    remove();
    base.expect(remotes.flatMap((remote) => remote.problems())).toEqual([]);
  },
});

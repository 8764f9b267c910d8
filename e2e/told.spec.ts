import { importText, openApp, runBadge, startRun } from './app.ts';
import { expect, test } from './fixtures.ts';
import { drawer } from './runs.ts';

const LATER = `name: Later
tasks:
  - { id: call, type: basic, use: core:http, with: { url: held.json }, on_success: { next: hold } }
  - { id: hold, type: wait, config: { signal: go, timeout: 5m, check_interval: 1s } }
`;

/** What the page asked the browser for, and a switch for whether it is in view. */
interface Told {
  readonly asked: number;
  readonly shown: readonly string[];
}

test('a page that is not in view tells that a run waits, by its title and, where a person asked, by a notification that leads to it', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const told = { asked: 0, shown: [] as string[] };
    class FakeNotification extends EventTarget {
      static permission = 'default';
      static requestPermission(): Promise<string> {
        told.asked += 1;
        FakeNotification.permission = 'granted';
        return Promise.resolve('granted');
      }
      constructor(title: string) {
        super();
        told.shown.push(title);
        window.addEventListener('click-notification', () => this.dispatchEvent(new Event('click')), { once: true });
      }
      close(): void {}
    }
    let state = 'visible';
    Object.defineProperty(document, 'visibilityState', { get: () => state });
    window.addEventListener('set-view', (event) => {
      state = (event as CustomEvent<string>).detail;
      document.dispatchEvent(new Event('visibilitychange'));
    });
    Object.assign(window, { Notification: FakeNotification, told });
  });
  const setView = (detail: 'hidden' | 'visible') =>
    page.evaluate((view) => void window.dispatchEvent(new CustomEvent('set-view', { detail: view })), detail);
  const readTold = (): Promise<Told> => page.evaluate(() => (window as unknown as { told: Told }).told);

  // The call of the run is answered only once the page is out of view.
  const held: (() => Promise<void>)[] = [];
  await page.route('**/held.json', (route) => {
    held.push(() => route.fulfill({ json: {} }));
  });

  await openApp(page);
  await importText(page, 'later.yaml', LATER);
  expect(await readTold()).toEqual({ asked: 0, shown: [] });
  await page
    .getByRole('navigation', { name: 'Panels' })
    .getByRole('button', { name: 'Run history', exact: true })
    .click();
  const bell = page.getByRole('button', { name: 'Notify me when runs end or wait' });
  await expect(bell).toHaveAttribute('aria-pressed', 'false');
  await bell.click();
  await expect(bell).toHaveAttribute('aria-pressed', 'true');
  expect(await readTold()).toEqual({ asked: 1, shown: [] });

  await startRun(page);
  await expect(runBadge(page)).toHaveText(/^Running/);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByPlaceholder(/^Type an action/).fill('Clear run');
  await page.keyboard.press('Enter');
  await expect(runBadge(page)).toBeHidden();
  await setView('hidden');
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.();
  await expect(page).toHaveTitle('? later.yaml waits for an answer · later.yaml · Signalbox');
  await expect.poll(readTold).toEqual({ asked: 1, shown: ['later.yaml waits for an answer'] });
  await page.evaluate(() => void window.dispatchEvent(new Event('click-notification')));
  await expect(drawer(page)).toBeVisible();
  await expect(runBadge(page)).toHaveText(/^Waiting/);
  await setView('visible');
  await expect(page).toHaveTitle('later.yaml · Signalbox');
});

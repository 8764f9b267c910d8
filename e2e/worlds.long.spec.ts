import { expectSaved, openApp } from './app.ts';
import { expect, test } from './fixtures.ts';
import { expectKept, Host } from './releases.ts';
import { breakStorage } from './storage.ts';
import { reloadFrom, startScreen } from './worlds.ts';

test('a style sheet that does not arrive is named, and the app is not shown without it', async ({ page, problems }) => {
  await page.route('**/assets/index-*.css', (route) => route.abort());
  await page.goto('/');
  await expect(startScreen(page, 'Signalbox could not be loaded')).toContainText(/assets\/index-[\w-]+\.css/);
  await expect(page.getByRole('banner')).toBeHidden();
  problems.splice(0);
});

test('a script that cannot be read is told with its error', async ({ page, problems }) => {
  await page.route('**/assets/index-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'const unfinished = (' }),
  );
  await page.goto('/');
  await expect(startScreen(page, 'Signalbox did not start')).toContainText('SyntaxError');
  problems.splice(0);
});

test('a browser that lacks what all rests on is told what it lacks', async ({ page, problems }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
  await page.goto('/');
  const screen = startScreen(page, 'This browser is too old for Signalbox');
  await expect(screen).toContainText('Array.prototype.toSorted');
  await expect(screen).toContainText('Firefox 125');
  problems.splice(0);
});

test('without JavaScript the page says so', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(baseURL ?? '');
  await expect(page.getByRole('heading', { name: 'Signalbox needs JavaScript' })).toBeInViewport();
  await expect(page.getByText('Loading Signalbox')).toBeHidden();
  await context.close();
});

test('an app that ends with an error later leaves the words of the page', async ({ page, problems }) => {
  await openApp(page);
  await page.evaluate(() => {
    document.getElementById('root')?.replaceChildren();
    reportError(new Error('a defect'));
  });
  await expect(startScreen(page, 'Signalbox stopped')).toContainText('a defect');
  problems.splice(0);
});

test('without workers the app edits and keeps, and says that nothing runs until the engine is started', async ({
  page,
  problems,
}) => {
  await page.route('**/engine.worker-*.js', (route) => route.abort());
  await page.goto('/');
  await expectSaved(page);
  const strip = page.getByRole('alert').filter({ hasText: 'The engine did not start' });
  await expect(strip).toBeVisible();
  await expect(page.getByRole('button', { name: 'Not checked yet' })).toBeVisible();
  await page.unroute('**/engine.worker-*.js');
  await strip.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'No problems' })).toBeVisible();
  await expect(strip).toHaveCount(0);
  problems.splice(0);
});

test('where the browser blocks storage the app opens and says what that means', async ({ page, problems }) => {
  const refuse = "IDBFactory.prototype.open = () => { throw new DOMException('blocked', 'SecurityError'); };";
  await breakStorage(
    page,
    `${refuse} Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError'); } });`,
  );
  await page.goto('/');
  await expect(page.getByRole('alert').filter({ hasText: 'does not let the page store anything' })).toBeVisible();
  problems.splice(0);
});

test('while its script is on the way the page says that it loads', async ({ page }) => {
  const held: (() => void)[] = [];
  const arrived = new Promise<void>((resolve) => void held.push(resolve));
  await page.route('**/assets/index-*', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Loading Signalbox…' })).toBeVisible();
  await expect(page.getByText(/^The connection to this site is slow/)).toBeVisible();
  for (const arrive of held) arrive();
  await expectSaved(page);
  await expect(page.getByText('Loading Signalbox')).toHaveCount(0);
});

test('an address of a file that is not here says so, and stays so until it is closed', async ({ page }) => {
  // With a query it is another page than the one that the test before has left.
  await openApp(page, '/?opened#/gone.yaml');
  const notice = page.getByText(/^There is no file gone\.yaml here/);
  await expect(notice).toBeVisible();
  // Longer than any notice stays that goes by itself.
  await expect(notice.waitFor({ state: 'hidden', timeout: 11_000 })).rejects.toThrow('Timeout');
  await page.getByRole('button', { name: 'Close toast' }).click();
  await expect(notice).toHaveCount(0);
});

test.describe('a version that is kept', () => {
  test.use({ serviceWorkers: 'allow', loadsAhead: true });

  test('and has lost a part makes room for that of the site', async ({ page, problems }) => {
    const host = new Host();
    try {
      await host.start();
      await openApp(page, host.address);
      await expectKept(page);
      host.deploy('second0version00');
      await page.evaluate(async () => {
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const { url } of await cache.keys()) if (/index-[\w-]+\.js$/.test(url)) await cache.delete(url);
        }
      });
      await page.reload();
      await reloadFrom(page, startScreen(page, 'Signalbox could not be loaded'));
      await expectSaved(page);
      await expect(page.locator('meta[name="signalbox-release"]')).toHaveAttribute('content', 'second0version00');
    } finally {
      await host.remove();
      problems.splice(0);
    }
  });
});

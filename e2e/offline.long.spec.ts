import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { placeProgram } from '../engine/testing/program/placeProgram.ts';
import {
  card,
  downloadText,
  expectStatus,
  importText,
  openApp,
  openFile,
  runBadge,
  showSplit,
  startRun,
} from './app.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';
import { forgetLostRequests } from './offline.ts';
import { expectKept, Host, lookForVersion, versionOf } from './releases.ts';
import { sendSignal, state, WAITS } from './runs.ts';

test.use({ serviceWorkers: 'allow', loadsAhead: true });

let host: Host;

test.beforeEach(async () => {
  host = new Host();
  await host.start();
});

test.afterEach(async ({ problems }) => {
  await host.remove();
  forgetLostRequests(problems);
});

/** The notice of a new version. */
function offer(page: Page): Locator {
  return page.getByText(/^A new version of Signalbox is here\./);
}

const TYPED = '# typed in that moment';

/** Types a last line into the text of the steps that wait. */
async function typeLastLine(page: Page, editor: Locator): Promise<void> {
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(TYPED);
}

/** Uses the new version by its notice. */
async function useNow(page: Page, version: string): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Use it now' }).click();
  await loaded;
  expect(await versionOf(page)).toBe(version);
}

/** The new version goes on with the run that waited and with the text as it was typed, and the run comes to its end. */
async function expectNothingLost(page: Page): Promise<void> {
  await expect(state(page, /^Waiting/)).toBeVisible();
  expect(await downloadText(page)).toBe(`${WAITS}${TYPED}`);
  await sendSignal(page, 'hold');
  await expect(state(page, /^Success in/)).toBeVisible();
}

test('a new version waits for the person, and loses neither a run nor an edit', async ({ page }) => {
  await openApp(page, host.address);
  await expectKept(page);
  const before = await versionOf(page);
  await importText(page, 'waits.yaml', WAITS);
  await startRun(page);
  await expectStatus(page, 'hold', 'Waiting');
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));

  host.deploy('second0version00');
  await lookForVersion(page);
  await expect(offer(page)).toBeVisible();
  // Nothing else happens: the page and its run go on, and its parts are there, though the host has them no longer.
  await expectStatus(page, 'hold', 'Waiting');
  const editor = await showSplit(page);
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  // Reloaded for another reason, it is the version that it was.
  await page.reload();
  await expect(offer(page)).toBeVisible();
  expect(await versionOf(page)).toBe(before);

  await typeLastLine(page, editor);
  await useNow(page, 'second0version00');
  await expectNothingLost(page);
});

test('a tab beside the one that takes the new version goes on with its own', async ({ page, context }) => {
  await openApp(page, host.address);
  await expectKept(page);
  const before = await versionOf(page);
  const second = await context.newPage();
  await second.goto(host.address);
  await expect(second.getByText('Another tab is editing this workspace.')).toBeVisible();
  host.deploy('second0version00');
  await lookForVersion(page);
  await useNow(page, 'second0version00');

  await expect(second.getByText(/^Signalbox was updated in another tab/)).toBeVisible();
  expect(await versionOf(second)).toBe(before);
  // A part that it had not loaded, that its host has no longer, and that the new version does not have.
  await showSplit(second);
  await expect(second.getByText('# Support triage', { exact: true })).toBeVisible();
  await second.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect.poll(() => versionOf(second).catch(() => null)).toBe('second0version00');
});

/** The versions that the browser keeps. */
function kept(tab: Page): Promise<(string | undefined)[]> {
  return tab.evaluate(async () => (await caches.keys()).map((name) => name.split(' ').at(-1)));
}

test('what no tab has open any more is deleted, and a version that is not whole is not used', async ({
  page,
  context,
}) => {
  await openApp(page, host.address);
  await expectKept(page);
  const before = await versionOf(page);
  expect(await kept(page)).toEqual([before]);
  host.deploy('second0version00');
  await lookForVersion(page);
  await expect(offer(page)).toBeVisible();
  // It is a choice in the settings, too, for who closed the notice.
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const loaded = page.waitForEvent('load');
  await page.getByRole('menuitem', { name: 'Use the new version of Signalbox' }).click();
  await loaded;
  expect(await versionOf(page)).toBe('second0version00');
  // Its own worker is in charge once no page is open, which the browser notices when it likes.
  let tab = page;
  await expect(async () => {
    await tab.close();
    tab = await context.newPage();
    await tab.goto(host.address);
    await expect.poll(() => kept(tab), { timeout: 8_000 }).toEqual(['second0version00']);
  }).toPass();

  host.deploy('third00version00');
  host.lose('places-');
  await lookForVersion(tab);
  // Whether it arrived is known only once it was given up.
  await expect
    .poll(() => tab.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing ?? null))
    .toBe(null);
  await tab.reload();
  expect(await versionOf(tab)).toBe('second0version00');
  await expect(card(tab, 'classify')).toBeVisible();
  await expect(offer(tab)).toHaveCount(0);
});

test('after one visit the app can be installed, and opens, edits and runs without its server', async ({
  page,
  context,
}) => {
  await test.step('the browser finds the app fit to be installed', async () => {
    await openApp(page, host.address);
    await expectKept(page);
    const devtools = await context.newCDPSession(page);
    const manifest = await devtools.send('Page.getAppManifest');
    expect(manifest.errors).toEqual([]);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // A context of a test is a private window.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  });
  await test.step('the app opens, edits and runs without its server', async () => {
    await host.stop();
    await page.reload();
    await expect(card(page, 'classify')).toBeVisible();
    // Monaco, which no page had loaded before.
    const editor = await showSplit(page);
    await expect(page.getByText('# Support triage', { exact: true })).toBeVisible();
    await editor.focus();
    await page.keyboard.type('# offline\n');
    expect(await downloadText(page)).toContain('# offline\n');
    await startRun(page);
    await expect(runBadge(page)).toHaveText(/^Success in/);
    // Files that lie beside the app, and scripts in their sandbox.
    for (const file of ['orders-report.yaml', 'support-desk.yaml']) {
      await openFile(page, file);
      await startRun(page);
      await expect(runBadge(page)).toHaveText(/^Success in/);
    }
  });
});

/** `signalbox open` at a port; answers with the process and the address that it prints. */
async function openFolder(place: string, port: number): Promise<{ child: ChildProcess; address: string }> {
  const program = placeProgram(path.join(place, 'cli'));
  symlinkSync(path.resolve('dist'), path.join(place, 'dist'));
  const flows = path.join(place, 'flows');
  execFileSync('mkdir', [flows]);
  writeFileSync(path.join(flows, 'one.yaml'), WAITS);
  const args = [program, 'open', flows, '--no-open', '--port', String(port)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  for await (const chunk of child.stdout) {
    out += String(chunk);
    const [address] = /http:\S+/.exec(out) ?? [];
    if (address !== undefined) return { child, address };
  }
  throw new Error(`No address was printed: ${out}`);
}

test('on this computer itself the server is asked first, and what is no file of the app is never kept', async ({
  page,
}) => {
  await test.step('a reload shows what the server has by now', async () => {
    await openApp(page, host.localAddress);
    await expectKept(page);
    host.deploy('second0version00');
    await page.reload();
    expect(await versionOf(page)).toBe('second0version00');
    await expect(card(page, 'classify')).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
  });
  await test.step('what is no file of the app is never kept: an API, another program at the port', async () => {
    const ask = () => page.evaluate(async () => (await fetch('api/state')).text());
    const first = await ask();
    expect(await ask()).not.toBe(first);
    await host.stop();
    expect(await ask().catch(() => 'no answer')).toBe('no answer');
    // Nobody answers at this port of the computer: the app opens. Somebody does: theirs is shown, never ours in its place.
    await page.reload();
    await expect(card(page, 'classify')).toBeVisible();
    const other = createServer((_request, response) => response.end('another program'));
    await new Promise<void>((resolve) => other.listen(host.port, '127.0.0.1', resolve));
    await page.reload();
    await expect(page.getByText('another program')).toBeVisible();
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
  });
  await test.step('a folder that is served at the port of an app that was kept has its own page, and keeps nothing', async () => {
    const place = mkdtempSync(path.join(tmpdir(), 'signalbox-program-'));
    const { child, address } = await openFolder(place, host.port);
    const ended = new Promise((resolve) => child.on('exit', resolve));
    // Of two addresses that differ behind `#` alone the second loads nothing.
    await page.goto('about:blank');
    await page.goto(address);
    await expect(page.getByRole('banner').getByText('Saved to flows')).toBeVisible();
    await expect(page).toHaveTitle(/^one\.yaml/);
    await expect(page.locator('link[rel="manifest"]')).toHaveCount(0);
    await expect
      .poll(() =>
        page.evaluate(async () => [
          ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
          ...(await caches.keys()),
        ]),
      )
      .toEqual([]);
    child.kill('SIGINT');
    await ended;
    // The stopped server is seen to be stopped.
    await page.goto('about:blank');
    await expect(page.goto(host.localAddress)).rejects.toThrow();
    rmSync(place, { recursive: true, force: true });
  });
});

test.describe('in a browser that saves data', () => {
  test.use({ loadsAhead: false });

  test('nothing is loaded before it is used, and the app is not kept', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openApp(page, host.address);
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => url.includes('CommandPalette'))).toEqual([]);
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    expect(asked.some((url) => url.includes('CommandPalette'))).toBe(true);
  });
});

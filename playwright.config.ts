import { existsSync } from 'node:fs';
import { defineConfig, type LaunchOptions } from '@playwright/test';

/** Another one lets two checkouts be tested side by side. */
const PORT = Number(process.env['SIGNALBOX_PORT'] ?? 4319);
const executablePath =
  process.env['SIGNALBOX_CHROMIUM'] ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : null);

/** `npm run test:long`: the whole browser, as a person sees it. */
const isLong = process.env['SIGNALBOX_TEST_FACTOR'] !== undefined;

/** What needs real time or size: `npm run test:long` runs it, and `npm test` a short form of each. */
const LONG = isLong ? [] : ['**/*.long.spec.ts'];

/**
 * Chromium without the windows and menus around a page, as Debian has it next to the whole: the same engine, for four fifths of the
 * processor time. Null where it is missing, and in `npm run test:long`.
 */
const shell = `${executablePath}-headless-shell`;
const shellPath = !isLong && existsSync(shell) ? shell : null;

/** What needs more than an engine: the clipboard, profiles on the disk, service workers, kills, other browsers. */
const NEEDS_WINDOW = new RegExp(
  `e2e/(browsers/.*|${[
    ...(isLong ? ['agentKills', 'children', 'compareRuns', 'watching'] : []),
    'folder',
    'kills',
    'lasting',
    'launch',
    'lostFolder',
    'lostStorage',
    'offline',
    'pictures',
    'secrets',
    'trust',
  ].join('|')})(\\.long)?\\.spec\\.ts$`,
);

/**
 * Features of the browser that are off. A list here takes the place of Playwright's, so its own come first. The last three give
 * each window two processes for menus below the address bar, which no one sees here and which cost about as much as the page.
 */
const OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

function launch(file: string | null): LaunchOptions {
  return {
    ...(file ? { executablePath: file } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${OFF.join()}`,
    ],
  };
}

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './engine/testing/program/testHome.ts',
  // A passing test is no slower for these; on a busy machine a browser takes several times what it takes on an idle one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  workers: 2,
  // What passes only when it is tried again is named in the summary of `npm test`.
  retries: process.env['CI'] && !isLong ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 1440, height: 900 },
    // What a service worker answers, a test can neither see nor change: e2e/offline.spec.ts has one.
    serviceWorkers: 'block',
    // Recording every test costs a quarter of the suite's time: `npx playwright test --trace on` records one.
    trace: 'off',
    // What slides and fades has to come to rest before it can be pressed: a tenth of the suite's time.
    contextOptions: isLong ? {} : { reducedMotion: 'reduce' },
    launchOptions: launch(executablePath),
  },
  projects: [
    // The longest tests come first: they would keep one core waiting at the end.
    { name: 'browser', testMatch: NEEDS_WINDOW, testIgnore: LONG },
    {
      name: 'engine',
      testIgnore: [NEEDS_WINDOW, ...LONG],
      use: { reuseContext: true, launchOptions: launch(shellPath ?? executablePath) },
    },
  ],
  webServer: {
    command: `vite preview --host 127.0.0.1 --port ${PORT} --strictPort`,
    url: `http://127.0.0.1:${PORT}`,
    reuseExistingServer: false,
  },
});

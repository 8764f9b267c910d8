/**
 * `npm run bench`: installs the peers, bundles `bench/` (Node 20 runs no TypeScript), builds the app and measures. Names of
 * groups may follow, such as `npm run bench -- expressions`. `bench/RESULTS.md` keeps the rows: named groups replace their own. Exit
 * code 1 when a promise is missed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { measureBuild } from './checkSize.mjs';
import { BROWSER_YAML, cliBuild } from './cliBuild.mjs';
import { ensureBrowser, ensureHaproxy, ensurePackages, ensureRestate, giveUp, ROOT, run } from './ensure.mjs';
import { sandboxUrl } from './sandboxUrl.mjs';

const BENCH = path.join(ROOT, 'bench');
/** The engines that runs are measured against: far larger than the other peers, and installed only for that. */
const ENGINES = path.join(BENCH, 'peers');
/** Below the `node_modules` of both, so that the bundle finds them. */
const CACHE = path.join(ENGINES, 'node_modules/.cache');
const SITE = path.join(CACHE, 'site');

const PEERS = [BENCH, ENGINES].flatMap((folder) =>
  Object.keys(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).dependencies),
);

ensurePackages();
const { build } = await import('vite');
const names = process.argv.slice(2);
ensurePeers(BENCH);
if (names.length === 0 || names.some((name) => name.startsWith('runs'))) ensurePeers(ENGINES);
const IN_BROWSER = [
  'loading',
  'stopping',
  'journal',
  'events',
  'live',
  'proposals',
  'watching',
  'reading.search',
  'reading.items',
  'reading.value',
  'resuming',
  'reopening.worker',
  'memory.worker',
  'scrubbing.page',
  'history',
  'recall',
  'canvas.1000',
  'canvas.10000',
  'opening',
  'finding',
];
const needsSite = IN_BROWSER.some(isWanted);
if (needsSite && !run('vite', ['build', '--logLevel', 'warn', '--outDir', SITE, '--emptyOutDir'])) {
  giveUp('The app could not be built: see the message above.');
}
if (needsSite) await buildPage();
if (needsSite) writeFileSync(path.join(CACHE, 'sizes.json'), JSON.stringify(measureBuild(SITE)));
if (isWanted('restate') || isWanted('restate.workers')) ensureRestate();
if (isWanted('restate.workers')) ensureHaproxy();
if (['memory.node', 'restate', 'live', 'proposals'].some(isWanted)) await build(cliBuild(path.join(CACHE, 'cli')));
const env = needsSite ? { ...process.env, SIGNALBOX_CHROMIUM: ensureBrowser() } : process.env;
const results = path.join(BENCH, 'RESULTS.md');
const isKept = run('node', [await bundle(), '--site', SITE, '--results', results, ...names], env);
if (!isKept) process.exitCode = 1;

/** True for a group that is measured: all are where none is named. @param {string} group */
function isWanted(group) {
  return names.length === 0 || names.some((name) => group === name || group.startsWith(`${name}.`));
}

/** Installs the packages of a folder's lock unless they are there in their versions. @param {string} folder */
function ensurePeers(folder) {
  const wanted = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')).packages;
  const isThere = Object.keys(wanted).every((name) => {
    if (wanted[name].optional) return true;
    const manifest = path.join(folder, name, 'package.json');
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === wanted[name].version;
  });
  if (isThere) return;
  console.log('Installing the peers …');
  if (!run('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'])) {
    giveUp('The peers could not be installed: see the message of npm above, then try again.');
  }
}

/** True for a peer's module, also where it is not installed. @param {string} id */
function isPeer(id) {
  return PEERS.some((name) => id === name || id.startsWith(`${name}/`));
}

/** Builds the page in which parts of the engine are measured alone, next to the app's build. */
async function buildPage() {
  await build({
    root: path.join(BENCH, 'browser'),
    base: './',
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [sandboxUrl()],
    worker: { format: 'es', plugins: () => [sandboxUrl()] },
    build: {
      outDir: path.join(CACHE, 'browser'),
      target: 'es2023',
      emptyOutDir: true,
      rolldownOptions: { input: ['index.html', 'flow.html'].map((name) => path.join(BENCH, 'browser', name)) },
    },
  });
}

/** Bundles what is ours; packages stay as they are published. @returns {Promise<string>} path of the bundle */
async function bundle() {
  await build({
    root: BENCH,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias: { yaml: BROWSER_YAML } },
    // A peer has another version of it, which would be found first.
    ssr: { noExternal: [/^@dagrejs\//] },
    build: {
      ssr: true,
      outDir: path.join(CACHE, 'bench'),
      target: 'node20',
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: ['main.ts', 'restate/bareEndpoint.ts'],
        external: isPeer,
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  return path.join(CACHE, 'bench/main.js');
}

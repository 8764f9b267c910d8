/** Installs what is missing, with Node's own modules only: this runs before any package is there. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

export const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Runs a command, also one of an installed package, with its output shown.
 * @param {string} command @param {readonly string[]} args @param {NodeJS.ProcessEnv} [env]
 * @returns {boolean} true when it exited with 0
 */
export function run(command, args, env = process.env) {
  const shell = process.platform === 'win32';
  const PATH = [path.join(ROOT, 'node_modules/.bin'), env['PATH']].join(path.delimiter);
  return spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...env, PATH }, shell }).status === 0;
}

/**
 * Runs a command as {@link run} does, next to others: what it prints is kept, and answered when it has ended.
 * @param {string} command @param {readonly string[]} args @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ isGreen: boolean, output: string }>}
 */
export function runBeside(command, args, env = process.env) {
  const shell = process.platform === 'win32';
  const PATH = [path.join(ROOT, 'node_modules/.bin'), env['PATH']].join(path.delimiter);
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: { ...env, PATH }, shell });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void (output += String(chunk)));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ isGreen: false, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ isGreen: code === 0, output }));
  });
}

/** Ends the process with a message the user can act on. @param {string} message @returns {never} */
export function giveUp(message) {
  console.error(message);
  process.exit(1);
}

/** True when every package that the lock file asks for is installed in its version. */
function isInstalled() {
  const hidden = path.join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const wanted = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([name, entry]) => name === '' || entry.optional || present[name]?.version === entry.version,
  );
}

/** Installs the packages of the lock file unless they are there, and bundles the command line as they are installed. */
export function ensurePackages() {
  if (arePackagesThere()) return;
  console.log('Installing packages …');
  const isGreen = [1, 2].some(() => run('npm', ['ci', ...QUIETLY]));
  if (!isGreen) giveUp(NO_PACKAGES);
}

export const QUIETLY = ['--no-audit', '--no-fund', '--loglevel=error'];

/** What is said once an installation has failed twice: a registry that is slow to answer often does the second time. */
export const NO_PACKAGES = 'The packages could not be installed: see the message of npm above, then try again.';

/** Whether every package is installed; ends the process where Node is too old for them. */
export function arePackagesThere() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    giveUp(
      `Signalbox needs Node 20.19 or newer; this is ${process.versions.node}. Install it from https://nodejs.org.`,
    );
  }
  return isInstalled();
}

/** @param {string} program @param {string} option */
export function answers(program, option) {
  return spawnSync(program, [option], { stdio: 'ignore' }).status === 0;
}

/**
 * Installs HAProxy where it is missing: Debian's package as root. Without it the tests of `deploy/haproxy.cfg` are skipped, each with the
 * reason, and workers of tests and benchmarks are reached through a balancer of connections.
 */
export function ensureHaproxy() {
  if (answers('haproxy', '-v')) return;
  console.log('No HAProxy found, installing one …');
  if (isDebianRoot() && installDebian('haproxy')) return;
  console.error(
    'There is no haproxy, and it could not be installed: tests that need it are skipped. Install it (apt-get install haproxy) and run npm test again.',
  );
}

/** Firefox and WebKitGTK with what drives them, by files of Debian's packages. */
const OTHER_BROWSERS = {
  '/usr/bin/firefox-esr': 'firefox-esr',
  '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver',
  '/usr/bin/Xvfb': 'xvfb',
  '/usr/lib/x86_64-linux-gnu/girepository-1.0/WebKit2-4.1.typelib': 'gir1.2-webkit2-4.1',
  '/usr/lib/python3/dist-packages/gi/__init__.py': 'python3-gi',
};

/**
 * Installs Firefox and WebKitGTK where they are missing: Debian's packages as root. Without them the tests in e2e/browsers are
 * skipped, each with the reason.
 */
export function ensureOtherBrowsers() {
  const missing = Object.entries(OTHER_BROWSERS).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));
  if (missing.length === 0 || (isDebianRoot() && installDebian(...missing))) return;
  console.error(
    `Firefox and WebKitGTK are not all here: tests that need them are skipped. Install what is missing (apt-get install ${missing.join(' ')}).`,
  );
}

/** Where the server of Restate is installed, next to its lock: it is no package of the app, and has 260 MB. */
const RESTATE = path.join(ROOT, 'tools/restate');
export const INSTALL_RESTATE = /** @type {const} */ ([
  'npm',
  ['ci', '--prefix', RESTATE, '--ignore-scripts', ...QUIETLY],
]);
export const NO_RESTATE =
  'The Restate server could not be installed: tests that need it are skipped. See the message of npm above.';

/**
 * Installs the server of Restate, and the command that makes a cluster of several. Without them the tests that need them are skipped, each
 * with the reason.
 * @returns {boolean} whether it is there
 */
export function ensureRestate() {
  if (isRestateThere()) return true;
  console.log('Installing the Restate server …');
  const isGreen = run(...INSTALL_RESTATE, withoutTracking());
  if (!isGreen) console.error(NO_RESTATE);
  return isGreen;
}

export function withoutTracking() {
  return { ...process.env, DO_NOT_TRACK: '1', SCARF_ANALYTICS: 'false' };
}

export function isRestateThere() {
  const { packages } = JSON.parse(readFileSync(path.join(RESTATE, 'package-lock.json'), 'utf8'));
  return ['restate-server', 'restatectl'].every((name) => {
    const installed = path.join(RESTATE, 'node_modules/@restatedev', name, 'package.json');
    const wanted = packages[`node_modules/@restatedev/${name}`].version;
    return existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === wanted;
  });
}

export function isDebianRoot() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Waits for other programs that install, and asks again for what did not arrive. */
export const APT = ['-o', 'Acquire::Retries=3', '-o', 'DPkg::Lock::Timeout=300'];

/** @param {readonly string[]} names of Debian packages */
function installDebian(...names) {
  return run('apt-get', [...APT, 'update']) && run('apt-get', [...APT, ...INSTALL, ...names]);
}

export const INSTALL = ['install', '-y', '--no-install-recommends'];

function installedBrowser() {
  const named = process.env['SIGNALBOX_CHROMIUM'];
  if (named) return named;
  const own = createRequire(import.meta.url)('playwright').chromium.executablePath();
  return [...BROWSERS, own].find((file) => existsSync(file));
}

/**
 * Finds a Chromium, else installs one: Debian's package as root, else Playwright's.
 * @returns {string} its path
 */
export function ensureBrowser() {
  const found = installedBrowser();
  if (found) return found;
  console.log('No Chromium found, installing one …');
  if (isDebianRoot() && installDebian('chromium')) {
    const debian = installedBrowser();
    if (debian) return debian;
  }
  if (run('playwright', ['install', 'chromium'])) {
    const own = installedBrowser();
    if (own) return own;
  }
  return giveUp(
    'The end-to-end tests need a Chromium and none could be installed. Install Chromium or Chrome, or set SIGNALBOX_CHROMIUM to the path of one, then run npm test again.',
  );
}

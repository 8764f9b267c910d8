/** Installs all that `npm test` needs, side by side. Nothing imported here may import a package: there are none yet. */
import { existsSync } from 'node:fs';
import {
  APT,
  answers,
  arePackagesThere,
  BROWSERS,
  ensureBrowser,
  giveUp,
  INSTALL,
  INSTALL_RESTATE,
  isDebianRoot,
  isRestateThere,
  NO_PACKAGES,
  NO_RESTATE,
  QUIETLY,
  runBeside,
  withoutTracking,
} from '../ensure.mjs';

/**
 * Installs all that `npm test` needs, side by side: packages, the server of Restate, Redis, HAProxy and Chromium. Without Redis, HAProxy or
 * Restate the tests that need them are skipped, each with the reason; without packages or a browser the process ends.
 * @returns {Promise<{ browser: string, hasRestate: boolean }>} `browser`: its path
 */
export async function ensureTestBed() {
  const [, hasRestate] = await Promise.all([ensurePackagesBeside(), ensureRestateBeside(), ensurePrograms()]);
  return { browser: ensureBrowser(), hasRestate };
}

/** Without scripts: `npm test` bundles the command line itself. */
async function ensurePackagesBeside() {
  if (arePackagesThere()) return;
  console.log('Installing packages …');
  if (!(await tryTwice('npm', ['ci', '--ignore-scripts', ...QUIETLY]))) giveUp(NO_PACKAGES);
}

/** @param {string} command @param {readonly string[]} args @param {NodeJS.ProcessEnv} [env] @returns {Promise<boolean>} */
async function tryTwice(command, args, env) {
  for (const isLast of [false, true]) {
    const { isGreen, output } = await runBeside(command, args, env);
    if (isGreen) return true;
    console.error(`${output}${isLast ? '' : 'Once more …'}`);
  }
  return false;
}

/** Programs that tests drive, by how each is asked whether it is there, and its Debian package. */
const PROGRAMS = [
  { name: 'redis-server', isThere: () => answers('redis-server', '--version') },
  { name: 'haproxy', isThere: () => answers('haproxy', '-v') },
  { name: 'chromium', isThere: () => BROWSERS.some((file) => existsSync(file)) || process.env['SIGNALBOX_CHROMIUM'] },
  // The engine of Debian's Chromium without its windows: without it tests of a page drive the whole, and take longer.
  {
    name: 'chromium-headless-shell',
    isThere: () => existsSync(`${BROWSERS[0]}-headless-shell`) || process.env['SIGNALBOX_CHROMIUM'],
  },
];

/** Installs the missing ones of {@link PROGRAMS}, where this is root on Debian. */
async function ensurePrograms() {
  const missing = PROGRAMS.flatMap(({ name, isThere }) => (isThere() ? [] : [name]));
  if (missing.length === 0) return;
  const names = missing.join(' ');
  if (isDebianRoot()) {
    console.log(`Installing ${names} …`);
    if (await installDebianBeside(missing)) return;
  }
  const skipped = missing.filter((name) => !name.startsWith('chromium'));
  if (skipped.length === 0) return;
  console.error(
    `Tests that need ${skipped.join(' or ')} are skipped: not installed here. Install what is missing (apt-get install ${skipped.join(' ')}), then run npm test again.`,
  );
}

async function ensureRestateBeside() {
  if (isRestateThere()) return true;
  console.log('Installing the Restate server …');
  const isGreen = await tryTwice(...INSTALL_RESTATE, withoutTracking());
  if (!isGreen) console.error(NO_RESTATE);
  return isGreen;
}

/** @param {readonly string[]} names of Debian packages @returns {Promise<boolean>} */
async function installDebianBeside(names) {
  for (const args of [['update'], [...INSTALL, ...names]]) {
    const { isGreen, output } = await runBeside('apt-get', [...APT, ...args]);
    if (isGreen) continue;
    console.error(output);
    return false;
  }
  return true;
}

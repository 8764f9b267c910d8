import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../killable.ts';
import { Marionette } from './Marionette.ts';
import { ProcessGroup } from './processes.ts';
import type { Remote } from './Remote.ts';

const PROGRAMS = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** Lines of the pages, not of what Firefox does itself. */
const PROBLEM = /^console\.error: |^JavaScript error: http/;

/** Where Firefox is; null where it is not installed. */
export function findFirefox(): string | null {
  return process.env['SIGNALBOX_FIREFOX'] ?? PROGRAMS.find((file) => existsSync(file)) ?? null;
}

/** Starts Firefox on a profile, without a window on the screen. */
export async function launchFirefox(profile: string): Promise<Remote> {
  const downloads = path.join(profile, 'downloads');
  mkdirSync(downloads, { recursive: true });
  const portFile = path.join(profile, 'MarionetteActivePort');
  rmSync(portFile, { force: true });
  writeFileSync(path.join(profile, 'user.js'), writePreferences(downloads));
  const args = ['--marionette', '--headless', '--no-remote', '--profile', profile];
  const env = { ...process.env, MOZ_HEADLESS_WIDTH: '1440', MOZ_HEADLESS_HEIGHT: '1000', HOME: profile };
  const browser = new ProcessGroup(findFirefox() ?? 'firefox', args, env);
  const port = await waitFor('Firefox to listen', () =>
    existsSync(portFile) ? /^\d+$/.exec(readFileSync(portFile, 'utf8'))?.[0] : undefined,
  );
  const marionette = await Marionette.connect(Number(port));
  return {
    send: (command, parameters) => marionette.send(command, parameters),
    problems: () => browser.output.split('\n').filter((line) => PROBLEM.test(line)),
    downloads,
    kill: () => browser.kill(),
  };
}

function writePreferences(downloads: string): string {
  const preferences = {
    'marionette.port': 0,
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    'browser.download.alwaysOpenPanel': false,
    // What pages write to the console, and their errors, are on the output.
    'devtools.console.stdout.content': true,
    'devtools.console.stdout.chrome': false,
    'browser.dom.window.dump.enabled': true,
    // A killed browser opens what it is told to, and asks nothing first.
    'browser.sessionstore.resume_from_crash': false,
    'toolkit.startup.max_resumed_crashes': -1,
    'browser.shell.checkDefaultBrowser': false,
    'browser.aboutwelcome.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.normandy.enabled': false,
    // It asks its maker for experiments, and writes on the same output that it could not.
    'app.shield.optoutstudies.enabled': false,
    'nimbus.rollouts.enabled': false,
    'messaging-system.log': 'off',
    'browser.safebrowsing.malware.enabled': false,
    'browser.safebrowsing.phishing.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'data:,none',
    // Its mendings of known websites tell of themselves at length.
    'extensions.webcompat.enable_interventions': false,
    'extensions.webcompat.perform_ua_overrides': false,
    'extensions.webcompat.perform_injections': false,
  };
  return Object.entries(preferences)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}

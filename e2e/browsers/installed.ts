import { findFirefox, launchFirefox } from './firefox.ts';
import type { Remote } from './Remote.ts';
import { findMissingForWebKit, launchWebKit } from './webkit.ts';

/** A browser other than Chromium in which the app is promised to work. */
export interface OtherBrowser {
  readonly name: string;
  /** Debian's package that is missing here; null where the browser can be started. */
  readonly missing: string | null;
  readonly launch: (profile: string) => Promise<Remote>;
}

export const OTHER_BROWSERS: readonly OtherBrowser[] = [
  { name: 'Firefox', missing: findFirefox() === null ? 'firefox-esr' : null, launch: launchFirefox },
  { name: 'WebKitGTK', missing: findMissingForWebKit(), launch: launchWebKit },
];

/** Why a browser is not tried here. */
export function whyNot({ name, missing }: OtherBrowser): string {
  return `${name} is not installed here: apt-get install ${missing}`;
}

/** One build of the app, as its service worker knows it; written into it by `tools/offline.mjs`. */
export interface Release {
  /** Names the build: a hash over all its files. The page says it in `<meta name="signalbox-release">`. */
  readonly version: string;
  /** Paths of its files below the scope; the page itself is the empty path. */
  readonly files: readonly string[];
}

/** What a page asks of the service worker. */
export type Request =
  /** Become the one in charge, now: a person chose the new version. */
  | 'use'
  /** Delete what was kept of versions that no tab has open any more. */
  | 'tidy'
  /** Say which version you are, through the port that comes along. */
  | 'name';

/** The lock that every tab of a version holds as long as it is open, so that its files are kept. */
export function lockOf(version: string): string {
  return `signalbox-release:${version}`;
}

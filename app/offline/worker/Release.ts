/** One build of the app, as its service worker knows it; written into it by `tools/offline.mjs`. */
export interface Release {
  /** Names the build: a hash over all its files. The page says it in `<meta name="signalbox-release">`. */
  readonly version: string;
  /** Paths of its files below the scope; the page itself is the empty path. */
  readonly files: readonly string[];
}

/** What a page asks of the service worker. */
export type Request =
  /** Delete what was kept of versions that no tab has open any more. */
  | 'tidy'
  /** Say which version you are, through the port that comes along. */
  | 'name'
  /** Answer for that version, which is kept whole, until its own worker is in charge: a person chose it. Answered through the port. */
  | { readonly serve: string };

/** What all pages are told: the version that is answered for from now on. */
export interface Notice {
  readonly served: string;
}

/** The lock that every tab of a version holds as long as it is open, so that its files are kept. */
export function lockOf(version: string): string {
  return `signalbox-release:${version}`;
}

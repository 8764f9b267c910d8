import { importedFiles } from './importedFiles.ts';
import type { SessionState } from './State.ts';
import { session, update } from './store.ts';

/** Files that came from outside do not run before a person has seen what they would reach. */
export function distrust(paths: readonly string[]): void {
  if (paths.length > 0) update({ untrusted: new Set([...session.getState().untrusted, ...paths]) });
}

/** Lets files run. */
export function trust(paths: readonly string[]): void {
  const { untrusted } = session.getState();
  update({ untrusted: new Set([...untrusted].filter((path) => !paths.includes(path))) });
}

/** A file and what it imports, as far as nobody trusts them yet; empty when a run of it may start. */
export function untrustedOf(state: SessionState, path: string): readonly string[] {
  if (state.untrusted.size === 0) return [];
  return [...new Set([path, ...importedFiles(state, path).keys()])].filter((each) => state.untrusted.has(each));
}

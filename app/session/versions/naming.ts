import { update } from '../store/store.ts';

/** Shows the versions of the open file, and asks for a name of its current text. */
export function askVersionName(): void {
  update({ view: { panel: 'versions', isNaming: true } });
}

/** The name of a version is no longer asked for. */
export function stopNaming(): void {
  update({ view: { isNaming: false } });
}

import { registerPort } from './ports.ts';
import { update } from './store.ts';

/** Lets a person choose a new version of the app. @param use reloads the page with it, once all is durable */
export function offerRelease(use: () => Promise<void>): void {
  registerPort('release', { use });
  update({ view: { isReleaseOffered: true } });
}

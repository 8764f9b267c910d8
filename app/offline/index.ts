/** The app without a network: its service worker, and the choice of a new version. Loaded once the first screen is drawn. */
export { startOffline } from './startOffline.ts';

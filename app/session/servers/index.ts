/** Servers that execute runs (`signalbox serve`), which are kept: the door of this slice of the session. */
export type { ServedRun } from '../store/State.ts';
export { keepServer, readAddress, removeServer, serverAt, setRunOn } from './servers.ts';

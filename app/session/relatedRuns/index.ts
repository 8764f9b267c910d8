/** Runs next to the one on screen, those that it has started and one that it is compared with: the door of this slice of the session. */
export type { InsideRun, InsideStep } from '../store/State.ts';
export {
  type ComparedGraph,
  type ComparedRecord,
  compareAround,
  compareInside,
  listComparable,
  readComparedRun,
  type TaskMark,
  type TaskSide,
} from './comparison.ts';
export { analysisOfInside, loadInside, openInside, openStopped, selectInside } from './insideRuns.ts';
export { countAt, insideAt, noteIdleThen } from './insideThen.ts';
export { openComparison } from './openComparison.ts';

/** All recorded runs, as many as there are: read page by page, found by words, given tags, changed many at once; and what they tell of tasks. The door of this slice of the session. */
export { deleteRuns, exportRuns, keepRuns, tagRuns } from './changeRuns.ts';
export { findByWords, findOnServers, readEnded, readServedEnded, readStatistics, readTags } from './findRuns.ts';
export { type MarksOfTasks, toggleStatistics } from './paintStatistics.ts';
export { mergePage, type RunPage, readPages, readServedPages } from './readPages.ts';

/**
 * Runs: started, shown, kept, compared. The rooms, from low to high:
 *
 * - `parts`: what several of them show: JSON, usage, an answer that still grows, where a step comes from;
 * - `form`: fields that are drawn from a JSON Schema, and what is wrong with them;
 * - `step`: one step, the answer that it waits for, and the bar of a paused run;
 * - `history`: the list of runs;
 * - `start`: the form that starts one;
 * - `timeline`: steps over time, the playhead, the list of events;
 * - `items`: items of a collection, or rounds of a task, as a table;
 * - `search`: what is looked for in a run, its hits, and the bar for both;
 * - `summary`: a run as a whole: headline, status, and the panel of its input, output and text;
 * - `debug`: what pauses runs by itself;
 * - `compare`: two runs side by side;
 * - `report`: a run as one HTML file.
 *
 * What shows a run, `RunDrawer.tsx`, `RunBanner.tsx` and `RunPath.tsx`, the panels and the dialogs are doors too: each is loaded when it is needed.
 */

export { RunsPanel } from './history/RunsPanel.tsx';
export { RunDialog } from './RunDialog.tsx';
export { CardAnswer } from './step/CardAnswer.tsx';

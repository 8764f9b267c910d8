/**
 * The canvas: the workflow as a graph that is drawn, edited and watched. Its rooms, from low to high:
 *
 * - `route`: the ways of lines around cards, and the places of their words, as plain geometry;
 * - `model`: from a graph to cards, lines and their places, as plain functions; `model/frames` are frames around chosen cards;
 * - `state`: what the canvas shows now: the arrangement, the viewport, run state per card, which list is open;
 * - `large`: what only a large graph needs: its backdrop, minimap and notice, loaded with the first of them;
 * - `picture`: the workflow as SVG, PNG and Mermaid, loaded with the first of them;
 * - `commands`: what a gesture, a key or a menu does to the workflow, loaded with the first of them;
 * - `questions`: what has to be chosen before a command runs, asked next to the card, and what a person is told to press first;
 * - `gestures`: pointer, keys, clipboard and the canvas port, each calling commands;
 * - `annotations`: notes, frames around cards, and the choice of their colour, loaded with the first of them;
 * - `view`: the cards, lines, marks and toolbar on React Flow;
 * - `compare`: cards and lines of two runs side by side.
 *
 * A new gesture is a file in `gestures` and one in `commands`, exported by `commands/index.ts`, used in `CanvasFlow.tsx`.
 * `CompareGraph.tsx` is a door too: it is loaded with the comparison.
 */
export { Canvas } from './Canvas.tsx';

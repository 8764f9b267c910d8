import { port, type SessionState } from '../session/index.ts';
import { withCommands } from './commands/lazyCommands.ts';
import type { CanvasAct } from './commands/runAct.ts';

/** Whether the canvas is on screen. */
export const showsCanvas = ({ view: { mode } }: SessionState) => mode !== 'code';
/** Whether so many tasks are selected there. */
export const hasAtLeast =
  (count: number) =>
  ({ view: { mode }, document: { selection } }: SessionState) =>
    mode !== 'code' && selection.tasks.size >= count;
/** Whether any task is selected, whatever is on screen. */
export const hasTasks = ({ document: { selection } }: SessionState) => selection.tasks.size > 0;
/** Whether one task alone is selected there. */
export const hasOne = ({ view: { mode }, document: { selection } }: SessionState) =>
  mode !== 'code' && selection.tasks.size === 1;
/** Whether anything is selected there. */
export const hasAny = ({ view: { mode }, document: { selection } }: SessionState) =>
  mode !== 'code' && (selection.tasks.size > 0 || selection.edge !== null);

/** Does something on the canvas while that is on screen. Questions open beside the cards, so places are in client coordinates. */
export function act(name: CanvasAct): () => void {
  return () => {
    const canvas = port('canvas');
    if (canvas) withCommands(({ runAct }) => runAct(name, canvas.toScreen));
  };
}

import { port, type SessionState } from '../session/index.ts';
import { withCommands } from './commands/lazyCommands.ts';
import type { CanvasAct } from './commands/runAct.ts';

/** Whether the canvas is on screen. */
export const showsCanvas = ({ view: { mode } }: SessionState) => mode !== 'code';
/** Whether tasks, notes or frames are selected there. */
export const hasMovable = ({ view: { mode }, document: { selection } }: SessionState) =>
  mode !== 'code' && selection.tasks.size + selection.notes.size + selection.frames.size > 0;
/** Whether notes are selected there. */
export const hasNotes = ({ view: { mode }, document: { selection } }: SessionState) =>
  mode !== 'code' && selection.notes.size > 0;
/** Whether so many tasks are selected there. */
export const hasAtLeast =
  (count: number) =>
  ({ view: { mode }, document: { selection } }: SessionState) =>
    mode !== 'code' && selection.tasks.size >= count;
/** Whether any task or note is selected, whatever is on screen. */
export const hasSome = ({ document: { selection } }: SessionState) => selection.tasks.size + selection.notes.size > 0;
/** Whether one task alone is selected there. */
export const hasOne = ({ view: { mode }, document: { selection } }: SessionState) =>
  mode !== 'code' && selection.tasks.size === 1;
/** Whether anything is selected there. */
export const hasAny = ({ view: { mode }, document: { selection } }: SessionState) =>
  mode !== 'code' &&
  (selection.tasks.size + selection.notes.size + selection.frames.size > 0 || selection.edge !== null);

/** Does something on the canvas while that is on screen. Questions open next to the cards, so places are in client coordinates. */
export function act(name: CanvasAct): () => void {
  return () => {
    const canvas = port('canvas');
    if (canvas) withCommands(({ runAct }) => runAct(name, canvas.toScreen));
  };
}

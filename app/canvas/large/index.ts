/** What only large graphs need: the part of them that is drawn, in steps, and what is painted for the rest. */
export { Backdrop } from './Backdrop.tsx';
export { LargeMinimap } from './LargeMinimap.tsx';
export { LargeNotice } from './LargeNotice.tsx';
export { useStages } from './useStages.ts';

/** What only large graphs need, loaded with the first of them. */
export { Backdrop } from './Backdrop.tsx';
export { LargeMinimap } from './LargeMinimap.tsx';
export { LargeNotice } from './LargeNotice.tsx';
export { useStages } from './useStages.ts';

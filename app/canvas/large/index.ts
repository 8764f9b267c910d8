/** What only large graphs need, loaded with the first of them. */
export { LargeGraph } from './LargeGraph.tsx';
export { LargeMinimap } from './LargeMinimap.tsx';
export { LargeNotice } from './LargeNotice.tsx';

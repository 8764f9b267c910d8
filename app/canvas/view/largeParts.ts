/** What only large graphs need, loaded with the first of them. */
export { LargeMinimap, LargeNotice } from '../large/index.ts';
export { LargeGraph } from './LargeGraph.tsx';

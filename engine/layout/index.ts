/** Where cards stand: automatic places that keep what was not touched, and the sidecar that keeps them. */
export type { Size } from './Box.ts';
export { formatLayout } from './formatLayout.ts';
export { CONTAINER_INSET, isFrame, type LayoutOptions, layoutGraph, type Placement } from './layoutGraph.ts';
export { readLayout } from './readLayout.ts';

/** Where cards stand: automatic places that keep what was not touched, and the sidecar that keeps them. */
export { formatLayout } from './formatLayout.ts';
export { CONTAINER_INSET, isFrame, layoutGraph, type Placement } from './layoutGraph.ts';
export { loadPlacing, PlacingMissing } from './placing.ts';
export { readLayout } from './readLayout.ts';

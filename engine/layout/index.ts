/** Where cards are placed: automatic places that keep what was not touched, and the sidecar that keeps them. */

export { isFrame, type LayoutInput, type LayoutOptions, toLayoutInput } from './LayoutInput.ts';
export {
  CONTAINER_INSET,
  type Lane,
  layoutGraph,
  loadPlacing,
  type Placement,
  type Placements,
  type Places,
  PlacingMissing,
  runLayout,
} from './layoutGraph.ts';
export { type LayoutPlan, planLayout } from './planLayout.ts';
export { formatLayout } from './sidecar/formatLayout.ts';
export { listBadFrames, listBadNotes, readLayout } from './sidecar/readLayout.ts';

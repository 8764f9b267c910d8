/** Where cards are placed: automatic places that keep what was not touched, and the sidecar that keeps them. */
export { formatLayout } from './formatLayout.ts';
export { isFrame } from './isFrame.ts';
export { type LayoutInput, type LayoutOptions, toLayoutInput } from './LayoutInput.ts';
export {
  CONTAINER_INSET,
  type Lane,
  layoutGraph,
  type Placement,
  type Placements,
  type Places,
  runLayout,
} from './layoutGraph.ts';
export { loadPlacing, PlacingMissing } from './loadPlacing.ts';
export { type LayoutPlan, planLayout } from './planLayout.ts';
export { readLayout } from './readLayout.ts';

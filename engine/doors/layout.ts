/** The door to positions (`#engine/layout`): where cards are, and where those without a place go. */
export {
  CONTAINER_INSET,
  formatLayout,
  isFrame,
  type Lane,
  type LayoutInput,
  type LayoutPlan,
  listBadFrames,
  listBadNotes,
  loadPlacing,
  type Placement,
  type Places,
  PlacingMissing,
  planLayout,
  readLayout,
  runLayout,
  toLayoutInput,
} from '../layout/index.ts';
export { type CardFrame, NOTE_COLORS, type Note, type NoteColor } from '../text/index.ts';

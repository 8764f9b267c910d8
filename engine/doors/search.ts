/** The door to finding text in documents (`#engine/search`): where it is, and what replacing it does. */
export { findClosest } from '../base/index.ts';
export {
  type FoundPlace,
  type LineSearch,
  nameOwner,
  type OwnerName,
  placeOf,
  readQuery,
  replaceFound,
  replacementOf,
  type SearchQuery,
  searchPart,
  type TextMatch,
} from '../edit/index.ts';

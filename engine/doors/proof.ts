/** The door to what tests and drills prove (`#engine/proof`): two of their results compared, and what differs in words. Loads nothing that plays a run. */
export {
  compareDrills,
  type DrilledCells,
  findUncovered,
  isPoor,
  joinCoverage,
  listMissed,
  tellDrills,
} from '../proof/index.ts';

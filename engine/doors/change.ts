/** The door to what changed between texts of one workflow (`#engine/change`): what differs between two. */
export { type Change, diffWorkflows } from '../change/index.ts';

/** What programs propose: how many changes wait, in the bar, and a side panel in which a person decides about each. */
export { ProposalsChip } from './ProposalsChip.tsx';

/**
 * Changes that somebody proposes: a person's program, another person, a model. A proposal is data; planning it answers the texts that
 * it would lead to, or for each change why it does not apply and what to do. It is accepted whole or in part, and brought onto
 * texts that changed meanwhile.
 *
 * Inside, `commands` importing nothing of the files next to it:
 * - `commands`: what proposals can ask for, each as a command of the product, with what it takes.
 */
export { checkFile } from './checkFile.ts';
export type { Command } from './commands/Command.ts';
export { findPart, resolveField } from './commands/findPart.ts';
export { KINDS } from './commands/kinds.ts';
export { type CheckComparison, compareChecks, type FileDiagnostic } from './compareChecks.ts';
export { type DescribedChange, describeChanges, type ToldChange, tellChanges } from './describeChanges.ts';
export { ownText } from './ownText.ts';
export type { Change, Files, Finding, Proposal } from './Proposal.ts';
export { baseOf, type PlannedChange, type ProposalPlan, planProposal } from './planProposal.ts';
export { COMMANDS } from './readChange.ts';
export { MOST_CHANGES } from './readChanges.ts';
export { DEEPEST, formatStored, isDeeper, isPlainPath, readStored } from './readStored.ts';
export { type RebasedProposal, rebaseProposal } from './rebaseProposal.ts';
export {
  isProposalId,
  LARGEST_PROPOSAL,
  MOST_PENDING,
  PROPOSALS_FOLDER,
  proposalIdAt,
  proposalIdOf,
  proposalPath,
  type StoredProposal,
} from './StoredProposal.ts';
export { bringUp, type CurrentProposal, dropChanges, type TakenChanges, takeChanges } from './takeChanges.ts';
export { toChanges } from './toChanges.ts';

/** Changes that programs propose in the open folder, judged on the texts as they are: the door of this slice of the session, which is loaded after the first screen. */
export { acceptsProven, onAcceptsProven, setAcceptsProven } from './acceptProven.ts';
export {
  type AskedModel,
  type Conversation,
  type ConversationStep,
  currentConversation,
  currentWish,
  describeIt,
  onConversation,
  openAssistant,
  setWish,
  stopConversation,
  type Wish,
} from './describeIt.ts';
export { listModels } from './listModels.ts';
export { findMissingKeys } from './missingKeys.ts';
export { paintProposals } from './paintProposals.ts';
export { currentProposals, onProposals, type ShownProposal, summaryOf, watchProposals } from './proposals.ts';
export { followProof, isProofWhole, type ProposedProof, proofOf } from './proveProposed.ts';
export { dropProposed, previewProposed, takeProposed } from './takeProposed.ts';

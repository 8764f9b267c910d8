/**
 * What authors work with, whoever they are: a program by `signalbox mcp`, or a model that the app asks. Tools that read, check and try
 * the workflows of a workspace, each with what it takes and what it answers; they reach nothing and change nothing.
 *
 * Inside, from low to high; each folder imports only those before it:
 * - `describe`: what the words of Signalbox mean.
 * - `tools`: the tools, how they are called, and how their answers are written.
 * - `converse`: a model that answers a request by proposals, with these tools, within a budget.
 */

export { authorWorkflow } from './converse/authorWorkflow.ts';
export type {
  Conversation,
  ConversationEnd,
  ConversationPorts,
  ConversationStep,
  Proved,
} from './converse/Conversation.ts';
export { converse } from './converse/converse.ts';

export { describeTopic } from './describe/describeTopic.ts';
export type { AuthorContext, AuthorTool, ToolAnswer, WorkspaceTexts } from './tools/AuthorTool.ts';
export { BUDGET, budgetOf, fitList, fitText, fitValue } from './tools/budget.ts';
export { callTool } from './tools/callTool.ts';
export { checkTool } from './tools/checkTool.ts';
export { describeTool } from './tools/describeTool.ts';
export { diffTool } from './tools/diffTool.ts';
export { drillTool } from './tools/drillTool.ts';
export { findFile, PATH, readTexts } from './tools/findFile.ts';
export { CHANGES, CHANGES_ABOUT, judgeProposal, pathsOf, readProposal, refuseFile } from './tools/judgeProposal.ts';
export { listTool } from './tools/listTool.ts';
export { outlineTool } from './tools/outlineTool.ts';
export { readTool } from './tools/readTool.ts';
export { outsideOf, refusePath } from './tools/refusePath.ts';
export { runTool } from './tools/runTool.ts';
export { SecretMask } from './tools/SecretMask.ts';
export { toTasks } from './tools/toTasks.ts';
export { DATA_NOTE, writeAnswer } from './tools/writeAnswer.ts';

/** Everything a run does to the world: tools, models, and what keeps secrets secret. */
export { askMemory } from './askMemory.ts';
export {
  decideRepeat,
  isRepeatable,
  type RepeatDecision,
  type RepeatPolicy,
  reachesByKey,
  staysInside,
} from './calls/decideRepeat.ts';
export { type FailingCall, failureCodes } from './calls/failureCodes.ts';
export { createPerformer, type Performer, type PerformerContext } from './createPerformer.ts';
export { DatabaseConnection } from './DatabaseConnection.ts';
export { type DatabaseEnd, endOfVersion, type OnDatabaseEnd } from './DatabaseEnd.ts';
export type { Delay } from './delay.ts';
export {
  BodyTooLarge,
  createEgress,
  type Egress,
  type EgressResponse,
  type Exchange,
  type ExchangeRequest,
  type HostFetch,
  LARGEST_BODY,
} from './egress.ts';
export { loadEffectsAhead } from './loadEffectsAhead.ts';
export { fillMcpServers, listServerVariables } from './mcp/fillMcpServers.ts';
export type { ListedTools, McpTool } from './mcp/openConnection.ts';
export { explainMcpServer, readMcpServers, setMcpServer } from './mcp/readMcpServers.ts';
export type {
  KeptMemory,
  MemoryAnswers,
  MemoryExport,
  MemoryQuestion,
  ThreadContent,
} from './memory/answerQuestion.ts';
export { createMemoryHome, type MemoryHome } from './memory/MemoryHome.ts';
export type { StateFolder } from './memory/StateFolder.ts';
export type { ThreadSummary } from './memory/stores.ts';
export { SHIPPED_PRICES, type ShippedPrice } from './models/prices.ts';
export { EgressError, fail } from './outcome.ts';
export { parseOrigin } from './parseOrigin.ts';
export {
  type AuthorizeSecret,
  type CallProgress,
  Exposure,
  type FileAnswer,
  type HostPorts,
  type KeyValueStore,
  type McpServer,
  type ReadableFiles,
  type RunScript,
  type RunWorkflow,
  type SecretUse,
  type WorkspaceFiles,
} from './ports.ts';
export { createRunScript, type ScriptThread } from './scripts/createRunScript.ts';
export type { Script, ScriptAnswer } from './scripts/Script.ts';
export { createVault, readSecret, type Vault } from './secrets/createVault.ts';
export { findCredentialVariables, findSentVariables, listEnvs, listPlaces } from './secrets/findCredentialVariables.ts';
export { formatSecretPlaceholder, listSecrets, toTemplateWords } from './secrets/placeholder.ts';
export { openSecretDisk, type SecretDisk, type SecretGrant } from './secrets/SecretDisk.ts';
export { coversUse, type SecretInfo, type SecretKeep, SecretKeeper } from './secrets/SecretKeeper.ts';
export { describeCall } from './tools/describeCall.ts';
export { isHidden, refuseGuarded } from './tools/guardedName.ts';
export { readTable, writeTable } from './tools/tables.ts';
export { uniqueText } from './uniqueText.ts';

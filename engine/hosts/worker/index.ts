/** What the page imports of the engine in its worker (`#engine/worker`). Loads nothing of the engine into the page. */

export { ENGINE_VERSION } from '../../driver/index.ts';
export {
  type DatabaseEnd,
  endOfVersion,
  explainMcpServer,
  parseOrigin,
  readMcpServers,
  setMcpServer,
} from '../../effects/index.ts';
export { connectEngine, type EngineConnection, EngineFailure, type WorkerLike } from './connectEngine.ts';
export { layoutInWorker, type PendingLayout } from './layoutInWorker.ts';
export { openWithRetry } from './platform/openWithRetry.ts';
export { savesData } from './platform/savesData.ts';
export { readStorageReason, type StorageReason } from './platform/storageReason.ts';
export type {
  BacktestRow,
  CallProgress,
  EngineStore,
  EngineWorker,
  EventBatch,
  FileStatistics,
  ForkRequest,
  HistoryAnswers,
  HistoryQuestion,
  JudgedChange,
  JudgedProposal,
  KeptMemory,
  LocalEngine,
  McpServer,
  McpTool,
  MemoryAnswers,
  MemoryQuestion,
  MergedRow,
  ModelTest,
  OutboundEngine,
  ProposalAnswers,
  ReadableFiles,
  RunControl,
  RunQuery,
  RunRecord,
  RunRequest,
  RunServer,
  RunSummary,
  SecretAnswer,
  SecretChange,
  SecretInfo,
  SecretKeep,
  SecretQuestion,
  SecretState,
  SecretUse,
  ServedNews,
  ServerRequest,
  ShippedPrice,
  StartFailure,
  StorageReport,
  ThreadContent,
  ThreadSummary,
  Variable,
} from './protocol/protocol.ts';

/** What the page imports of the engine in its worker (`#engine/worker`). Loads nothing of the engine into the page. */
export { explainMcpServer, parseOrigin, readMcpServers, setMcpServer } from '../../effects/index.ts';
export { connectEngine, type EngineConnection, EngineFailure, type WorkerLike } from './connectEngine.ts';
export { layoutInWorker, type PendingLayout } from './layoutInWorker.ts';
export { openWithRetry } from './platform/openWithRetry.ts';
export { readStorageReason, type StorageReason } from './platform/storageReason.ts';
export type {
  CallProgress,
  EngineStore,
  EngineWorker,
  EventBatch,
  ForkRequest,
  KeptMemory,
  LocalEngine,
  McpServer,
  McpTool,
  MemoryAnswers,
  MemoryExport,
  MemoryQuestion,
  ModelTest,
  ModelTestRequest,
  OutboundEngine,
  RunControl,
  RunQuery,
  RunRecord,
  RunRequest,
  RunSummary,
  RunSurroundings,
  SecretAnswer,
  SecretChange,
  SecretInfo,
  SecretKeep,
  SecretQuestion,
  SecretState,
  SecretUse,
  ShippedPrice,
  StartFailure,
  StorageReport,
  ThreadContent,
  ThreadSummary,
  Variable,
  WorkspaceFiles,
} from './protocol/protocol.ts';

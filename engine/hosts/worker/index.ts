/** The page's door to the engine in its worker (`#engine/worker`). Loads nothing of the engine into the page. */
export { connectEngine, type EngineConnection, EngineFailure, type WorkerLike } from './connectEngine.ts';
export type {
  CallProgress,
  EngineWorker,
  EventBatch,
  ForkRequest,
  ModelTest,
  ModelTestRequest,
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
  StartFailure,
  Variable,
} from './protocol.ts';

/** Declarations of the built-in tools, the model providers and the backends of memories: each fact about them, once. */
export type { AddressKeys, BuiltInTool, ToolSchema } from './BuiltInTool.ts';
export {
  BUILT_INS,
  type BuiltInName,
  builtInNamed,
  builtInUse,
  changesSomething,
  findBuiltIn,
  type ToolValues,
  verbatimKeys,
} from './builtIns.ts';
export { HTTP } from './http.ts';
export { MEMORY } from './memory.ts';
export {
  defaultEmbeddingModel,
  EMBEDDERS,
  type EmbedderBackend,
  embeddingSizeOf,
  MEMORY_BACKENDS,
  MEMORY_DEFAULTS,
  type MemoryBackend,
  type MemoryPart,
  STORAGES,
  VECTOR_STORES,
} from './memoryBackends.ts';
export {
  MOCK_PROVIDER,
  MODEL_PROVIDERS,
  type ModelProvider,
  REMOTE_PROVIDERS,
  type RemoteProvider,
} from './modelProviders.ts';
export { TOOL_DATA, type ToolData } from './toolData.ts';

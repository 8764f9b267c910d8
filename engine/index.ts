/**
 * The first door of the engine for the app: documents. Texts and how they change, their trees, and what is known of them
 * by reading alone. Everything at this door and those of `engine/doors` is pure; runs happen behind `#engine/worker`.
 */
export {
  assertNever,
  err,
  ok,
  type Result,
} from './base/index.ts';
export {
  type Analysis,
  analyze,
  analyzeBeginning,
  analyzeEdited,
  analyzeParts,
  drawnGraph,
  edgesBySource,
  effectiveWorkflow,
  formatEdgeId,
  type Graph,
  type GraphEdge,
  type GraphNode,
  isLoose,
  mergeGraphs,
  nameTask,
  type ShownAnalysis,
} from './graph/index.ts';
export { holdsWorkflow, isRowsFile, isServeConfig, isTestFile } from './model/index.ts';
export {
  findNode,
  findRange,
  loadYaml,
  parseSyntax,
  pathAt,
  type ScalarNode,
  type Syntax,
  type TextPart,
  toNodeData,
  YamlMissing,
} from './syntax/index.ts';
export {
  applyEdits,
  applyTransaction,
  createHistory,
  createLineIndex,
  type Diagnostic,
  EMPTY_LAYOUT,
  EMPTY_WORKSPACE,
  type FileChange,
  type Fix,
  type History,
  type HistoryMove,
  type Layout,
  type LineIndex,
  mapOffset,
  minimalEdits,
  type Path,
  type Point,
  type Refusal,
  recordTransaction,
  redo,
  type Severity,
  type TextEdit,
  type TextRange,
  type Transaction,
  undo,
  type Workspace,
} from './text/index.ts';

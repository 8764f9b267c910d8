/** The workflow as nodes and edges, and everything that is derived from one text. */
export { type Analysis, effectiveWorkflow, type ShownAnalysis } from './Analysis.ts';
export { analyze, analyzeBeginning, analyzeEdited, analyzeParts, type EditedAnalysis } from './analyze.ts';
export { buildGraph, edgesBySource } from './buildGraph.ts';
export { describeTaskIds, nameTask } from './describeTaskIds.ts';
export { drawnGraph } from './drawnGraph.ts';
export { formatEdgeId, type Graph, type GraphEdge, type GraphNode } from './Graph.ts';
export { isLoose } from './isLoose.ts';
export { listReach, type Reach } from './listReach.ts';
export { mergeGraphs } from './mergeGraphs.ts';
export { alwaysJumps } from './patchGraph.ts';
export type { ParseOrigin } from './reachOfAddress.ts';

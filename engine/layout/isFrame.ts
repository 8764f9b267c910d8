import type { GraphNode } from '../graph/index.ts';
import { holdsTasks } from '../model/index.ts';

/**
 * True when a node is drawn as a frame with its children inside: it has children, or it is a container that neither
 * runs a `use` of its own nor is imported.
 */
export function isFrame(node: GraphNode): boolean {
  if (node.children.length > 0) return true;
  const { type, use } = node.task;
  return holdsTasks(type) && !use && !node.task.import;
}

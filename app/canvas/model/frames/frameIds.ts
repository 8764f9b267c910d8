import type { CardFrameNode, DrawnNode } from '../toFlowNodes.ts';

/** Whether a node draws a frame around chosen cards. */
export function isCardFrame(node: DrawnNode): node is CardFrameNode {
  return node.type === 'cardFrame';
}

const PREFIX = 'frame:';

/** The node that a frame is drawn as. */
export function frameNodeId(id: string): string {
  return PREFIX + id;
}

/** The frame that is drawn as a node; null where it is none. */
export function frameOfNode(nodeId: string): string | null {
  return nodeId.startsWith(PREFIX) ? nodeId.slice(PREFIX.length) : null;
}

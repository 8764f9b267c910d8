import { useStoreApi } from '@xyflow/react';
import { useState } from 'react';

/**
 * Keeps React Flow from measuring cards and ports as they come into view: both are given, so the page would be laid out again
 * and everything in view be compared again, only to find them where they are. From afar cards have no ports to be found.
 */
export function useGivenSizes(): void {
  const store = useStoreApi();
  // Before React Flow is drawn, which takes what it measures with on its first time.
  useState(() => store.setState({ updateNodeInternals: measureNothing }));
}

function measureNothing(): void {
  // Sizes and ports come with the nodes.
}

import '@xyflow/react/dist/base.css';
import { ReactFlowProvider } from '@xyflow/react';
import { CanvasFlow } from './CanvasFlow.tsx';

/** The workflow as a graph that is drawn, edited and watched. Fills its pane. */
export function Canvas() {
  return (
    <ReactFlowProvider>
      <CanvasFlow />
    </ReactFlowProvider>
  );
}

import '@xyflow/react/dist/base.css';
import { ReactFlowProvider } from '@xyflow/react';
import { CanvasFlow } from './CanvasFlow.tsx';
import { type AnswerOnCard, CardAnswers } from './state/cardAnswer.ts';

interface CanvasProps {
  /** What a waiting card is answered with; given by the app, since features do not import each other. */
  readonly answer: AnswerOnCard;
}

/** The workflow as a graph that is drawn, edited and watched. Fills its pane. */
export function Canvas({ answer }: CanvasProps) {
  return (
    <CardAnswers value={answer}>
      <ReactFlowProvider>
        <CanvasFlow />
      </ReactFlowProvider>
    </CardAnswers>
  );
}

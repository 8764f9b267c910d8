import { CompareGraph } from './canvas/CompareGraph.tsx';
import { CompareDialog } from './runs/CompareDialog.tsx';

/** The comparison of two runs with the graph it is drawn on. */
export function Comparison() {
  return <CompareDialog Graph={CompareGraph} />;
}

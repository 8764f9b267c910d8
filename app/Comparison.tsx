import { CompareGraph } from './canvas/compare/CompareGraph.tsx';
import { CompareDialog } from './runs/compare/CompareDialog.tsx';

/** The comparison of two runs with the graph it is drawn on. */
export function Comparison() {
  return <CompareDialog Graph={CompareGraph} />;
}

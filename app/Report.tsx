import { drawRun } from './canvas/RunPicture.ts';
import { ReportDialog } from './runs/ReportDialog.tsx';

/** The report of a run with the graph that is drawn in it. */
export function Report() {
  return <ReportDialog drawRun={drawRun} />;
}

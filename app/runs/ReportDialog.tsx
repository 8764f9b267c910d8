import { type ReactNode, useEffect, useRef, useState } from 'react';
import { downloadBlob } from '../platform/index.ts';
import { closeDialog, notify, useSession } from '../session/index.ts';
import type { DrawWorkflow } from '../session/runSteps/index.ts';
import { DownloadIcon } from '../ui/icons.ts';
import { Button, Dialog, Spinner } from '../ui/index.ts';
import { makeReport } from './report/makeReport.ts';

export interface ReportDialogProps {
  /** Draws the graph; given by the app, since features do not import each other. */
  readonly drawRun: DrawWorkflow;
}

/** Says what a report of a run holds, and makes it. */
export function ReportDialog({ drawRun }: ReportDialogProps): ReactNode {
  const isOpen = useSession((state) => state.view.dialog === 'report');
  const runId = useSession((state) => state.run.reported);
  return isOpen && runId !== null ? <Offer key={runId} runId={runId} drawRun={drawRun} /> : null;
}

function Offer({ runId, drawRun }: ReportDialogProps & { readonly runId: string }): ReactNode {
  const [isMaking, setIsMaking] = useState(false);
  const making = useRef<AbortController | null>(null);
  useEffect(() => () => making.current?.abort(), []);

  async function make(): Promise<void> {
    const { signal } = (making.current = new AbortController());
    setIsMaking(true);
    try {
      const report = await makeReport(runId, drawRun, signal);
      if (report === null) notify({ kind: 'warning', message: 'That run is no longer kept.' });
      else downloadBlob(report.name, report.content);
      closeDialog();
    } catch (error) {
      if (signal.aborted) return;
      notify({
        kind: 'error',
        message: `The report was not made. ${error instanceof Error ? error.message : String(error)}`,
      });
      setIsMaking(false);
    }
  }

  return (
    <Dialog
      isOpen
      onClose={closeDialog}
      size="small"
      title="Save the run as a report"
      description="One HTML file that opens in any browser, without this app and without the network: the graph with its states, the timeline, and each step with its values."
      footer={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="primary" icon={<DownloadIcon />} disabled={isMaking} onClick={() => void make()}>
            Save
          </Button>
        </>
      }
    >
      <p>
        It holds what went into every step and what came out of it. Secrets are masked; all else can be read by whoever
        has the file.
      </p>
      {isMaking && <Spinner label="Making the report" />}
    </Dialog>
  );
}

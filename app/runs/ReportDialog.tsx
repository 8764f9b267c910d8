import { type ReactNode, useEffect, useRef, useState } from 'react';
import { analyze } from '#engine';
import { standingOf } from '#engine/run';
import { ENGINE_VERSION } from '#engine/worker';
import { downloadBlob } from '../platform/index.ts';
import { closeDialog, notify, session, useSession } from '../session/index.ts';
import { analysisOfRun } from '../session/run/index.ts';
import { type DrawWorkflow, type ReportSource, readReported } from '../session/runSteps/index.ts';
import { DownloadIcon } from '../ui/icons.ts';
import { Button, Dialog, Spinner, type Status } from '../ui/index.ts';
import { toRunSource } from './parts/toRunSource.ts';
import { Markup } from './report/Markup.ts';
import { writeReport } from './report/writeReport.ts';

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

/** A report as a file. */
interface Report {
  readonly name: string;
  readonly content: Blob;
}

/** How long the page is busy at most before it has its turn, in ms. */
const BUSY = 10;

/**
 * Makes the report of a run in turns, so that the page stays quick. Null when the run is no longer kept. Rejects with a message
 * for the user where it cannot be read, and with the signal's reason once that is aborted.
 */
async function makeReport(runId: string, drawRun: DrawWorkflow, signal: AbortSignal): Promise<Report | null> {
  const turn = createTurns(signal);
  const run = await readReported(runId, turn);
  if (run === null) return null;
  signal.throwIfAborted();
  const parts: string[] = [];
  for (const part of writeReport(await toSubject(run, drawRun))) {
    parts.push(part);
    await turn();
  }
  const stem =
    run.path
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]+$/, '') ?? 'workflow';
  return { name: `${stem}-${toFileName(runId)}.html`, content: new Blob(parts, { type: 'text/html' }) };
}

async function toSubject(run: ReportSource, drawRun: DrawWorkflow): Promise<Parameters<typeof writeReport>[0]> {
  const state = session.getState();
  const own = analysisOfRun(state, run);
  const files = new Map([...state.document.workspace.files, ...run.files]);
  const { analysis, nameOf } = toRunSource(analyze(own.path, own.syntax.text, own, files));
  const title = analysis.workflow.name ?? run.path;
  return {
    ...run,
    title,
    status: statusOf(run),
    origin: originOf(run),
    graph: await drawGraph(
      { analysis, view: run.view, title: `Graph of ${title} with the states of the run` },
      drawRun,
    ),
    nameOf,
    version: ENGINE_VERSION,
    madeAt: Date.now(),
  };
}

/** A report without a picture says more than none. */
async function drawGraph(drawn: Parameters<DrawWorkflow>[0], drawRun: DrawWorkflow): Promise<Markup | string> {
  try {
    const svg = await drawRun(drawn);
    return svg === null ? 'The workflow has no tasks, or too many for a picture.' : new Markup(svg);
  } catch (error) {
    return `The graph was not drawn. ${error instanceof Error ? error.message : String(error)}`;
  }
}

function statusOf({ isInterrupted, view }: ReportSource): Status {
  if (isInterrupted) return 'interrupted';
  return standingOf(view);
}

function originOf({ server, importedFrom, forkedFrom, view }: ReportSource): readonly string[] {
  return [
    ...(server === null ? [] : [`It ran on ${server}.`]),
    ...(importedFrom === null ? [] : [`It came from a file${importedFrom === '' ? '' : `, ${importedFrom}`}.`]),
    ...(forkedFrom === null ? [] : [`It was forked from ${forkedFrom}.`]),
    ...(view.status === 'running' ? ['It had not ended when this report was made.'] : []),
  ];
}

function toFileName(runId: string): string {
  return runId.replace(/[^\w-]+/g, '-').slice(-12);
}

function createTurns(signal: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < BUSY) return;
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    signal.throwIfAborted();
    since = performance.now();
  };
}

import type { PortEngine } from '../../engine/hosts/worker/protocol/eventPort.ts';

/** A run that is left under way: its text, which in the end waits for the signal `go`. */
export interface LeftRun {
  readonly source: string;
  readonly rounds: number;
}

/** Runs a workflow until it waits; answers with the id of its run. */
export async function leaveRun(engine: PortEngine, { source, rounds }: LeftRun): Promise<string> {
  const request = { path: 'loop.yaml', source, input: { rounds }, variables: [], simulate: false, seed: 1 };
  const started = await engine.startRun({ ...request, baseUrl: 'http://localhost/' });
  if (!started.ok) throw new Error(JSON.stringify(started.failure));
  const { runId } = started;
  for (;;) {
    const row = (await engine.listRuns()).find((other) => other.runId === runId);
    if (row?.signal === 'go') return runId;
    if (row?.status !== 'running') throw new Error(`It is over: ${row?.status}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

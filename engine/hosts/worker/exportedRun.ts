import { err, isJsonObject, type Json, ok, type Result } from '../../base/index.ts';
import type { RunInput } from '../../run/index.ts';
import type { Proof } from '../EventDigest.ts';
import type { RunDetails } from './journal/Disk.ts';
import type { JournaledRun } from './journal/RunStore.ts';
import type { RunSummary } from './protocol.ts';

const FORMAT = 'signalbox-run/1';

/** A recorded run as a text to save: its row, its texts and its journal. Secrets are placeholders in it. */
export function formatRun({ summary, details, inputs, proofs }: JournaledRun): string {
  const { salt: _, baseUrl: __, files = new Map<string, string>(), ...kept } = details;
  const document = { format: FORMAT, summary, details: { ...kept, files: [...files] }, proofs, inputs };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/** What a saved text holds, under another id and marked as imported; an error says in words why it is no run. */
export function readRun(text: string, runId: string): Result<JournaledRun, string> {
  const document = parse(text);
  if (!isJsonObject(document) || document['format'] !== FORMAT)
    return err('This is no exported run of Signalbox. Choose a file that “Export run” has saved.');
  const { summary, details, inputs, proofs } = document;
  if (!isJsonObject(summary) || !isJsonObject(details) || !isRecorded(inputs) || !isRecorded(proofs))
    return err('This exported run is incomplete: parts of the file are missing.');
  const source = details['source'];
  const startedAt = summary['startedAt'];
  if (typeof source !== 'string' || typeof startedAt !== 'number' || inputs[0]?.['type'] !== 'run.started')
    return err('This exported run is incomplete: its text or its start is missing.');
  return ok({
    // Kept: it came here to be looked at, however old it is.
    summary: { ...toSummary(summary, startedAt), runId, isImported: true, isKept: true },
    details: { ...toDetails(details, source), runId },
    // What the machine cannot make sense of it passes over; the events end where it fails.
    inputs: inputs as unknown as readonly RunInput[],
    proofs: proofs as unknown as readonly Proof[],
    chunkCount: 0,
    hasGap: false,
  });
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecorded(value: Json | undefined): value is readonly Readonly<Record<string, Json>>[] {
  return Array.isArray(value) && value.every((item: Json) => isJsonObject(item));
}

function toSummary(summary: Readonly<Record<string, Json>>, startedAt: number): Omit<RunSummary, 'runId'> {
  const { path, name, status, endedAt, simulate, simulated } = summary;
  const isOver = status === 'success' || status === 'error' || status === 'cancelled';
  return {
    path: typeof path === 'string' ? path : 'imported.yaml',
    name: typeof name === 'string' ? name : null,
    status: isOver ? status : 'interrupted',
    startedAt,
    endedAt: typeof endedAt === 'number' ? endedAt : null,
    simulate: simulate === true,
    simulated: simulated === true,
  };
}

function toDetails(details: Readonly<Record<string, Json>>, source: string): Omit<RunDetails, 'runId'> {
  const { files, input, engine } = details;
  const pairs = Array.isArray(files) ? files : [];
  const texts = pairs.flatMap((pair: Json) => {
    const [path, text]: readonly Json[] = Array.isArray(pair) ? pair : [];
    return typeof path === 'string' && typeof text === 'string' ? [[path, text] as const] : [];
  });
  return { source, files: new Map(texts), input: input ?? null, engine: typeof engine === 'string' ? engine : '' };
}

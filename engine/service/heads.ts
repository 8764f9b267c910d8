import { isJsonObject, type Json, type JsonObject, jsonObject, jsonParts } from '../base/index.ts';
import type { RunError, RunView } from '../run/index.ts';
import type { RunFigures, ServedRun, ServedRunHead } from './RunService.ts';

/** Longest beginning of an output in a list, longest message of an error, and longest reason of a pause, in characters. */
const PREVIEW = 200;
const MESSAGE = 500;
const REASON = 1_000;

/** Longest details of an error in a list as JSON, in characters, and longest text in those that are shortened. */
const DETAILS = 1_000;
const TEXT = 100;

/** How deep the causes of an error are told in a list, and how many facts of each. */
const DEEPEST = 5;
const MOST = 5;

/** The beginning of a value, and how long all of it is as JSON, in characters. */
export interface Preview {
  readonly preview: string;
  readonly size: number;
}

/** The beginning of an output; null where there is none. */
export function toPreview(output: Json): Preview | null {
  if (output === null) return null;
  const text = JSON.stringify(output);
  return previewOf(text, text.length);
}

/** The preview of a value, by the start of its JSON, which is at least as long as a preview, or all of it. */
export function previewOf(start: string, size: number): Preview {
  return { preview: cut(start, PREVIEW), size };
}

export const NO_FIGURES: RunFigures = { usage: null, idle: null, warnings: null };

/** The figures of a run by the view of it. */
export function toFigures(view: Pick<RunView, 'status' | 'usage' | 'idle' | 'warnings'>): RunFigures {
  const { status, usage = null, idle, warnings } = view;
  if (status === 'running') return NO_FIGURES;
  // Its end has closed the last one.
  const paused = idle.reduce((sum, { from, to }) => sum + (to ?? from) - from, 0);
  return { usage, idle: Math.round(paused), warnings: warnings.length };
}

type Ended = Pick<ServedRun, 'output' | 'error'>;

/** A run as the API shows it, of a row that may have more; rows of earlier versions have no figures. */
export function toServed(
  id: string,
  row: Omit<ServedRun, 'id' | keyof Ended | keyof RunFigures> & Partial<RunFigures>,
  { output, error }: Ended,
): ServedRun {
  const { workflow, status, queuedAt, startedAt, endedAt, trigger, parent, paused, depth } = row;
  const { usage = null, idle = null, warnings = null } = row;
  const figures = { usage, idle, warnings, ...(depth === undefined ? {} : { depth }) };
  return { id, workflow, status, output, error, queuedAt, startedAt, endedAt, trigger, parent, paused, ...figures };
}

/** What a list has of a run that is there whole; `preview`: where its output is at hand no more. */
export function toRunHead({ output, ...run }: ServedRun, preview = toPreview(output)): ServedRunHead {
  const paused = run.paused === null ? null : cut(run.paused, REASON);
  return {
    ...run,
    paused,
    error: shortenError(run.error),
    preview: preview?.preview ?? null,
    size: preview?.size ?? null,
    unread: null,
  };
}

/** Longest beginning of an input that is looked through, in characters. */
const LOOKED_THROUGH = 500;

/** What of an input a search looks through. */
export function toSearched(input: Json): string {
  const [start = ''] = jsonParts(input);
  return cut(start, LOOKED_THROUGH);
}

/** An error in short: of its details what says where it happened, which is all of them where they are small. */
export function shortenError(error: RunError | null): RunError | null {
  if (error === null) return null;
  const { code, message, details } = error;
  const isSmall = JSON.stringify(details).length <= DETAILS;
  return { code, message: cut(message, MESSAGE), details: isSmall ? details : shortenDetails(details, DEEPEST) };
}

function shortenDetails(details: Json, levels: number): Json {
  if (!isJsonObject(details) || levels === 0) return null;
  const facts = Object.entries(details).filter(([, value]) => isFact(value));
  const { cause = null }: JsonObject = details;
  const around = isJsonObject(cause) ? [['cause', shortenDetails(cause, levels - 1)] as const] : [];
  return jsonObject([...facts.slice(0, MOST), ...around]);
}

function isFact(value: Json): boolean {
  return (typeof value === 'string' && value.length <= TEXT) || typeof value === 'number' || typeof value === 'boolean';
}

/** The beginning of a text, which ends in no half of a character. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

import { err, isJsonObject, type Json, type JsonObject, ok, type Result } from '../../../base/index.ts';
import type { Proof } from '../../../driver/index.ts';
import type { RunInput } from '../../../run/index.ts';
import { type Checked, describeMisfit, list, maybe, optional, record, TEXT } from '../../../wire/index.ts';
import { explainChange, nextLink, type RunSeal, readSeal, sealRun } from '../../RunSeal.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import type { RunSummary } from '../protocol/protocol.ts';
import { partsOf } from '../run/record/workflowOf.ts';
import { INPUT, MOMENT, NAME, PROOF } from './inputShapes.ts';
import { INCOMPLETE, joinFamily, type ReadExport } from './joinFamily.ts';
import { formatCount, formatSize, LIMITS } from './limits.ts';
import { measureSize } from './measureSize.ts';

const FORMAT = 'signalbox-run/1';

/** Most links of the hash chain over the inputs of one export: in a long journal, a link covers several inputs. */
const MOST_LINKS = 1_000;

/**
 * A recorded run as a text to save, with those below it: row, texts and journal of each, with a seal that detects later changes.
 * Secrets are placeholders in it.
 */
export function formatRun(run: JournaledRun, below: readonly JournaledRun[] = []): string {
  const runs = below.length === 0 ? {} : { runs: below.map(toDocument) };
  return `${JSON.stringify({ format: FORMAT, ...toDocument(run), ...runs }, null, 1)}\n`;
}

function toDocument(run: JournaledRun): object {
  const { summary, details, inputs, proofs } = run;
  const { salt: _, baseUrl: __, seal: kept, files = [], ...rest } = details;
  const seal = kept ?? sealRun(partsOf(run));
  const every = Math.max(1, Math.ceil(inputs.length / MOST_LINKS));
  const sealed = { ...seal, every, links: chain(seal, { proofs, inputs, every }) };
  return { summary, details: { ...rest, files: [...files] }, seal: sealed, proofs, inputs };
}

/**
 * Reads what `formatRun` wrote, as an imported run with a new id. All of the file is checked against its shape and its
 * limits, so that the result is a run as this version writes it; the error says what is wrong, and where.
 */
export function readRun(text: string, runId: string): Result<ReadExport, string> {
  if (text.length > LIMITS.characters)
    return err(`This exported run is larger than ${formatSize(LIMITS.characters)}, the largest that can be read.`);
  const document = parse(text);
  const format = isJsonObject(document) ? document['format'] : null;
  if (!isJsonObject(document) || typeof format !== 'string' || !format.startsWith('signalbox-run/'))
    return err('This is not an exported run of Signalbox. Choose a file that “Export run” saved.');
  if (format !== FORMAT)
    return err('This exported run was saved by a newer version of Signalbox. Open it with that version.');
  const problem = explainBounds(document) ?? explainShape(document);
  if (problem !== null) return err(problem);
  const run = toRun(document, runId);
  const change = explainSeal(document['seal'], run);
  if (change !== null) return err(change);
  const { runs = [] } = document;
  if (!Array.isArray(runs)) return err('This exported run is incomplete: “runs” must be a list.');
  const below: JournaledRun[] = [];
  for (const [index, each] of runs.entries()) {
    const read = readInside(each, runId);
    if (!read.ok) return err(`${read.error} This is about run ${formatCount(index + 1)} of those inside it.`);
    below.push(read.value);
  }
  const family = joinFamily(run, below);
  return family.ok ? ok({ ...run, below: family.value }) : family;
}

function readInside(document: Json, root: string): Result<JournaledRun, string> {
  if (!isJsonObject(document)) return err('This exported run is incomplete: “runs” must hold maps.');
  const problem = explainShape(document);
  if (problem !== null) return err(problem);
  const run = toRun(document, root);
  const change = explainSeal(document['seal'], run);
  return change === null ? ok(run) : err(change);
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The error for a document that exceeds the limits; null if it does not. */
function explainBounds(document: JsonObject): string | null {
  // This limits the number of values; the characters are limited already.
  const measured = measureSize(document, LIMITS.characters + 16 * LIMITS.values, LIMITS.depth);
  if (measured === 'depth')
    return `This exported run cannot be read: its lists and maps are nested more than ${LIMITS.depth} levels deep.`;
  if (measured === 'size')
    return `This exported run cannot be read: it holds more than ${formatCount(LIMITS.values)} values.`;
  if (measured === 'number') return 'This exported run cannot be read: it holds a number that is too large.';
  const { inputs, runs } = document;
  const parts = [inputs, ...(Array.isArray(runs) ? runs.map((run) => (isJsonObject(run) ? run['inputs'] : null)) : [])];
  const count = parts.reduce<number>((sum, part) => sum + (Array.isArray(part) ? part.length : 0), 0);
  if (count > LIMITS.inputs)
    return `This exported run cannot be read: its journal has ${formatCount(count)} inputs; at most ${formatCount(LIMITS.inputs)} can be read.`;
  return null;
}

const SUMMARY = record<object>({ path: NAME, name: maybe(TEXT), startedAt: MOMENT, endedAt: maybe(MOMENT) });
const DETAILS = record<object>({ source: TEXT, files: optional(list(list(TEXT))), engine: optional(NAME) });

function explainShape({ summary, details, inputs, proofs }: JsonObject): string | null {
  const wrong =
    explainPart('“summary”', SUMMARY, summary) ??
    explainPart('“details”', DETAILS, details) ??
    explainPart('“proofs”', list(PROOF), proofs);
  if (wrong !== null) return wrong;
  if (!Array.isArray(inputs) || inputs.length === 0)
    return 'This exported run is incomplete: “inputs” must be a list with at least one input.';
  for (const [index, input] of inputs.entries()) {
    const part = `input ${formatCount(index + 1)}${nameOf(input)}`;
    const misfit = explainPart(part, INPUT, input);
    if (misfit !== null) return misfit;
    if ((index === 0) === (isJsonObject(input) && input['type'] === 'run.started')) continue;
    const order = index === 0 ? 'the first one must be “run.started”' : 'only the first one can start the run';
    return `${INCOMPLETE} in ${part}, ${order}.`;
  }
  return null;
}

/** Keys of a hostile file may be of any length: of a place that is too long, the beginning is shown. */
function explainPart(part: string, { find }: Checked, value: Json = null): string | null {
  const misfit = find(value);
  if (misfit === null) return null;
  const wrong = describeMisfit(misfit, 'it');
  return `${INCOMPLETE} in ${part}, ${wrong.length > 300 ? `${wrong.slice(0, 300)}…` : wrong}.`;
}

function nameOf(input: Json): string {
  const type = isJsonObject(input) ? input['type'] : null;
  return typeof type === 'string' && type.length <= 40 ? ` (${type})` : '';
}

/** The run in a document whose shape was checked. */
function toRun(document: JsonObject, runId: string): JournaledRun {
  const { summary, details, inputs, proofs, seal } = document as unknown as {
    readonly summary: Pick<RunSummary, 'path' | 'name' | 'startedAt' | 'endedAt'> & Readonly<Record<string, Json>>;
    readonly details: { readonly source: string; readonly engine?: string; readonly input?: Json } & {
      readonly files?: readonly (readonly [string, string])[];
    };
    readonly inputs: readonly RunInput[];
    readonly proofs: readonly Proof[];
    readonly seal?: Json;
  };
  const { path, name, status, startedAt, endedAt, simulate, simulated } = summary;
  const hasEnded = status === 'success' || status === 'error' || status === 'cancelled';
  const kept = readSeal(seal);
  return {
    summary: {
      runId,
      path: path === '' ? 'imported.yaml' : path,
      name: name === null ? null : name.slice(0, LIMITS.name),
      status: hasEnded ? status : 'interrupted',
      startedAt,
      endedAt,
      simulate: simulate === true,
      simulated: simulated === true,
      isImported: true,
      // Imported to be viewed, so it is not pruned, however old it is.
      isKept: true,
    },
    details: {
      runId,
      source: details.source,
      files: new Map((details.files ?? []).flatMap(([file, text]) => (text === undefined ? [] : [[file, text]]))),
      input: details.input ?? null,
      engine: details.engine ?? '',
      ...(kept === null ? {} : { seal: kept }),
    },
    from: 0,
    inputs,
    proofs,
    checkpoint: null,
    chunkCount: 0,
    hasGap: false,
  };
}

/** The error for a run that was changed after it was saved; null for exports of versions without seals. */
function explainSeal(value: Json | undefined, run: JournaledRun): string | null {
  if (value === undefined) return null;
  const seal = readSeal(value);
  const every = isJsonObject(value) ? value['every'] : null;
  const links = isJsonObject(value) ? value['links'] : null;
  if (seal === null || typeof every !== 'number' || !(every >= 1) || !Array.isArray(links))
    return 'This exported run has a seal that cannot be read: it was changed, or a newer version of Signalbox saved it.';
  const change = explainChange(seal, partsOf(run), 'exported run');
  if (change !== null) return change;
  const { inputs, proofs } = run;
  const now = chain(seal, { proofs, inputs, every });
  const broken = now.findIndex((link, index) => link !== links[index]);
  if (broken === -1 && now.length === links.length) return null;
  const at = broken === -1 ? now.length : broken;
  const [from, to] = [at * every + 1, Math.min((at + 1) * every, inputs.length)];
  if (from > inputs.length)
    return `This exported run was changed after it was saved: inputs after input ${formatCount(inputs.length)} are missing.`;
  const which = from === to ? `input ${formatCount(from)}` : `one of inputs ${formatCount(from)} to ${formatCount(to)}`;
  return `This exported run was changed after it was saved: ${which}, or the record of its events, is not the saved one.`;
}

interface SealedJournal {
  readonly proofs: readonly Proof[];
  readonly inputs: readonly RunInput[];
  readonly every: number;
}

/** The links of the hash chain, each over `every` inputs: the first that differs shows where a journal was changed. */
function chain(seal: RunSeal, { proofs, inputs, every }: SealedJournal): readonly string[] {
  const { path, source, files, start } = seal;
  let link = nextLink('', JSON.stringify([path, source, files, start, proofs.map(toCells)]));
  const links: string[] = [];
  for (let at = 0; at < inputs.length; at += every) {
    link = nextLink(link, JSON.stringify(inputs.slice(at, at + every)));
    links.push(link);
  }
  return links;
}

function toCells({ inputs, events, digest }: Proof): Json {
  return [inputs, events, digest];
}

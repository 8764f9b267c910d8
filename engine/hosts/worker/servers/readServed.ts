import { err, isJsonObject, ok, type Result } from '../../../base/index.ts';
import type { RunInput } from '../../../run/index.ts';
import {
  describeMisfit,
  JOURNAL_HEAD,
  JOURNAL_RECORD,
  type JournalHeadMessage,
  type JournalRecordMessage,
  readAs,
} from '../../../wire/index.ts';
import { nextLink } from '../../RunSeal.ts';
import { LIMITS } from '../exported/limits.ts';
import type { RunServer, ServedSource } from '../protocol/RunServer.ts';
import { explainRefusal, openServer, readServer, type ServerContext, toJson } from './openServer.ts';

/** The beginning of a line of a journal: the hash of itself and of all lines before it. */
const HASHED = /^\{"hash":"([0-9a-f]{64})",/;

/** The text that a run on a server was started with: the first line of its journal, and no more is read of it. */
export async function readSource(
  server: RunServer,
  runId: string,
  context: ServerContext,
): Promise<Result<ServedSource, string>> {
  const { egress, toRequest } = await openServer(server, context);
  const stop = new AbortController();
  const opened = await egress.open(toRequest({ method: 'GET', path: journalOf(runId) }), stop.signal);
  if (!opened.ok) return err(opened.error.message);
  const { status, body } = opened.value;
  try {
    if (status !== 200) return err(explainRefusal(status, await new Response(body).text()));
    const head = toHead(await readLine(body));
    if (head === null) return err(NO_JOURNAL);
    const { path, source, files } = head;
    const { parent } = head.start;
    return ok({ path, source, files: new Map(files), ...(parent === undefined ? {} : { parent }) });
  } catch {
    return err(`The connection to ${server.address} broke off.`);
  } finally {
    stop.abort();
  }
}

/**
 * The journals of a run on a server and of those below it, as one exported run: it is read like one that came from a file,
 * with all its checks and limits. The error is for the user.
 */
export async function readExport(
  server: RunServer,
  runId: string,
  context: ServerContext,
): Promise<Result<string, string>> {
  const runs: object[] = [];
  const open = [runId];
  let size = 0;
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const read = await readServer(server, { method: 'GET', path: journalOf(next) }, context);
    if (!read.ok) return err(read.error.message);
    const { status, text } = read.value;
    if (status !== 200) return err(explainRefusal(status, text));
    size += text.length;
    if (size > LIMITS.characters) return err('The journals of this run are larger than can be read here.');
    const run = toExported(text);
    if (!run.ok) return run;
    runs.push(run.value.document);
    open.push(...run.value.children);
  }
  const [first = {}, ...rest] = runs;
  return ok(JSON.stringify({ format: 'signalbox-run/1', ...first, ...(rest.length === 0 ? {} : { runs: rest }) }));
}

const NO_JOURNAL = 'What the server keeps of this run is not a journal that this version of Signalbox can read.';

function journalOf(runId: string): string {
  return `/api/runs/${encodeURIComponent(runId)}/journal`;
}

function toHead(line: string): JournalHeadMessage | null {
  const value = toJson(line);
  const format = isJsonObject(value) ? value['format'] : null;
  if (typeof format !== 'string' || !format.startsWith('signalbox-journal/')) return null;
  const read = readAs(JOURNAL_HEAD, value);
  return read.ok ? read.value : null;
}

/** A journal as a run of an exported file, and the ids of the runs that it has started. The error is for the user. */
function toExported(text: string): Result<{ readonly document: object; readonly children: readonly string[] }, string> {
  const [first = '', ...lines] = text.split('\n');
  const head = toHead(first);
  if (head === null) return err(NO_JOURNAL);
  const inputs: RunInput[] = [head.start];
  const proofs: JournalRecordMessage['proof'][] = [];
  let link = HASHED.exec(first)?.[1] ?? null;
  for (const line of lines) {
    const hash = HASHED.exec(line);
    // A line of a process that had lost the journal by then does not count; a torn one at the end is not written yet.
    if (link !== null && (hash === null || nextLink(link, `{${line.slice(hash[0].length)}`) !== hash[1])) continue;
    const record = readAs(JOURNAL_RECORD, toJson(line));
    // By its hash it is whole: a version wrote it that this one cannot read.
    if (!record.ok && link !== null)
      return err(`A line of the journal of this run cannot be read: ${describeMisfit(record.error, 'it')}.`);
    if (!record.ok) continue;
    link = link === null ? null : (hash?.[1] ?? null);
    for (const input of record.value.inputs) inputs.push(input);
    proofs.push(record.value.proof);
  }
  const { path, source, files, start } = head;
  const summary = { path, name: null, startedAt: start.at, endedAt: null };
  const details = { source, files: files.map((file) => [...file]), engine: start.engine, input: start.input };
  return ok({ document: { summary, details, proofs, inputs }, children: listChildren(inputs) });
}

function listChildren(inputs: readonly RunInput[]): readonly string[] {
  const ids = inputs.flatMap((input) => (input.type === 'child.reported' ? [input.child.runId] : []));
  return [...new Set(ids)];
}

/** The first line of a text that comes in chunks. */
async function readLine(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
    const end = text.indexOf('\n');
    if (end !== -1) {
      await reader.cancel();
      return text.slice(0, end);
    }
  }
}

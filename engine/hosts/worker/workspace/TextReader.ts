import { isJsonObject, type Json, withPatterns } from '../../../base/index.ts';
import type { KnownWorkflows } from '../../../check/index.ts';
import { type Analysis, analyze, analyzeParts } from '../../../graph/index.ts';
import { holdsWorkflow, isRowsFile, isServeConfig, isTestFile } from '../../../model/index.ts';
import { prepareInput, type RunError } from '../../../run/index.ts';
import { loadYaml, readParts, type TextPart, withYaml } from '../../../syntax/index.ts';
import type { Diagnostic } from '../../../text/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { CheckWorkspace, EngineWorker } from '../protocol/protocol.ts';

/** Parses and checks texts for the page: as `EngineWorker` says. */
export class TextReader {
  readonly #clock: Clock;
  /** The analysis of the last text: usually the next one is equal or similar. */
  #last: Analysis | null = null;
  /** What was read for the page of a text that was not checked since: it is analyzed with its check, which the page does not wait for. */
  #read: { readonly path: string; readonly text: string; readonly parts: readonly TextPart[] } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async readText(path: string, text: string, deliver: (parts: readonly TextPart[]) => void): Promise<void> {
    await loadYaml();
    const parts = await readText(text, this.#clock, deliver);
    this.#read = { path, text, parts };
  }

  checkText(path: string, text: string, workspace: CheckWorkspace = {}): Promise<readonly Diagnostic[]> {
    return withYaml(() => this.#check(path, text, workspace));
  }

  async #check(path: string, text: string, workspace: CheckWorkspace): Promise<readonly Diagnostic[]> {
    const { checkAnalysis, checkServeConfig, checkTestFile } = await import('../../../check/index.ts');
    const { paths } = workspace;
    if (isServeConfig(path))
      return withPatterns(() => checkServeConfig(text, paths && ((name) => paths.includes(`${name}.yaml`))));
    if (isTestFile(path)) return withPatterns(() => checkTestFile({ path, text }, workspace.files));
    if (isRowsFile(path)) return [];
    const analysis = analyze(path, text, this.#known(path), workspace.files);
    this.#last = analysis;
    return withPatterns(() => checkAnalysis(analysis, { ...workspace, ...workflowsIn(workspace) }));
  }

  /** What is known of an earlier text of a file. */
  #known(path: string): Analysis | undefined {
    const read = this.#read;
    this.#read = null;
    if (read?.path === path) return analyzeParts(path, read.text, read.parts);
    return this.#last?.path === path ? this.#last : undefined;
  }

  async checkInput(source: string, input: Json): ReturnType<EngineWorker['checkInput']> {
    const { workflow } = await withYaml(() => analyze('', source));
    const prepared = await withPatterns(() => prepareInput(workflow, input));
    return prepared.ok ? prepared : { ok: false, errors: readInputErrors(prepared.error) };
  }
}

/** The workflows of a workspace, where its files are known; of those that were not sent it is only known that they are there. */
function workflowsIn({ paths, files }: CheckWorkspace): { readonly workflows?: KnownWorkflows } {
  if (paths === undefined) return {};
  const find: KnownWorkflows['find'] = (file) => {
    const text = files?.get(file);
    if (text !== undefined) return analyze(file, text).workflow;
    return paths.includes(file) ? { inputSchema: null } : null;
  };
  return { workflows: { find, list: () => paths.filter(holdsWorkflow) } };
}

/** The errors of an input with their paths, from the error of `prepareInput`; one error about the whole where it lists none. */
function readInputErrors(error: RunError): readonly { readonly path: string; readonly message: string }[] {
  const { details, message } = error;
  const listed: Json = isJsonObject(details) ? (details.errors ?? null) : null;
  const errors = (Array.isArray(listed) ? (listed as readonly Json[]) : []).flatMap((entry) =>
    isJsonObject(entry) && typeof entry.path === 'string' && typeof entry.message === 'string'
      ? [{ path: entry.path, message: entry.message }]
      : [],
  );
  return errors.length > 0 ? errors : [{ path: '', message }];
}

/** How long the worker parses before it handles other messages, in ms. */
const SLICE = 40;
/** Length of one delivery, in UTF-16 units: the page handles one within a frame or two. */
const BATCH_LENGTH = 256 * 1024;
/** Nodes in one delivery. */
const BATCH_NODES = 1_000;
/** Most deliveries that are under way at once: one by one, most of the time would go into waiting for the page between them. */
const MOST_UNDER_WAY = 8;

/**
 * Parses a text part by part and delivers the parts in order, a few at a time, each a task of its own for who handles it, and not many more than
 * were handled; the next ones are parsed meanwhile. Yields between slices of time, so that other messages are handled meanwhile. Answers with all parts.
 */
export async function readText(
  text: string,
  clock: Pick<Clock, 'now' | 'yieldToEventLoop'>,
  deliver: (parts: readonly TextPart[]) => unknown,
): Promise<readonly TextPart[]> {
  const parts: TextPart[] = [];
  const underWay: Promise<unknown>[] = [];
  let batch: TextPart[] = [];
  let [length, nodes] = [0, 0];
  let since = clock.now();
  const send = (): void => {
    const handled = Promise.resolve(deliver(batch));
    // Where it fails, that is said when it is waited for.
    handled.catch(() => undefined);
    underWay.push(handled);
    batch = [];
    [length, nodes] = [0, 0];
  };
  for (const part of readParts(text)) {
    parts.push(part);
    batch.push(part);
    length += part.length;
    nodes += part.fragment.nodeCount;
    if (length >= BATCH_LENGTH || nodes >= BATCH_NODES) {
      if (underWay.length >= MOST_UNDER_WAY) await underWay.shift();
      send();
    }
    if (clock.now() - since >= SLICE) {
      await clock.yieldToEventLoop();
      since = clock.now();
    }
  }
  if (batch.length > 0) send();
  await Promise.all(underWay);
  return parts;
}

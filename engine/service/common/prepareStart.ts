import { randomInt, randomUUID } from 'node:crypto';
import { equalJson, err, ok, RecentMap, type Result } from '../../base/index.ts';
import type { ReadableFiles } from '../../effects/index.ts';
import { effectiveWorkflow } from '../../graph/index.ts';
import {
  type BegunHead,
  type CheckedText,
  checkText,
  createRealClock,
  createWorkflowFiles,
  ENGINE_VERSION,
  type NamedGrant,
  PRICES,
  type ProcessPorts,
  prepareRun,
  readWithImports,
  type StartRefusal,
  takeVariables,
  type Variable,
} from '../../hosts/node/index.ts';
import type { RunStart, ServiceRefusal } from '../RunService.ts';
import { unknownWorkflow } from '../refusals.ts';
import { workflowFile } from './workflowNames.ts';

/** What the runs of a service are given. */
export interface GivenToRuns {
  readonly variables: readonly Variable[];
  readonly ports: ProcessPorts & { readonly workspace: string; readonly grants: readonly NamedGrant[] };
}

/** How many files are kept, the one that was started longest ago first to go. */
const MOST_TEXTS = 32;

/** A workflow of the folder as it is now. */
interface ReadText {
  readonly source: string;
  /** The texts that it imports, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly checked: CheckedText;
}

/** Workflows as they were checked for their last start: the next one checks again what was written since, and nothing else. */
export class CheckedTexts {
  readonly #known = new RecentMap<string, ReadText>(MOST_TEXTS);

  /** Reads a file with its imports. The error is a sentence for the user. */
  async read(file: string, files: ReadableFiles): Promise<Result<ReadText, string>> {
    const before = this.#known.get(file);
    const read = await readWithImports(file, files, before?.checked.analysis);
    if (!read.ok) return read;
    const isSame = before?.source === read.value.source && equalJson([...before.files], [...read.value.files]);
    const checked = isSame ? before.checked : await checkText({ path: file, ...read.value });
    const text = { ...read.value, checked };
    this.#known.set(file, text);
    return ok(text);
  }
}

/** Reads the file of a workflow with its imports, and checks it and the input of its run. */
export async function prepareStart(
  { workflow, input }: Pick<RunStart, 'workflow' | 'input'>,
  runId: string,
  { given, texts }: { readonly given: GivenToRuns; readonly texts: CheckedTexts },
): Promise<Result<RunHead, ServiceRefusal>> {
  const file = workflowFile(workflow);
  const read = file === null ? err('') : await texts.read(file, createWorkflowFiles(given.ports));
  if (file === null || !read.ok) {
    const { message } = read.ok || read.error === '' ? unknownWorkflow(workflow) : { message: read.error };
    return err({ type: 'unknownWorkflow', message });
  }
  const { source, files, checked } = read.value;
  const { turns } = given.ports;
  await turns?.next();
  const analyzed = effectiveWorkflow(checked.analysis);
  const variables = await takeVariables(given.ports, { workflow: analyzed, variables: given.variables });
  const salt = randomUUID();
  const prepared = await prepareRun(
    { path: file, source, files, input, variables, simulate: false, seed: randomInt(2 ** 32), prices: PRICES },
    { runId, at: createRealClock().now(), salt, version: ENGINE_VERSION, rest: turns && (() => turns.next()) },
    checked,
  );
  if (!prepared.ok) return err(toRefusal(workflow, prepared.error));
  const { started, imported } = prepared.value;
  return ok({ path: file, source, files: [...imported], salt, start: started });
}

/** Whether a start asks for the run that a head is of: the same workflow with the same input, as the text of the run takes it. */
export async function isSameStart(
  { workflow, input }: Pick<RunStart, 'workflow' | 'input'>,
  { path, source, files, salt, start }: RunHead,
  { variables }: GivenToRuns,
): Promise<boolean> {
  if (workflowFile(workflow) !== path) return false;
  if (equalJson(input, start.input)) return true;
  const prepared = await prepareRun(
    { path, source, files: new Map(files), input, variables, simulate: false, seed: start.seed },
    { runId: start.runId, at: start.at, salt, version: ENGINE_VERSION },
  );
  return prepared.ok && equalJson(prepared.value.started.input, start.input);
}

function toRefusal(workflow: string, refusal: StartRefusal): ServiceRefusal {
  if (refusal.type === 'check') {
    const count = refusal.diagnostics.filter(({ severity }) => severity === 'error').length;
    const message = `${count === 1 ? '1 error keeps' : `${count} errors keep`} “${workflow}” from running.`;
    return { type: 'check', message, diagnostics: refusal.diagnostics };
  }
  return { type: 'invalid', message: refusal.error.message, error: refusal.error };
}

/** What a run starts with, as the first line of its journal has it. */
export type RunHead = BegunHead;

/** Ids that are names of files on every system, and of nothing else in the folder. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Whether a text can be the id of a run. */
export function isRunId(text: string): boolean {
  return ID.test(text) && !text.endsWith('.checkpoint');
}

import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { errorToJson } from '../../run/index.ts';
import type { ToolConfig } from '../../serveConfig/index.ts';
import {
  type ServedRun,
  type ServedWorkflow,
  type ServiceRefusal,
  UnreachableError,
  WORKFLOW_GONE,
} from '../../service/index.ts';
import { ApiProblem, toProblem } from './ApiProblem.ts';
import { type ApiParts, type ApiRequest, noteDone, tokenName } from './Route.ts';
import { awaitEnd, hasEnded } from './wire.ts';

/** A workflow as it is published as a tool. */
export interface PublishedTool {
  readonly config: ToolConfig;
  readonly title: string | null;
  readonly description: string;
  /** JSON Schema of its arguments, always of an object. */
  readonly input: JsonObject;
  /** Why agents do not see it; null: they do. */
  readonly problem: string | null;
}

/** The tools of a configuration, as their workflows are now. */
export async function listTools(
  configs: readonly ToolConfig[],
  service: Pick<ApiParts['service'], 'workflows'>,
): Promise<readonly PublishedTool[]> {
  if (configs.length === 0) return [];
  const workflows = new Map((await service.workflows()).map((workflow) => [workflow.name, workflow]));
  return configs.map((config) => describeTool(config, workflows.get(config.workflow) ?? null));
}

function describeTool(config: ToolConfig, workflow: ServedWorkflow | null): PublishedTool {
  const input = toArguments(workflow?.input ?? null);
  const described = config.description ?? workflow?.description ?? workflow?.title;
  return {
    config,
    title: workflow?.title ?? null,
    description: described ?? `Runs the workflow ${config.workflow}.`,
    input: input ?? {},
    problem: problemOf(workflow, input !== null),
  };
}

function problemOf(workflow: ServedWorkflow | null, hasArguments: boolean): string | null {
  if (workflow === null) return WORKFLOW_GONE;
  if (!workflow.isValid) return 'Its workflow has errors. Look at them: signalbox check.';
  return hasArguments
    ? null
    : 'Its input is not an object, as arguments of tools must be. Set type: object in schema.input.';
}

/** The schema of an input as one of arguments; null where no object fits it. */
function toArguments(input: Json): JsonObject | null {
  if (!isJsonObject(input)) return { type: 'object' };
  const { type = 'object' } = input;
  const isObject = type === 'object' || (Array.isArray(type) && type.includes('object'));
  return isObject ? { ...input, type: 'object' } : null;
}

/** The result of a call of a tool. */
export interface ToolAnswer {
  readonly isError: boolean;
  /** What an agent reads. */
  readonly text: string;
  /** The run, as far as it is; null where there is none. */
  readonly structured: JsonObject | null;
}

/** What `structured` is, as JSON Schema. */
export const TOOL_OUTPUT: JsonObject = {
  type: 'object',
  required: ['run_id', 'status', 'output'],
  properties: {
    run_id: { type: 'string' },
    status: { type: 'string', description: 'success, or its status if it has not ended' },
    output: { description: 'What the workflow gives back; null until its end' },
    error: { description: 'Why it failed; null where it did not' },
  },
};

/** Starts the run that a call asks for, and waits for its end as long as the tool says. */
export async function callTool(
  { name, workflow, wait }: ToolConfig,
  input: Json,
  parts: ApiParts,
  request: ApiRequest,
): Promise<ToolAnswer> {
  const { gone, token } = request;
  const trigger = token === null ? `mcp ${name}` : `mcp ${name}, ${tokenName(token)}`;
  const started = await parts.service.start({ workflow, input, trigger }).catch(toTold);
  if (started instanceof Error) return { isError: true, text: started.message, structured: null };
  if (!started.ok) return { isError: true, text: describeRefusal(started.error), structured: null };
  const { run } = started.value;
  parts.onStart(run.id);
  noteDone(parts, request, { action: 'started', run });
  const signals = [gone, parts.ending];
  const ended = hasEnded(run) ? run : await awaitEnd(parts.service, run.id, { signals, within: wait });
  const now = ended ?? (await parts.service.get(run.id).catch(toUnreachable));
  return toAnswer(now === null || now instanceof UnreachableError ? run : now);
}

/** What an agent is told: it may wait, and call once more. */
function toTold(error: unknown): Error {
  return error instanceof ApiProblem ? error : toUnreachable(error);
}

function toUnreachable(error: unknown): UnreachableError {
  if (error instanceof UnreachableError) return error;
  throw error;
}

function toAnswer(run: ServedRun): ToolAnswer {
  const { id, status, output } = run;
  const error = run.error === null ? null : errorToJson(run.error);
  const structured = { run_id: id, status, output, error };
  const isError = status === 'error' || status === 'cancelled';
  if (isError) return { isError, text: run.error?.message ?? `The run was ${status}.`, structured };
  const text = hasEnded(run) ? JSON.stringify(output) : `The run ${id} is still ${status}, and has no output yet.`;
  return { isError, text, structured };
}

/** With the places where the arguments do not fit: an agent fixes them by that. */
function describeRefusal(refusal: ServiceRefusal): string {
  const { errors = [] } = toProblem(refusal).members;
  const places = errors.filter(({ path }) => path !== '').map(({ path, message }) => `${path} ${message}`);
  return [refusal.message, ...places].join('\n');
}

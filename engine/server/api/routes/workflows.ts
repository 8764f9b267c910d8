import { randomUUID } from 'node:crypto';
import { isJsonObject, type Json } from '../../../base/index.ts';
import { type ServedRun, UnreachableError } from '../../../service/index.ts';
import { WORKFLOWS, writeAs } from '../../../wire/index.ts';
import { ApiProblem, RETRY_SOON, RUN_UNREADABLE, toProblem } from '../ApiProblem.ts';
import { readWait, runIdFor, WORKFLOW_NAME, workflowOf } from '../parameters.ts';
import { type ApiParts, type ApiRequest, answerJson, jsonAnswer, noteDone, type Route, tokenName } from '../Route.ts';
import { NAMED } from '../schemas/schemas.ts';
import { awaitEnd, hasEnded, runToJson, startToJson, toWorkflow } from '../wire.ts';

export const workflowRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/workflows',
    id: 'listWorkflows',
    summary: 'The workflows of the folder, by name',
    scope: 'read',
    parameters: [],
    body: null,
    answers: { 200: jsonAnswer('All of them', WORKFLOWS.schema) },
    problems: ['NOT_READY'],
    answer: async (_request, { service }) => {
      const workflows = await service.workflows();
      return answerJson(writeAs(WORKFLOWS, { workflows: workflows.map(toWorkflow) }));
    },
  },
  {
    method: 'POST',
    path: '/api/workflows/{name}/runs',
    id: 'startRun',
    summary: 'Starts a run of a workflow',
    scope: 'run',
    parameters: [
      WORKFLOW_NAME,
      {
        name: 'wait',
        in: 'query',
        description: 'How long to wait for its end, such as `30s`; at most 5 minutes',
        schema: { type: 'string' },
      },
      {
        name: 'Idempotency-Key',
        in: 'header',
        description: 'Sent again with the same workflow and input, the same key finds the run that it started',
        schema: { type: 'string', minLength: 1, maxLength: 255 },
      },
    ],
    body: { schema: NAMED.Start, description: 'Its input' },
    answers: {
      200: jsonAnswer('The whole run, which ended while it was waited for', NAMED.Run),
      202: jsonAnswer('Started, not finished', NAMED.StartedRun),
    },
    problems: [
      'UNKNOWN_WORKFLOW',
      'KEY_CONFLICT',
      ...RUN_UNREADABLE,
      'INVALID_VALUE',
      'INVALID_WORKFLOW',
      'QUEUE_FULL',
      'STARTED_TOO_DEEP',
      'DRAINING',
      'NOT_READY',
    ],
    answer: startRun,
  },
];

async function startRun(request: ApiRequest, parts: ApiParts): Promise<Response> {
  const { service, limits } = parts;
  const workflow = workflowOf(request.params);
  const given = request.header('idempotency-key');
  const key = given ?? randomUUID();
  const runId = runIdFor(workflow, key);
  const wait = readWait(request.query['wait'], limits.longestWait);
  const start = {
    workflow,
    input: inputOf(request.body),
    ...(given === null ? { newId: runId } : { runId }),
    ...(request.token === null ? {} : { trigger: tokenName(request.token) }),
  };
  const started = await service.start(start).catch((error: unknown) => {
    throw withKey(error, key);
  });
  if (!started.ok) throw toProblem(started.error);
  const { run, isNew } = started.value;
  const headers = {
    Location: `/api/runs/${encodeURIComponent(run.id)}`,
    ...(isNew ? {} : { 'Idempotent-Replayed': 'true' }),
  };
  if (isNew) {
    parts.onStart(run.id);
    noteDone(parts, request, { action: 'started', run });
  }
  const signals = [request.gone, parts.ending];
  const ended =
    wait === null || hasEnded(run) ? whenEnded(run, wait) : await awaitEnd(service, run.id, { signals, within: wait });
  return ended === null ? answerJson(startToJson(run), 202, headers) : answerJson(runToJson(ended), 200, headers);
}

/** Where a start may have arrived, by which key it is sent again: that finds its run, or starts it. */
function withKey(error: unknown, key: string): unknown {
  if (!(error instanceof UnreachableError) || error.runId === null) return error;
  const detail = `${error.message} Look at that run, or send the start again with \`Idempotency-Key: ${key}\`: there will be only one run.`;
  const members = { run_id: error.runId, idempotency_key: key };
  return new ApiProblem('UNREACHABLE', detail, { headers: RETRY_SOON, members });
}

/** The run where it is waited for and has ended already. */
function whenEnded(run: ServedRun, wait: number | null): ServedRun | null {
  return wait !== null && hasEnded(run) ? run : null;
}

function inputOf(body: Json): Json {
  return isJsonObject(body) && Object.hasOwn(body, 'input') ? (body['input'] ?? null) : {};
}

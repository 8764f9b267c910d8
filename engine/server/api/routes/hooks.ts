import { isJsonObject, type Json, type JsonObject } from '../../../base/index.ts';
import { explainRefusal, type ServedRun, type Webhook } from '../../../service/index.ts';
import { ApiProblem, RUN_UNREADABLE, toProblem } from '../ApiProblem.ts';
import { fieldsOf, gateOf, readHookBody } from '../body/hookBody.ts';
import { readBytes, waitAfter } from '../body/readJsonBody.ts';
import { show } from '../parameters.ts';
import { type ApiParts, type ApiRequest, answerJson, jsonAnswer, noteDone, type Route } from '../Route.ts';
import { HOOK_ANSWER, NAMED } from '../schemas/schemas.ts';
import { awaitEnd, hasEnded, resultToJson, startToJson } from '../wire.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const hookRoutes: readonly Route[] = METHODS.map((method) => ({
  method,
  path: '/hooks/{path}',
  id: `${method.toLowerCase()}Hook`,
  summary: `Starts a run by a webhook with method ${method}, as signalbox.serve.yaml has it`,
  scope: null,
  isHook: true,
  parameters: [
    {
      name: 'path',
      in: 'path',
      description: 'The path of the webhook; its slashes are not encoded',
      schema: { type: 'string' },
    },
  ],
  body: null,
  answers: {
    200: jsonAnswer('The result of the run, which ended within the wait; or the challenge of Slack', HOOK_ANSWER),
    202: jsonAnswer('Started, not finished', NAMED.StartedRun),
  },
  problems: [
    'UNKNOWN_HOOK',
    'METHOD_REFUSED',
    'SIGNATURE_NEEDED',
    'SIGNATURE_REFUSED',
    'SIGNATURE_EXPIRED',
    'TOKEN_NEEDED',
    'TOKEN_REFUSED',
    'BAD_JSON',
    'BODY_TIMEOUT',
    'TOO_LARGE',
    'MEDIA_TYPE_REFUSED',
    'UNFIT_REQUEST',
    'INVALID_VALUE',
    'KEY_CONFLICT',
    ...RUN_UNREADABLE,
    'QUEUE_FULL',
    'STARTED_TOO_DEEP',
    'HOOK_BROKEN',
    'DRAINING',
    'NOT_READY',
  ],
  answer: (request, parts) => answerHook(request, parts, request.isHead ? 'HEAD' : method),
}));

async function answerHook(request: ApiRequest, parts: ApiParts, method: string): Promise<Response> {
  const hook = findHook(parts, request.params['path'] ?? '', method);
  if (hook.config.proof.type === 'none') request.expectOwnSite();
  parts.hookGuard.expectPermit(hook, request.visitor);
  const bytes = await readBytes(request.incoming, gateOf(request.header, parts.limits.body), parts);
  const asked = { headers: headersOf(request), query: queryOf(request), bytes };
  const refusal = hook.refuse(asked);
  if (refusal !== null) parts.hookGuard.refuse(hook, refusal, request.visitor);
  await waitAfter(bytes, parts);
  const body = readHookBody(bytes, request.header);
  const challenge = hook.config.preset === 'slack' ? challengeOf(body) : null;
  if (challenge !== null) return answerJson({ challenge });
  await waitAfter(bytes, parts);
  const start = hook.toStart(asked, body);
  if (!start.ok) throw new ApiProblem('UNFIT_REQUEST', start.error);
  const { runId } = start.value;
  // What was delivered before is answered as it was.
  if (runId === undefined || (await parts.service.rootWorkflow(runId)) === null)
    parts.rates.takeOfHook(hook, request.visitor);
  const started = await parts.service.start(start.value);
  if (!started.ok) {
    const { type } = started.error;
    if (type !== 'check' && type !== 'unknownWorkflow') throw toProblem(started.error);
    hook.note(explainRefusal(started.error));
    throw new ApiProblem(
      'HOOK_BROKEN',
      'The workflow of this webhook cannot be started. The log of the server says why.',
    );
  }
  hook.note(null);
  const { run, isNew } = started.value;
  if (isNew) {
    parts.onStart(run.id);
    noteDone(parts, request, { action: 'started', run, by: `webhook ${hook.config.name}` });
  }
  const headers: Readonly<Record<string, string>> = isNew ? {} : { 'Idempotent-Replayed': 'true' };
  const ended = hasEnded(run) ? run : await waitFor(run, hook, request, parts);
  return ended === null || hook.config.wait === null
    ? answerJson(startToJson(run), 202, headers)
    : answerJson(resultToJson(ended), 200, headers);
}

async function waitFor(
  { id }: ServedRun,
  { config: { wait } }: Webhook,
  { gone }: ApiRequest,
  { service, ending }: ApiParts,
): Promise<ServedRun | null> {
  return wait === null ? null : awaitEnd(service, id, { signals: [gone, ending], within: wait });
}

function findHook({ triggers }: ApiParts, path: string, method: string): Webhook {
  const there = triggers.hooks.filter(({ config }) => config.path === path);
  const found = there.find(({ config }) => config.method === method);
  if (found !== undefined) return found;
  if (there.length === 0) throw new ApiProblem('UNKNOWN_HOOK', `There is no webhook at ${show(`/hooks/${path}`)}.`);
  const methods = there.map(({ config }) => config.method).join(', ');
  throw new ApiProblem('METHOD_REFUSED', `${method} does not apply here. Use ${methods}.`, {
    headers: { Allow: methods },
  });
}

/** What Slack wants to see again, once, to know that the address is ours. */
function challengeOf(body: Json): Json {
  const isAsked = isJsonObject(body) && body['type'] === 'url_verification';
  return isAsked ? (body['challenge'] ?? null) : null;
}

function headersOf({ incoming }: ApiRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(incoming.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

function queryOf({ incoming }: ApiRequest): JsonObject {
  const [, query = ''] = /\?(.*)$/s.exec(incoming.url ?? '') ?? [];
  return fieldsOf(query);
}

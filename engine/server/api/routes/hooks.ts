import type { Json, JsonObject } from '../../../base/index.ts';
import { explainRefusal, type HookRefusal, type ServedRun, type Webhook } from '../../../service/index.ts';
import { ApiProblem } from '../ApiProblem.ts';
import { awaitEnd } from '../awaitEnd.ts';
import { type BodyBounds, type BodyGate, OPEN_GATE } from '../body/BodyBounds.ts';
import { FormGate } from '../body/FormGate.ts';
import { fieldsOf } from '../body/fieldsOf.ts';
import { JsonGate } from '../body/JsonGate.ts';
import { noteDone } from '../noteDone.ts';
import { show } from '../parameters.ts';
import { type ApiParts, type ApiRequest, answerJson, jsonAnswer, type Route } from '../Route.ts';
import { parseJsonBody, readBytes, waitAfter } from '../readJsonBody.ts';
import { toProblem } from '../refusals.ts';
import { HOOK_RESULT, START } from '../schemas.ts';
import { hasEnded, resultToJson, startToJson } from '../wire.ts';

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
    200: jsonAnswer('What came of the run, which ended while it was waited for', HOOK_RESULT),
    202: jsonAnswer('It was started, and is not at its end', START),
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
    'QUEUE_FULL',
    'HOOK_BROKEN',
    'DRAINING',
    'NOT_READY',
  ],
  answer: (request, parts) => answerHook(request, parts, request.isHead ? 'HEAD' : method),
}));

async function answerHook(request: ApiRequest, parts: ApiParts, method: string): Promise<Response> {
  const hook = findHook(parts, request.params['path'] ?? '', method);
  if (hook.config.proof.type === 'none') request.expectOwnSite();
  const type = typeOf(request);
  const bytes = await readBytes(request.incoming, gateOf(type, parts.limits.body), parts);
  const asked = { headers: headersOf(request), query: queryOf(request), bytes };
  const refusal = hook.refuse(asked);
  if (refusal !== null) {
    const problem = refused(refusal, hook);
    const what = `A request to the webhook ${hook.config.name}`;
    parts.refusals.note('webhook.refused', { what, code: problem.code, address: request.visitor });
    throw problem;
  }
  await waitAfter(bytes, parts);
  const body = readBody(bytes, type, request);
  await waitAfter(bytes, parts);
  const start = hook.toStart(asked, body);
  if (!start.ok) throw new ApiProblem('UNFIT_REQUEST', start.error);
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

function refused({ type, message }: HookRefusal, { config }: Webhook): ApiProblem {
  return new ApiProblem(config.proof.type === 'token' ? TOKEN_CODES[type] : SIGNATURE_CODES[type], message);
}

const TOKEN_CODES = { needed: 'TOKEN_NEEDED', refused: 'TOKEN_REFUSED', expired: 'TOKEN_REFUSED' } as const;

const SIGNATURE_CODES = {
  needed: 'SIGNATURE_NEEDED',
  refused: 'SIGNATURE_REFUSED',
  expired: 'SIGNATURE_EXPIRED',
} as const;

type BodyType = 'json' | 'form' | 'text';

function typeOf({ header }: ApiRequest): BodyType {
  const type = (header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || type.endsWith('+json')) return 'json';
  return type === 'application/x-www-form-urlencoded' ? 'form' : 'text';
}

function gateOf(type: BodyType, bounds: BodyBounds): BodyGate {
  if (type === 'json') return new JsonGate(bounds);
  return type === 'form' ? new FormGate(bounds) : OPEN_GATE;
}

/** JSON as its value, with integers that no number holds as text, since the sender cannot be asked to quote them; a form as a map, other text as it is; null where there is nothing. Throws an {@link ApiProblem}. */
function readBody(bytes: Uint8Array, type: BodyType, { header }: ApiRequest): Json {
  if (bytes.length === 0) return null;
  const encoding = header('content-encoding') ?? 'identity';
  if (encoding !== 'identity')
    throw new ApiProblem('MEDIA_TYPE_REFUSED', 'Send the body as it is, without Content-Encoding.');
  if (type === 'json') return parseJsonBody(bytes).exact;
  const text = new TextDecoder().decode(bytes);
  return type === 'form' ? fieldsOf(text) : text;
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

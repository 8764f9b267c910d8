import { type Json, type JsonObject, jsonObject } from '../../../base/index.ts';
import { explainRefusal, type HookRefusal, type ServedRun, type Webhook } from '../../../service/index.ts';
import { ApiProblem, RUN_UNREADABLE } from '../ApiProblem.ts';
import { awaitEnd } from '../awaitEnd.ts';
import { show } from '../parameters.ts';
import { type ApiParts, type ApiRequest, answerJson, jsonAnswer, type Route } from '../Route.ts';
import { parseJsonBody, readBytes } from '../readJsonBody.ts';
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
    ...RUN_UNREADABLE,
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
  const bytes = await readBytes(request.incoming, parts.limits);
  const asked = { headers: headersOf(request), query: queryOf(request), bytes };
  const refusal = hook.refuse(asked);
  if (refusal !== null) throw refused(refusal, hook);
  const start = hook.toStart(asked, readBody(bytes, request));
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
  if (isNew) parts.onStart(run.id);
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

/** JSON as its value, with integers that no number holds as text, since the sender cannot be asked to quote them; a form as a map, other text as it is; null where there is nothing. Throws an {@link ApiProblem}. */
function readBody(bytes: Uint8Array, { header }: ApiRequest): Json {
  if (bytes.length === 0) return null;
  const type = (header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const encoding = header('content-encoding') ?? 'identity';
  if (encoding !== 'identity')
    throw new ApiProblem('MEDIA_TYPE_REFUSED', 'Send the body as it is, without Content-Encoding.');
  if (type === 'application/json' || type.endsWith('+json')) return parseJsonBody(bytes).exact;
  const text = new TextDecoder().decode(bytes);
  return type === 'application/x-www-form-urlencoded' ? fieldsOf(new URLSearchParams(text)) : text;
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
  return fieldsOf(new URLSearchParams(query));
}

/** What is given once as text, and what is given several times as a list. */
function fieldsOf(given: URLSearchParams): JsonObject {
  const names = [...new Set(given.keys())];
  return jsonObject(
    names.map((name) => {
      const [first = '', ...others] = given.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

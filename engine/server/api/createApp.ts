import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { isJsonObject, type JsonObject, jsonObject } from '../../base/index.ts';
import { validateJson } from '../../schema/index.ts';
import { CALLER_HEADER, type Caller } from '../../service/index.ts';
import { type Access, answerPreflight, expectScope, sharedHeaders, type Visitor } from './Access.ts';
import { ApiProblem, type ProblemCode, toApiProblem, toErrors } from './ApiProblem.ts';
import { readJsonBody } from './body/readJsonBody.ts';
import { expectWhole, ledBy, limitParts } from './limited/limitParts.ts';
import { show } from './parameters.ts';
import type { ApiParts, ApiRequest, Route } from './Route.ts';
import { ruleOf } from './refused/RefusalCounts.ts';

interface ApiEnv {
  Bindings: HttpBindings;
  Variables: { visitor: Visitor; route?: string };
}

type ApiContext = Context<ApiEnv>;

/** On each answer: it is data for its reader alone, and no page. */
const OWN_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Where webhooks are: each of them knows its senders itself. */
const HOOKS = '/hooks/';

/** The API as a web app: who asks is found out, then what for, and every refusal is a problem of RFC 9457. */
export function createApp(parts: ApiParts, access: Access, routes: readonly Route[]): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  const told = { ...parts, access };
  app.use(async (context, next) => {
    const began = performance.now();
    const { incoming } = context.env;
    const { origin } = incoming.headers;
    const preflight = answerPreflight(incoming, access);
    if (preflight !== null) return preflight;
    try {
      const isHook = context.req.path.startsWith(HOOKS);
      context.set('visitor', isHook ? access.admit(incoming) : await access.identify(incoming));
      await next();
    } catch (error) {
      context.res = refuse(error, told, incoming);
    }
    const headers = {
      ...OWN_HEADERS,
      ...(access.allowsOrigin(origin) ? sharedHeaders(origin) : {}),
      // A connection that is kept would hold up the end of the server.
      ...(parts.ending.aborted ? { Connection: 'close' } : {}),
    };
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
    const seconds = (performance.now() - began) / 1000;
    const route = context.get('route') ?? 'none';
    parts.metrics.countRequest({ method: methodOf(context), route, status: context.res.status, seconds });
    return undefined;
  });
  for (const route of routes)
    app.on(route.method, pathOf(route), async (context) => {
      context.set('route', route.path);
      const { incoming } = context.env;
      const visitor = context.get('visitor');
      expectScope(visitor, route.scope);
      expectWhole(visitor, route);
      return route.answer(
        await readRequest(context, route, told),
        limitParts(ledBy(parts, await callerOf(parts, incoming)), visitor, access.senderOf(incoming)),
      );
    });
  for (const [path, methods] of methodsByPath(routes)) {
    app.all(path, (context) => {
      expectScope(context.get('visitor'), path.startsWith(HOOKS) ? null : 'read');
      const allow = { Allow: methods };
      if (context.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: allow });
      throw new ApiProblem('METHOD_REFUSED', `${methodOf(context)} does not apply here. Use ${methods}.`, {
        headers: allow,
      });
    });
  }
  app.notFound((context) => {
    try {
      expectScope(context.get('visitor'), 'read');
      throw new ApiProblem('NOT_FOUND', `There is nothing at this address. ${whatThereIs(routes)}`);
    } catch (error) {
      return refuse(error, told, context.env.incoming);
    }
  });
  app.onError((error, context) => refuse(error, told, context.env.incoming));
  return app;
}

function whatThereIs(routes: readonly Route[]): string {
  const hasDocument = routes.some(({ id }) => id === 'document');
  return hasDocument
    ? 'GET /openapi.json lists what there is.'
    : `This server has only ${[...new Set(routes.map(({ path }) => path))].join(', ')}.`;
}

/** The run of this server whose request it is; null: it comes from outside. */
async function callerOf({ marks }: ApiParts, { headers }: IncomingMessage): Promise<Caller | null> {
  const mark = headers[CALLER_HEADER];
  return typeof mark === 'string' ? marks.read(mark) : null;
}

/** Refusals of who asks, each with what of them is refused: whoever operates the server is told of them. */
const REFUSED: Partial<Record<ProblemCode, string>> = {
  TOKEN_REFUSED: 'A token',
  SCOPE_NEEDED: 'A token',
  SITE_REFUSED: 'A page of another site',
  HOST_REFUSED: 'A request for another host name',
  TOO_MANY_REQUESTS: 'A request',
};

function refuse(error: unknown, parts: ApiParts & { readonly access: Access }, incoming: IncomingMessage): Response {
  const { onDefect, refusals, access, countRefusal } = parts;
  const problem = toApiProblem(error);
  const { code } = problem;
  const rule = ruleOf(problem);
  if (rule !== null) countRefusal(rule);
  const what = problem.isTold || incoming.url?.startsWith(HOOKS) === true ? undefined : REFUSED[code];
  if (what !== undefined) refusals.note('request.refused', { what, code, address: access.senderOf(incoming) });
  if (problem.code === 'FAILED') onDefect(problem.cause ?? problem);
  return problem.toResponse();
}

/** As hono writes it: `/api/runs/:id`. */
function pathOf({ path, isHook }: Route): string {
  return path.replaceAll(/\{(\w+)\}/g, isHook === true ? ':$1{.+}' : ':$1');
}

function methodsByPath(routes: readonly Route[]): ReadonlyMap<string, string> {
  const methods = new Map<string, string>();
  for (const route of routes) {
    const own = route.method === 'GET' ? 'GET, HEAD' : route.method;
    const path = pathOf(route);
    const others = methods.get(path);
    methods.set(path, others === undefined ? own : `${others}, ${own}`);
  }
  return methods;
}

/** The methods that are counted by name: what else is sent must not make the counters grow. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function methodOf({ req }: ApiContext): string {
  return METHODS.includes(req.method) ? req.method : 'other';
}

async function readRequest(
  context: ApiContext,
  route: Route,
  parts: ApiParts & { readonly access: Access },
): Promise<ApiRequest> {
  const { incoming } = context.env;
  const query = route.isHook === true ? {} : readQuery(context, route);
  const body = route.body === null ? null : await readJsonBody(incoming, parts);
  // A body that is omitted is the smallest one that fits.
  if (route.body !== null && body !== null) expectFit(route.body.schema, body);
  return {
    incoming,
    params: context.req.param(),
    query,
    body,
    header: (name) => context.req.header(name) ?? null,
    visitor: context.get('visitor').id,
    token: context.get('visitor').token,
    isHead: context.req.method === 'HEAD',
    expectOwnSite: () => parts.access.expectOwnSite(incoming),
    gone: context.req.raw.signal,
  };
}

function expectFit(schema: JsonObject, body: Parameters<typeof validateJson>[1]): void {
  const { errors } = validateJson(schema, body);
  const [first] = errors;
  if (first === undefined) return;
  const where = first.path === '' ? 'The body' : `The body at ${first.path}`;
  throw new ApiProblem('INVALID_BODY', `${where} ${first.message}.`, { members: { errors: toErrors(errors) } });
}

/** The parameters of the address, as their schemas have them. */
function readQuery(context: ApiContext, { parameters }: Route): JsonObject {
  const own = parameters.filter((parameter) => parameter.in === 'query');
  const given = Object.entries(context.req.queries());
  for (const [name, values] of given)
    if (values.length > 1)
      throw new ApiProblem('BAD_QUERY', `${show(name)} is given ${values.length} times. Give it once.`);
  const unknown = given.find(([name]) => !own.some((parameter) => parameter.name === name));
  if (unknown !== undefined) {
    const names = own.map(({ name }) => name).join(', ');
    const hint = names === '' ? 'This address takes none.' : `It can be ${names}.`;
    throw new ApiProblem('BAD_QUERY', `There is no parameter ${show(unknown[0])} here. ${hint}`);
  }
  const schema = { type: 'object', properties: jsonObject(own.map(({ name, schema: of }) => [name, of])) };
  const values = jsonObject(given.map(([name, [value = '']]) => [name, value]));
  const { value, errors } = validateJson(schema, values, { coerce: true, fillDefaults: true });
  const [first] = errors;
  if (first !== undefined)
    throw new ApiProblem('BAD_QUERY', `${first.path.slice(1)} ${first.message}.`, {
      members: { errors: toErrors(errors) },
    });
  return isJsonObject(value) ? value : {};
}

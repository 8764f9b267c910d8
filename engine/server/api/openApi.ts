import { isJsonObject, type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import { ENGINE_VERSION } from '../../hosts/node/index.ts';
import { PROBLEMS, type ProblemCode } from './ApiProblem.ts';
import type { Route, RouteAnswer } from './Route.ts';
import { auditRoutes } from './routes/audit.ts';
import { authoringRoutes } from './routes/authoring.ts';
import { controlRoutes } from './routes/controls.ts';
import { eventRoutes } from './routes/events.ts';
import { hookRoutes } from './routes/hooks.ts';
import { manyRoutes } from './routes/many.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { probeRoutes } from './routes/probes.ts';
import { runRoutes } from './routes/runs.ts';
import { scheduleRoutes } from './routes/schedules.ts';
import { serverRoutes } from './routes/server.ts';
import { triggerRoutes } from './routes/triggers.ts';
import { workflowRoutes } from './routes/workflows.ts';
import { NAMED } from './schemas/schemas.ts';

/** Every request of the API: what is routed, checked and described. */
export const ROUTES: readonly Route[] = [
  ...workflowRoutes,
  ...runRoutes,
  ...manyRoutes,
  ...eventRoutes,
  ...controlRoutes,
  ...triggerRoutes,
  ...auditRoutes,
  ...serverRoutes,
  ...scheduleRoutes,
  ...hookRoutes,
  ...mcpRoutes,
  ...authoringRoutes,
  ...probeRoutes,
];

const NAMES: ReadonlyMap<Json, string> = new Map(Object.entries(NAMED).map(([name, schema]) => [schema, name]));

/** What any request can be refused for. */
const FOR_ANY: readonly ProblemCode[] = [
  'BAD_REQUEST',
  'SITE_REFUSED',
  'HOST_REFUSED',
  'TOO_MANY_REQUESTS',
  'FAILED',
  'UNREACHABLE',
];

const FOR_BODY: readonly ProblemCode[] = [
  'BAD_JSON',
  'BODY_TIMEOUT',
  'TOO_LARGE',
  'MEDIA_TYPE_REFUSED',
  'INVALID_BODY',
];

/** The API as OpenAPI 3.1, written from the table of routes and the schemas that check requests. */
export function createDocument(): JsonObject {
  const paths = new Map<string, JsonObject>();
  for (const route of ROUTES)
    paths.set(route.path, { ...paths.get(route.path), [route.method.toLowerCase()]: operationOf(route) });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Signalbox',
      version: ENGINE_VERSION,
      description: 'Runs of the workflows of a folder, as `signalbox serve` has them.',
    },
    paths: jsonObject(paths),
    components: {
      schemas: jsonObject(Object.entries(NAMED).map(([name, schema]) => [name, describeParts(schema)])),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'Made by `signalbox serve token`; not needed where the server has no tokens',
        },
      },
    },
  };
}

function operationOf({ id, summary, scope, parameters, body, answers, problems }: Route): JsonObject {
  const description = scope === null ? {} : { description: `For tokens with scope ${scope}.` };
  return {
    operationId: id,
    summary,
    ...description,
    security: scope === null ? [] : [{ token: [] }, {}],
    ...(parameters.length === 0
      ? {}
      : {
          parameters: parameters.map(({ schema, ...rest }) => ({
            ...rest,
            ...(rest.in === 'path' ? { required: true } : {}),
            schema: refer(schema),
          })),
        }),
    ...(body === null
      ? {}
      : {
          requestBody: {
            description: body.description,
            content: { 'application/json': { schema: refer(body.schema) } },
          },
        }),
    responses: jsonObject([
      ...Object.entries(answers).map(([status, answer]) => [status, describeAnswer(answer)] as const),
      ...describeProblems([
        ...problems,
        ...FOR_ANY,
        ...(scope === null ? [] : (['TOKEN_NEEDED', 'TOKEN_REFUSED', 'SCOPE_NEEDED'] as const)),
        ...(parameters.some((parameter) => parameter.in === 'query') ? (['BAD_QUERY'] as const) : []),
        ...(body === null ? [] : FOR_BODY),
      ]),
    ]),
  };
}

function describeAnswer({ description, content }: RouteAnswer): JsonObject {
  const types = Object.entries(content).map(([type, schema]) => [type, { schema: refer(schema) }] as const);
  return types.length === 0 ? { description } : { description, content: jsonObject(types) };
}

function describeProblems(codes: readonly ProblemCode[]): readonly (readonly [string, JsonObject])[] {
  const statuses = [...new Set(codes.map((code) => PROBLEMS[code][0]))].sort((one, other) => one - other);
  return statuses.map((status) => {
    const own = [...new Set(codes)].filter((code) => PROBLEMS[code][0] === status);
    const description = own.map((code) => `${code}: ${PROBLEMS[code][1]}`).join('. ');
    return [String(status), { description, content: { 'application/problem+json': { schema: refer(NAMED.Problem) } } }];
  });
}

/** A schema, by its name where it has one. */
function refer(schema: Json): Json {
  const name = NAMES.get(schema);
  return name === undefined ? describeParts(schema) : { $ref: `#/components/schemas/${name}` };
}

/** A schema with what is in it by name. */
function describeParts(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(refer);
  if (!isJsonObject(schema)) return schema;
  return jsonObject(Object.entries(schema).map(([key, part]) => [key, refer(part)]));
}

import { isJsonObject, type JsonObject, type Result } from '../../../base/index.ts';
import type { RunService, ServedRun, ServedStatus, ServiceRefusal, StartedRun } from '../../../service/index.ts';
import * as wire from '../../../wire/index.ts';
import { ApiProblem, toApiProblem, toProblem } from '../ApiProblem.ts';
import { readFilter } from '../parameters.ts';
import { type ApiParts, type ApiRequest, answerJson, jsonAnswer, noteDone, type Route, tokenName } from '../Route.ts';
import { CANCELLABLE, MANY_DONE, NAMED, RETRYABLE } from '../schemas/schemas.ts';

/** Most runs that something is done to by one request. */
const MOST = 200;

const common = {
  method: 'POST',
  scope: 'run',
  parameters: [],
  answers: { 200: jsonAnswer('What was done', MANY_DONE.schema) },
  problems: ['NOT_SUPPORTED', 'NOT_READY'],
} as const satisfies Partial<Route>;

export const manyRoutes: readonly Route[] = [
  {
    ...common,
    path: '/api/runs/cancel',
    id: 'cancelRuns',
    summary: 'Cancels the runs that match, at most 200 at a time',
    body: { schema: NAMED.CancelMany, description: 'Which runs: those that match every field given' },
    answer: (request, parts) =>
      doToMany(request, parts, { among: CANCELLABLE, act: (id) => parts.service.control(id, { type: 'cancel' }) }),
  },
  {
    ...common,
    path: '/api/runs/retry',
    id: 'retryRuns',
    summary:
      'Retries the runs that match: starts one new run for each with its input, however often the request is sent',
    body: { schema: NAMED.RetryMany, description: 'Which runs: those that match every field given' },
    answer: (request, parts) =>
      doToMany(request, parts, {
        among: RETRYABLE,
        act: (id) => parts.service.retry(id, request.token === null ? null : tokenName(request.token)),
      }),
  },
];

/** What is done to each of many runs. */
interface Act {
  /** The statuses of those that it can be done to. */
  readonly among: readonly ServedStatus[];
  readonly act: (id: string) => Promise<Result<ServedRun | StartedRun, ServiceRefusal>>;
}

async function doToMany(request: ApiRequest, parts: ApiParts, { among, act }: Act): Promise<Response> {
  const { body } = request;
  const { service, onStart, onDefect } = parts;
  if (!isJsonObject(body))
    throw new ApiProblem('INVALID_BODY', 'Say in the body which runs are meant, such as {"workflow": "orders/new"}.');
  const page = Array.isArray(body['ids']) ? givenRuns(body) : await findRuns(body, service, among);
  const refused: wire.ManyDoneMessage['refused'][number][] = [];
  const started: NonNullable<wire.ManyDoneMessage['started']>[number][] = [];
  // One after the other: each may write, and others are served in between.
  for (const id of page.ids) {
    const done = await act(id).catch((error: unknown) => toApiProblem(error));
    if (done instanceof ApiProblem || !done.ok) {
      const problem = done instanceof ApiProblem ? done : toProblem(done.error);
      if (problem.code === 'FAILED') onDefect(problem.cause ?? problem);
      refused.push({ id, code: problem.code, detail: problem.message });
    } else if ('isNew' in done.value) {
      const { run, isNew } = done.value;
      if (isNew) {
        onStart(run.id);
        noteDone(parts, request, { action: 'started', run });
      }
      started.push({ id: run.id, retry_of: id });
    } else noteDone(parts, request, { action: 'cancelled', run: done.value });
  }
  const matched = page.ids.length;
  const done = { matched, done: matched - refused.length, refused, started, next: page.next };
  return answerJson(wire.writeAs(MANY_DONE, done));
}

/** Which runs are meant, and the cursor of the others. */
interface MeantRuns {
  readonly ids: readonly string[];
  readonly next: string | null;
}

function givenRuns({ ids, ...others }: JsonObject): MeantRuns {
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new ApiProblem(
      'INVALID_BODY',
      `ids says which runs are meant, so ${other} does not apply. Leave one of them out.`,
    );
  const given = Array.isArray(ids) ? ids.map(String) : [];
  return { ids: [...new Set(given)], next: null };
}

async function findRuns(body: JsonObject, service: RunService, among: readonly ServedStatus[]): Promise<MeantRuns> {
  const { limit = MOST, cursor } = body;
  const page = await service.list({
    among,
    ...readFilter(body, 'INVALID_BODY'),
    ...(typeof cursor === 'string' ? { cursor } : {}),
    limit: Number(limit),
  });
  if (page === null) throw new ApiProblem('INVALID_BODY', 'cursor is not the `next` of an answer.');
  return { ids: page.runs.map(({ id }) => id), next: page.next };
}

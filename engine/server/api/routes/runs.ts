import * as wire from '../../../wire/index.ts';
import { ApiProblem, RUN_UNREADABLE, toProblem } from '../ApiProblem.ts';
import { RUN_ID, readFilter, runIdOf, unknownRun } from '../parameters.ts';
import { type ApiParts, answerJson, jsonAnswer, noteDone, type Route } from '../Route.ts';
import { MOMENT, NAMED } from '../schemas/schemas.ts';
import { runToJson, toHead, toWait } from '../wire.ts';

export const runRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/runs',
    id: 'listRuns',
    summary: 'Runs, newest first, with the beginning of each output',
    scope: 'read',
    parameters: [
      {
        name: 'workflow',
        in: 'query',
        description: 'Only those of this workflow, by its name',
        schema: { type: 'string' },
      },
      { name: 'status', in: 'query', description: 'Only those with this status', schema: { enum: wire.STATUSES } },
      {
        name: 'text',
        in: 'query',
        description: 'Only those with this text in the first 500 characters of their input as JSON, ignoring case',
        schema: { type: 'string', minLength: 1, maxLength: 200 },
      },
      { name: 'since', in: 'query', description: 'Only those started at this time or later', schema: MOMENT },
      { name: 'until', in: 'query', description: 'Only those started before this time', schema: MOMENT },
      {
        name: 'cursor',
        in: 'query',
        description: 'The `next` of the previous page',
        schema: { type: 'string', maxLength: 1000 },
      },
      {
        name: 'limit',
        in: 'query',
        description: 'The largest number of runs in the page',
        schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
      },
    ],
    body: null,
    answers: { 200: jsonAnswer('A page of them', NAMED.RunPage) },
    problems: ['NOT_SUPPORTED'],
    answer: async ({ query }, { service }) => {
      const { limit, cursor } = query;
      const page = await service.list({
        ...readFilter(query, 'BAD_QUERY'),
        ...(typeof cursor === 'string' ? { cursor } : {}),
        limit: Number(limit),
      });
      if (page === null)
        throw new ApiProblem('BAD_QUERY', 'cursor is not the `next` of a page. Omit it to get the first page.');
      return answerJson(wire.writeAs(wire.RUN_PAGE, { runs: page.runs.map(toHead), next: page.next }));
    },
  },
  {
    method: 'GET',
    path: '/api/runs/{id}',
    id: 'getRun',
    summary: 'A run',
    scope: 'read',
    parameters: [RUN_ID],
    body: null,
    answers: { 200: jsonAnswer('As it is now', NAMED.Run) },
    problems: ['UNKNOWN_RUN', ...RUN_UNREADABLE],
    answer: async ({ params }, { service }) => {
      const id = runIdOf(params);
      const run = await service.get(id);
      if (run === null) throw unknownRun(id);
      return answerJson(runToJson(run));
    },
  },
  {
    method: 'DELETE',
    path: '/api/runs/{id}',
    id: 'removeRun',
    summary: 'Removes a run that has ended, with its journal and the runs that it started',
    scope: 'admin',
    parameters: [RUN_ID],
    body: null,
    answers: { 204: { description: 'The run was removed; its id can be used again', content: {} } },
    problems: ['UNKNOWN_RUN', 'RUN_NOT_ENDED', 'RUN_INSIDE', 'NOT_SUPPORTED', 'NOT_READY', 'DRAINING'],
    answer: async (request, parts) => {
      const id = runIdOf(request.params);
      const workflow = await workflowOf(id, parts);
      const refusal = await parts.service.remove(id);
      if (refusal !== null) throw toProblem(refusal);
      noteDone(parts, request, { action: 'removed', run: { id, workflow } });
      return new Response(null, { status: 204 });
    },
  },
  {
    method: 'GET',
    path: '/api/inbox',
    id: 'listWaits',
    summary: 'Every wait for a signal of every unfinished run, the oldest first',
    scope: 'read',
    parameters: [],
    body: null,
    answers: { 200: jsonAnswer('All of them', NAMED.Inbox) },
    problems: [],
    answer: async (_request, { service }) =>
      answerJson(wire.writeAs(wire.INBOX, { waits: (await service.waits()).map(toWait) })),
  },
];

/** The workflow of a run, which may be removed although what is kept of it cannot be read; null: it is not known. */
async function workflowOf(id: string, { service }: ApiParts): Promise<string | null> {
  const run = await service.get(id).catch(() => null);
  return run?.workflow ?? null;
}

import type { ServedRunQuery } from '../../../service/index.ts';
import { ApiProblem } from '../ApiProblem.ts';
import { RUN_ID, runIdOf, unknownRun } from '../parameters.ts';
import { answerJson, jsonAnswer, type Route } from '../Route.ts';
import { INBOX, RUN, RUN_PAGE, STATUSES } from '../schemas.ts';
import { runToJson, waitToJson } from '../wire.ts';

export const runRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/runs',
    id: 'listRuns',
    summary: 'Runs, the newest first',
    scope: 'read',
    parameters: [
      {
        name: 'workflow',
        in: 'query',
        description: 'Only those of this workflow, by its name',
        schema: { type: 'string' },
      },
      { name: 'status', in: 'query', description: 'Only those with this status', schema: { enum: STATUSES } },
      {
        name: 'cursor',
        in: 'query',
        description: 'The `next` of the page before',
        schema: { type: 'string', maxLength: 1000 },
      },
      {
        name: 'limit',
        in: 'query',
        description: 'Most runs in the page',
        schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
      },
    ],
    body: null,
    answers: { 200: jsonAnswer('A page of them', RUN_PAGE) },
    problems: [],
    answer: async ({ query }, { service }) => {
      // The schemas of the parameters hold.
      const page = await service.list(query as unknown as ServedRunQuery);
      if (page === null)
        throw new ApiProblem(
          'BAD_QUERY',
          'cursor is not the `next` of a page. Leave it out to begin with the first page.',
        );
      return answerJson({ runs: page.runs.map(runToJson), next: page.next });
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
    answers: { 200: jsonAnswer('As it is now', RUN) },
    problems: ['UNKNOWN_RUN'],
    answer: async ({ params }, { service }) => {
      const id = runIdOf(params);
      const run = await service.get(id);
      if (run === null) throw unknownRun(id);
      return answerJson(runToJson(run));
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
    answers: { 200: jsonAnswer('All of them', INBOX) },
    problems: [],
    answer: async (_request, { service }) => answerJson({ waits: (await service.waits()).map(waitToJson) }),
  },
];

import type { Json } from '../../../base/index.ts';
import { ApiProblem } from '../ApiProblem.ts';
import { answerJson, jsonAnswer, type Route } from '../Route.ts';
import { NAMED } from '../schemas/schemas.ts';

export const auditRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/audit',
    id: 'listAudit',
    summary: 'The audit log: who started, signalled and controlled runs, newest first',
    scope: 'admin',
    isOfServer: true,
    parameters: [
      {
        name: 'workflow',
        in: 'query',
        description: 'Only entries about runs of this workflow; such a page may have few entries, and others after it',
        schema: { type: 'string', maxLength: 1000 },
      },
      {
        name: 'cursor',
        in: 'query',
        description: 'The `next` of the previous page',
        schema: { type: 'string', maxLength: 100 },
      },
      {
        name: 'limit',
        in: 'query',
        description: 'The largest number of entries in a page',
        schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
      },
    ],
    body: null,
    answers: { 200: jsonAnswer('A page of entries', NAMED.AuditPage) },
    problems: [],
    answer: ({ query: { cursor, limit, workflow } }, { audit }) => {
      const asked = { cursor: textOf(cursor), workflow: textOf(workflow), limit: Number(limit) };
      const page = audit === null ? { entries: [], next: null } : audit.read(asked);
      if (page === null)
        throw new ApiProblem('BAD_QUERY', 'cursor is not the `next` of a page. Omit it to get the first page.');
      return answerJson({ entries: [...page.entries], next: page.next });
    },
  },
];

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

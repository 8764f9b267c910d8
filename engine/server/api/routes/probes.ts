import { ApiProblem, RETRY_SOON } from '../ApiProblem.ts';
import { METRICS_TYPE } from '../metrics/Metrics.ts';
import { answerJson, jsonAnswer, type Route } from '../Route.ts';
import { HEALTH, READY } from '../schemas/schemas.ts';

export const probeRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/health',
    id: 'health',
    summary: 'Whether the process answers',
    scope: null,
    parameters: [],
    body: null,
    answers: { 200: jsonAnswer('It does', HEALTH) },
    problems: [],
    answer: () => answerJson({ status: 'ok' }),
  },
  {
    method: 'GET',
    path: '/ready',
    id: 'ready',
    summary: 'Whether it takes runs',
    scope: null,
    parameters: [],
    body: null,
    answers: { 200: jsonAnswer('It does', READY) },
    problems: ['DRAINING', 'NOT_READY'],
    answer: (_request, { service, ending }) => {
      const { isDraining, problem } = service.state();
      if (isDraining || ending.aborted)
        throw new ApiProblem('DRAINING', 'The server is shutting down and takes no more runs.', {
          headers: RETRY_SOON,
        });
      if (problem !== null) throw new ApiProblem('NOT_READY', problem, { headers: RETRY_SOON });
      return answerJson({ status: 'ready' });
    },
  },
  {
    method: 'GET',
    path: '/metrics',
    id: 'metrics',
    summary: 'What is counted, for Prometheus',
    scope: 'read',
    isOfServer: true,
    parameters: [],
    body: null,
    answers: { 200: { description: 'Text format 0.0.4', content: { 'text/plain': { type: 'string' } } } },
    problems: [],
    answer: (_request, { service, metrics, streams }) =>
      new Response(metrics.format(service.state(), streams.count), { headers: { 'Content-Type': METRICS_TYPE } }),
  },
  {
    method: 'GET',
    path: '/openapi.json',
    id: 'document',
    summary: 'This document',
    scope: 'read',
    parameters: [],
    body: null,
    answers: { 200: jsonAnswer('OpenAPI 3.1', { type: 'object' }) },
    problems: [],
    answer: (_request, { document }) => answerJson(document),
  },
];

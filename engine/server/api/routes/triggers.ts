import { answerJson, jsonAnswer, type Route } from '../Route.ts';
import { TRIGGERS } from '../schemas.ts';
import { listTools } from '../tools.ts';
import { hookToJson, scheduleToJson } from '../wire.ts';

export const triggerRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/triggers',
    id: 'listTriggers',
    summary: 'What starts runs by itself, as signalbox.serve.yaml has it',
    scope: 'read',
    parameters: [],
    body: null,
    answers: { 200: jsonAnswer('All of them', TRIGGERS) },
    problems: ['NOT_READY'],
    answer: async (_request, { triggers, service }) =>
      answerJson({
        schedules: triggers.schedules().map(scheduleToJson),
        webhooks: triggers.hooks.map(hookToJson),
        tools: (await listTools(triggers.tools, service)).map(({ config: { name, workflow }, problem }) => ({
          name,
          workflow,
          problem,
        })),
      }),
  },
];

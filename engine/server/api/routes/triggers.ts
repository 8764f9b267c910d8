import type { Json } from '../../../base/index.ts';
import { WORKFLOW_GONE } from '../../../service/index.ts';
import * as wire from '../../../wire/index.ts';
import { type ApiParts, answerJson, jsonAnswer, type Route } from '../Route.ts';
import { NAMED } from '../schemas/schemas.ts';
import { listTools } from '../tools.ts';
import { toHook, toSchedule } from '../wire.ts';

export const triggerRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/triggers',
    id: 'listTriggers',
    summary: 'What starts runs by itself, as signalbox.serve.yaml has it',
    scope: 'read',
    parameters: [],
    body: null,
    answers: { 200: jsonAnswer('All of them', NAMED.Triggers) },
    problems: ['NOT_READY'],
    answer: async (_request, parts) => answerJson(await listAll(parts)),
  },
];

async function listAll({ triggers, service }: ApiParts): Promise<Json> {
  const workflows = await service.workflows();
  const tools = await listTools(triggers.tools, { workflows: () => Promise.resolve(workflows) });
  const names = new Set(workflows.map(({ name }) => name));
  /** Files come and go while nothing is started: what was noted of one that was gone is not true of one that is there. */
  const now = <Shown extends { readonly workflow: string; readonly problem: string | null }>(shown: Shown): Shown => {
    if (!names.has(shown.workflow)) return { ...shown, problem: WORKFLOW_GONE };
    return shown.problem === WORKFLOW_GONE ? { ...shown, problem: null } : shown;
  };
  return wire.writeAs(wire.TRIGGERS, {
    schedules: triggers.schedules().map(now).map(toSchedule),
    webhooks: triggers.hooks.map(({ config, problem }) => toHook(now({ ...config, problem }))),
    on_failure: triggers
      .failures()
      .map(now)
      .map(({ of, workflow, problem }) => ({ of, workflow, problem })),
    tools: tools.map(({ config: { name, workflow }, problem }) => ({ name, workflow, problem })),
  });
}

import type { RuleLoad, ServiceLoad } from '../../../service/index.ts';
import * as wire from '../../../wire/index.ts';
import { type ApiParts, type ApiRequest, answerJson, jsonAnswer, type Route } from '../Route.ts';

export const serverRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/server',
    id: 'getServer',
    summary: 'What the token may do, and what the server allows its runs and how much of that is taken',
    scope: 'read',
    parameters: [],
    body: null,
    answers: { 200: jsonAnswer('As it is now', wire.SERVER.schema) },
    problems: [],
    answer: (request, parts) => {
      const load = parts.service.load();
      const told = { access: accessOf(request), load: load === null ? null : toLoad(load, parts) };
      return answerJson(wire.writeAs(wire.SERVER, told));
    },
  },
];

function accessOf({ token }: ApiRequest): wire.ServerMessage['access'] {
  if (token === null) return { scope: 'admin', workflows: null, rate: null };
  const { scope, workflows, rate = null } = token;
  return { scope, workflows: workflows === undefined ? null : [...workflows], rate };
}

function toLoad({ most, active, queued, workflows, rules, keep }: ServiceLoad, parts: ApiParts): wire.LoadMessage {
  return {
    most_active: most.active,
    most_queued: most.queued,
    active,
    queued,
    workflows: workflows.map((load) => ({ ...load })),
    rules: rules.map(toRule),
    rates: ratesOf(parts),
    keep:
      keep === null
        ? null
        : {
            runs: keep.runs,
            days: keep.days,
            bytes: keep.bytes,
            // Where that is would be a path of the server.
            archived: keep.archive !== null,
            rules: keep.rules.map(({ workflow, status, runs, days }) => ({ workflow, status, runs, days })),
          },
  };
}

function toRule({ rule, active, queued }: RuleLoad): wire.RuleLoadMessage {
  return {
    workflow: rule.workflow,
    most_active: rule.active,
    most_queued: rule.queue,
    size: rule.size,
    active,
    queued,
  };
}

function ratesOf({ rates, triggers }: ApiParts): NonNullable<wire.LoadMessage['rates']> {
  const exceeded = rates.exceeded();
  const hooks = triggers.hooks.flatMap(({ config: { name, rate } }) => {
    const by = `webhook ${name}`;
    const refused = exceeded.find((each) => each.by === by)?.refused ?? 0;
    return rate === null ? [] : [{ by, rate: rate.text, refused }];
  });
  const tokens = exceeded.filter(({ by }) => by.startsWith('token '));
  return [...hooks, ...tokens.map((each) => ({ ...each }))];
}

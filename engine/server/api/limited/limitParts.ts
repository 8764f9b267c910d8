import {
  type Caller,
  type RunService,
  type Triggers,
  type WorkflowTest,
  withMethods,
  workflowTest,
} from '../../../service/index.ts';
import type { Visitor } from '../Access.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { ApiParts, Route } from '../Route.ts';
import { RunsWithin } from './RunsWithin.ts';

/** What answers are made from for a visitor: for a token that is limited, of its workflows alone, and as often as it may. */
export function limitParts(parts: ApiParts, { token }: Visitor, address: string): ApiParts {
  return token === null ? parts : within(rated(parts, token, address), token);
}

type Limited = NonNullable<Visitor['token']>;

/** What is refused for its workflow takes no permit: so this is around what {@link rated} gives. */
function within(parts: ApiParts, { workflows }: Limited): ApiParts {
  if (workflows === undefined) return parts;
  const test = workflowTest(workflows);
  const { service, triggers } = parts;
  return { ...parts, service: new RunsWithin(service, test), triggers: triggersWithin(triggers, test) };
}

function rated(parts: ApiParts, token: Limited, address: string): ApiParts {
  if (token.rate === undefined) return parts;
  const take = (): void => parts.rates.takeOfToken(token, address);
  const { service, triggers } = parts;
  return { ...parts, service: ratedRuns(service, take), triggers: ratedTriggers(triggers, take) };
}

/** Throws an {@link ApiProblem} where a token that is limited to some workflows asks about the whole server. */
export function expectWhole({ token }: Visitor, { isOfServer = false }: Pick<Route, 'isOfServer'>): void {
  if (isOfServer && token?.workflows !== undefined)
    throw new ApiProblem(
      'SCOPE_NEEDED',
      'This is about the whole server, and the token is limited to some workflows. Use one that is not limited.',
      { headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' } },
    );
}

/** What answers are made from for a caller; null: it is no run of this server. Whatever a run starts here, in whichever way, was led to by it. */
export function ledBy(parts: ApiParts, caller: Caller | null): ApiParts {
  if (caller === null) return parts;
  const depth = caller.depth + 1;
  return { ...parts, service: runsLedBy(parts.service, depth), triggers: triggersLedBy(parts.triggers, depth) };
}

function runsLedBy(service: RunService, depth: number): RunService {
  return withMethods(service, {
    start: (request) => service.start({ ...request, depth }),
    retry: (runId, by) => service.retry(runId, by, depth),
  });
}

function triggersLedBy(triggers: Triggers, depth: number): Triggers {
  return withMethods(triggers, {
    schedule: (name) => {
      const found = triggers.schedule(name);
      return found && { ...found, startNow: () => found.startNow(depth) };
    },
  });
}

/**
 * Runs of which starts and changes take a permit each: starts, also those of tools and of many at once, signals and other controls,
 * removals. A start that is sent again takes none. Methods throw what `take` does.
 */
function ratedRuns(service: RunService, take: () => void): RunService {
  return withMethods(service, {
    start: async (request) => {
      if (request.runId === undefined || (await service.rootWorkflow(request.runId)) === null) take();
      return service.start(request);
    },
    control: async (runId, control) => {
      take();
      return service.control(runId, control);
    },
    retry: async (runId, by, depth) => {
      take();
      return service.retry(runId, by, depth);
    },
    remove: async (runId) => {
      take();
      return service.remove(runId);
    },
  });
}

/** Triggers of which whatever is done by hand takes a permit. */
function ratedTriggers(triggers: Triggers, take: () => void): Triggers {
  return withMethods(triggers, {
    schedule: (name) => {
      const found = triggers.schedule(name);
      if (found !== null) take();
      return found;
    },
  });
}

/** What starts runs of some workflows, as if there were no others. */
function triggersWithin(triggers: Triggers, within: WorkflowTest): Triggers {
  const isMeant = ({ workflow }: { readonly workflow: string }): boolean => within(workflow);
  return withMethods(triggers, {
    schedules: () => triggers.schedules().filter(isMeant),
    schedule: (name) =>
      triggers.schedules().some((one) => one.name === name && isMeant(one)) ? triggers.schedule(name) : null,
    hooks: triggers.hooks.filter(({ config }) => isMeant(config)),
    tools: triggers.tools.filter(isMeant),
    failures: () => triggers.failures().filter((one) => isMeant(one) && (one.of === '*' || within(one.of))),
  });
}

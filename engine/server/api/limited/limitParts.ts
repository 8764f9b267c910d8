import { workflowTest } from '../../../service/index.ts';
import type { Visitor } from '../Access.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { ApiParts, Route } from '../Route.ts';
import { RunsWithin } from './RunsWithin.ts';
import { ratedRuns, ratedTriggers } from './ratedRuns.ts';
import { triggersWithin } from './triggersWithin.ts';

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

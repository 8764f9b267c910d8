import { isJsonObject } from '../../base/index.ts';
import { formatSecretPlaceholder } from '../../effects/index.ts';
import type { RunEvent } from '../../run/index.ts';
import type { DrillCase, DrillJudgement, PlayedDrill } from './PlayedDrill.ts';

/** Names of the secrets that are in what a run ends with, or in what it logs, each with the event. */
export function findLeaks({ events }: PlayedDrill, secrets: ReadonlySet<string>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  if (secrets.size === 0) return found;
  for (const [index, event] of events.entries()) {
    if (event.type !== 'run.finished' && event.type !== 'warning' && !isLog(event)) continue;
    const text = JSON.stringify(event);
    for (const name of secrets)
      if (!found.has(name) && text.includes(formatSecretPlaceholder(name))) found.set(name, index);
  }
  return found;
}

function isLog(event: RunEvent): boolean {
  if (event.type !== 'effect.requested' || event.kind !== 'tool' || !isJsonObject(event.request)) return false;
  return event.request['use'] === 'core:log' || event.request['use'] === 'core:raise';
}

/** A secret that a run gives away only with a fault; null where there is none. */
export function judgeLeak({ run, usual, secrets }: DrillCase): DrillJudgement | null {
  const before = findLeaks(usual, secrets);
  const leak = [...findLeaks(run, secrets)].find(([name]) => !before.has(name));
  if (leak === undefined) return null;
  const [name, step] = leak;
  const event = run.events[step];
  const where =
    event?.type === 'run.finished'
      ? event.status === 'error'
        ? 'in the error that the run ends with'
        : 'in the output of the run'
      : event !== undefined && 'taskId' in event
        ? `in what “${event.taskId}” reports`
        : 'in a warning';
  return { verdict: 'leaks', why: `The secret env.${name} appears ${where}. Remove it there.`, step };
}

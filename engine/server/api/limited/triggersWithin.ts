import type { Triggers, WorkflowTest } from '../../../service/index.ts';

/** What starts runs of some workflows, as if there were no others. */
export function triggersWithin(triggers: Triggers, within: WorkflowTest): Triggers {
  const isMeant = ({ workflow }: { readonly workflow: string }): boolean => within(workflow);
  return {
    ...withMethods(triggers),
    schedules: () => triggers.schedules().filter(isMeant),
    schedule: (name) =>
      triggers.schedules().some((one) => one.name === name && isMeant(one)) ? triggers.schedule(name) : null,
    hooks: triggers.hooks.filter(({ config }) => isMeant(config)),
    tools: triggers.tools.filter(isMeant),
    failures: () => triggers.failures().filter((one) => isMeant(one) && (one.of === '*' || within(one.of))),
  };
}

/** Triggers with their methods as their own, so that they can be spread. */
export function withMethods(triggers: Triggers): Triggers {
  return {
    schedules: () => triggers.schedules(),
    schedule: (name) => triggers.schedule(name),
    hooks: triggers.hooks,
    tools: triggers.tools,
    failures: () => triggers.failures(),
    follow: (runId) => triggers.follow(runId),
    begin: (onStart) => triggers.begin(onStart),
    end: () => triggers.end(),
  };
}

/** Runs as a server has them: the port `RunService`, and its adapters. */
export { maskAddresses } from './addresses.ts';
export { fits } from './fits.ts';
export { toRunHead } from './heads.ts';
export { backupState } from './local/backup/backupState.ts';
export { restoreState } from './local/backup/restoreState.ts';
export type { Pruned } from './local/keep/Keeper.ts';
export { type LocalOptions, openLocalRuns } from './local/openLocalRuns.ts';
export { workflowFile } from './local/workflowNames.ts';
export type {
  EventPage,
  OpenWait,
  RunControl,
  RunFilter,
  RunService,
  RunStart,
  ServedRun,
  ServedRunHead,
  ServedRunPage,
  ServedRunQuery,
  ServedStatus,
  ServedWorkflow,
  ServiceRefusal,
  ServiceState,
  StartedRun,
} from './RunService.ts';
export { Ingress, type RestateAddresses } from './restate/Ingress.ts';
export { RestateRunService } from './restate/RestateRunService.ts';
export { type OpenWorker, openWorker } from './restate/worker/openWorker.ts';
export { openTracing, type TracedService, type TracingOptions } from './telemetry/openTracing.ts';
export { explainRefusal } from './triggers/explainRefusal.ts';
export { NO_TRIGGERS, openTriggers, type Triggers } from './triggers/openTriggers.ts';
export type { ScheduleView } from './triggers/Scheduler.ts';
export type { HookRefusal, Webhook } from './triggers/Webhook.ts';
export { type Unreadable, UnreadableError } from './UnreadableError.ts';
export { UnsupportedError } from './UnsupportedError.ts';

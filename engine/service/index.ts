/** Runs as a server has them: the port `RunService`, and its adapters. */
export { maskAddresses } from './addresses.ts';
export { type LocalOptions, openLocalRuns } from './local/openLocalRuns.ts';
export { workflowFile } from './local/workflowNames.ts';
export type {
  EventPage,
  OpenWait,
  RunControl,
  RunService,
  RunStart,
  ServedRun,
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
export { retryBlocked } from './restate/retryBlocked.ts';
export { type OpenWorker, openWorker } from './restate/worker/openWorker.ts';
export { openTracing, type TracedService, type TracingOptions } from './telemetry/openTracing.ts';
export { explainRefusal } from './triggers/explainRefusal.ts';
export { NO_TRIGGERS, openTriggers, type Triggers } from './triggers/openTriggers.ts';
export type { ScheduleView } from './triggers/Scheduler.ts';
export type { HookRefusal, Webhook } from './triggers/Webhook.ts';
export { UnreachableError } from './UnreachableError.ts';

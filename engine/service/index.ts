/** Runs as a server has them: the port `RunService`, and its adapters. */
export { maskAddresses } from './addresses.ts';
export { CALLER_HEADER, type Caller, CallerMarks, type CallerReader } from './CallerMarks.ts';
export { workflowFile } from './common/workflowNames.ts';
export { UnreachableError, type Unreadable, UnreadableError, UnsupportedError } from './errors.ts';
export { abortWith, followEvents } from './followEvents.ts';
export { toRunHead } from './heads.ts';
export { backupState } from './local/backup/backupState.ts';
export { restoreState } from './local/backup/restoreState.ts';
export { explainLink, findLink } from './local/disk/findLink.ts';
export type { Pruned } from './local/keep/Keeper.ts';
export type { LocalRunService } from './local/LocalRunService.ts';
export { openLocalRuns } from './local/openLocalRuns.ts';
export type { ChangingOptions, LocalOptions } from './local/ServiceSettings.ts';
export { type Log, type LogEntry, NO_LOG, toStartEntry, toStopEntry } from './logEntries.ts';
export type { CountRefusal, RefusalRule, RefusedBy } from './RefusedBy.ts';
export type {
  EventPage,
  OpenWait,
  RuleLoad,
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
  ServiceLoad,
  ServiceRefusal,
  ServiceState,
  StartedRun,
  WorkflowLoad,
  WorkflowTest,
} from './RunService.ts';
export { explainRefusal, NO_RUNS, unknownRun, unknownWorkflow, WORKFLOW_GONE } from './refusals.ts';
export { retryBlocked } from './restate/HealthWatch.ts';
export { Ingress, type RestateAddresses } from './restate/Ingress.ts';
export { RestateRunService } from './restate/RestateRunService.ts';
export { type OpenWorker, openWorker } from './restate/worker/openWorker.ts';
export { shortHash } from './retryOf.ts';
export { readStateFile, writeStateFile } from './StateFile.ts';
export { openTracing, type TracedService, type TracingOptions, tellStarts } from './telemetry/openTracing.ts';
export { type ChangingTriggers, openTriggers } from './triggers/ChangingTriggers.ts';
export type { FailureView } from './triggers/FailureHook.ts';
export type { HookRefusal } from './triggers/proveSender.ts';
export type { ScheduleControls, ScheduleView } from './triggers/Scheduler.ts';
export { NO_TRIGGERS, type Triggers } from './triggers/Triggers.ts';
export type { Webhook } from './triggers/Webhook.ts';
export { withMethods } from './withMethods.ts';
export { fits, workflowTest } from './workflowTest.ts';

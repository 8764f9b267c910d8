/** What programs send one another about runs: each message once, with the check of what is read and the schema that describes it. */
export { EVENT_PAGE, PLACED_EVENT, type PlacedEvent, readEventPage, readPlacedEvent } from './eventPages.ts';
export {
  EARLY_JOURNAL_HEAD,
  JOURNAL_HEAD,
  JOURNAL_RECORD,
  type JournalHeadMessage,
  type JournalRecordMessage,
} from './journalLines.ts';
export {
  ANY,
  BOOLEAN,
  byType,
  type Checked,
  checked,
  describeMisfit,
  either,
  INTEGER,
  list,
  type MessageOf,
  type MessageShape,
  mapOf,
  maybe,
  NUMBER,
  oneOf,
  optional,
  partly,
  readAs,
  record,
  recordOf,
  text,
  writeAs,
} from './MessageShape.ts';
export {
  AUDIT_PAGE,
  type AuditMessage,
  type AuditPageMessage,
  type ManyDoneMessage,
  manyDone,
  readAuditPage,
  readManyDone,
} from './operatorMessages.ts';
export { AMOUNT, COUNT, RUN_ERROR, TEXT } from './parts.ts';
export {
  explainProblem,
  type PlaceMessage,
  type ProblemMessage,
  problemWith,
  readProblem,
} from './problems.ts';
export { BREAKPOINT, CHILD, RUN_EVENT } from './runEvents.ts';
export {
  INBOX,
  PARENT,
  RUN,
  RUN_HEAD,
  RUN_PAGE,
  type RunHead,
  type RunMessage,
  type RunStatus,
  readRunPage,
  readStartedRun,
  readWaits,
  readWorkflows,
  STARTED_RUN,
  STATUS,
  STATUSES,
  USAGE,
  type WaitMessage,
  WORKFLOWS,
  type WorkflowMessage,
} from './runMessages.ts';
export {
  type KeepMessage,
  type KeepRuleMessage,
  type LoadMessage,
  type RuleLoadMessage,
  readServerMessage,
  SERVER,
  type ServerMessage,
} from './serverMessages.ts';
export {
  readScheduleMessage,
  readTriggersMessage,
  SCHEDULE,
  type ScheduleMessage,
  TRIGGERS,
  type TriggersMessage,
  type WebhookMessage,
} from './triggerMessages.ts';

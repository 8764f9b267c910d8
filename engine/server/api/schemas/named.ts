import type { Json } from '../../../base/index.ts';
import { CANCEL_BODY, MANY_DONE, RETRY_BODY } from './many.ts';
import {
  EVENT,
  EVENT_PAGE,
  INBOX,
  PARENT,
  PLACED_EVENT,
  RESUME_BODY,
  RUN,
  RUN_ERROR,
  RUN_HEAD,
  RUN_PAGE,
  SKIP_BODY,
  START,
  START_BODY,
  STATUS,
  USAGE,
} from './runs.ts';
import { AUDIT_PAGE, PROBLEM, WORKFLOWS } from './server.ts';
import { HOOK_RESULT, SCHEDULE, TRIGGERS } from './triggers.ts';

/** The schemas that have a name in the document. */
export const NAMED: ReadonlyMap<Json, string> = new Map<Json, string>([
  [STATUS, 'Status'],
  [RUN_ERROR, 'RunError'],
  [PARENT, 'ParentRun'],
  [USAGE, 'Usage'],
  [RUN, 'Run'],
  [RUN_HEAD, 'RunHead'],
  [START, 'StartedRun'],
  [START_BODY, 'Start'],
  [RESUME_BODY, 'Resume'],
  [SKIP_BODY, 'Skip'],
  [RUN_PAGE, 'RunPage'],
  [CANCEL_BODY, 'CancelMany'],
  [RETRY_BODY, 'RetryMany'],
  [MANY_DONE.schema, 'ManyDone'],
  [AUDIT_PAGE, 'AuditPage'],
  [WORKFLOWS, 'Workflows'],
  [PLACED_EVENT, 'PlacedEvent'],
  [EVENT, 'Event'],
  [EVENT_PAGE, 'EventPage'],
  [INBOX, 'Inbox'],
  [SCHEDULE, 'Schedule'],
  [TRIGGERS, 'Triggers'],
  [HOOK_RESULT, 'HookResult'],
  [PROBLEM, 'Problem'],
]);

import type {
  AuditMessage,
  KeepMessage,
  KeepRuleMessage,
  LoadMessage,
  RuleLoadMessage,
  ScheduleMessage,
  ServerMessage,
  TriggersMessage,
} from '#engine/wire';
import { timeOf, toPath } from './wire.ts';

/** What the token of a server may do there. */
export interface ServerAccess {
  readonly scope: 'read' | 'run' | 'admin';
  /** Patterns of the workflows that it is limited to; null: it is not limited. */
  readonly workflows: readonly string[] | null;
}

/** The unfinished runs of a workflow. */
export interface WorkflowLoad {
  readonly path: string;
  readonly active: number;
  readonly queued: number;
  readonly waiting: number;
  readonly paused: number;
  /** Starts that found no room since the server began. */
  readonly refused: number;
}

/** A limit, and how much of it is taken; null: it does not limit that. */
export interface LimitLoad {
  /** The pattern of its workflows; null: all of them. */
  readonly workflow: string | null;
  readonly active: number;
  readonly mostActive: number | null;
  readonly queued: number;
  readonly mostQueued: number | null;
  /** Bytes of the disk that one run may take. */
  readonly size: number | null;
}

/** Who may start or change only so much, and how often more was refused. */
export interface RateLoad {
  readonly by: string;
  readonly rate: string;
  readonly refused: number;
}

/** How many ended runs of some kind are kept; null: not limited, or of any kind. */
export interface KeepRule {
  readonly workflow: string | null;
  readonly status: string | null;
  readonly runs: number | null;
  readonly days: number | null;
}

/** Which ended runs a server keeps; the first rule that fits a run goes before the others. */
export interface KeptRuns {
  readonly rules: readonly KeepRule[];
  readonly bytes: number | null;
  readonly isArchived: boolean;
}

/** What a server allows its runs, and how much of that is taken. */
export interface ServerLoad {
  /** That of all workflows first. */
  readonly limits: readonly LimitLoad[];
  readonly workflows: readonly WorkflowLoad[];
  readonly rates: readonly RateLoad[];
  /** Null: all runs are kept. */
  readonly keep: KeptRuns | null;
}

export interface ServerState {
  readonly access: ServerAccess;
  /** Null: the token is limited to some workflows, or a cluster decides. */
  readonly load: ServerLoad | null;
}

export interface ServerSchedule {
  readonly name: string;
  readonly path: string;
  readonly cron: string;
  readonly timeZone: string;
  /** Times in ms since the epoch; null: none. */
  readonly next: number | null;
  readonly lastDue: number | null;
  /** The id on the server of the run that it started last; null: none yet. */
  readonly lastRun: string | null;
  readonly queued: number;
  readonly isPaused: boolean;
  /** What keeps it from its work; null: nothing does. */
  readonly problem: string | null;
}

/** What starts runs of a server by itself. */
export interface ServerTriggers {
  readonly schedules: readonly ServerSchedule[];
  /** For each failed run of `of`, one of `path` is started; `*`: of any other workflow. */
  readonly failures: readonly { readonly of: string; readonly path: string; readonly problem: string | null }[];
}

/** What somebody did. It has no value of an input, a payload or a secret. */
export interface AuditEntry {
  readonly id: string;
  readonly at: number;
  readonly action: AuditMessage['action'];
  readonly by: string;
  /** The id of the run on the server. */
  readonly runId: string | null;
  readonly path: string | null;
  /** The signal, the schedule or what was changed, in words; null: nothing of that. */
  readonly what: string | null;
}

export function toServerState({ access, load = null }: ServerMessage): ServerState {
  const { scope, workflows = null } = access;
  return { access: { scope, workflows }, load: load === null ? null : toLoad(load) };
}

function toLoad(load: LoadMessage): ServerLoad {
  const { workflows, rates = [], rules = [], keep = null } = load;
  return {
    limits: [toLimit(load), ...rules.map(toLimit)],
    workflows: workflows.map(({ workflow, refused = 0, ...counts }) => ({
      ...counts,
      path: toPath(workflow),
      refused,
    })),
    rates,
    keep: keep === null ? null : toKept(keep),
  };
}

function toLimit(limit: LoadMessage | RuleLoadMessage): LimitLoad {
  const { active, most_active: mostActive = null, queued, most_queued: mostQueued = null } = limit;
  const [workflow, size] = 'workflow' in limit ? [limit.workflow, limit.size ?? null] : [null, null];
  return { workflow, active, mostActive, queued, mostQueued, size };
}

function toKept({ rules = [], bytes = null, archived = false, ...limits }: KeepMessage): KeptRuns {
  const rest = toKeepRule(limits);
  const hasRest = rest.runs !== null || rest.days !== null;
  return { rules: [...rules.map(toKeepRule), ...(hasRest ? [rest] : [])], bytes, isArchived: archived };
}

function toKeepRule({ workflow = null, status = null, runs = null, days = null }: KeepRuleMessage): KeepRule {
  return { workflow, status, runs, days };
}

export function toSchedule(schedule: ScheduleMessage): ServerSchedule {
  const { name, workflow, cron, time_zone: timeZone = 'UTC', last_run: lastRun = null } = schedule;
  const { queued = 0, paused = false, problem = null } = schedule;
  const times = { next: timeOf(schedule.next), lastDue: timeOf(schedule.last_due) };
  return { name, path: toPath(workflow), cron, timeZone, ...times, lastRun, queued, isPaused: paused, problem };
}

export function toTriggers({ schedules, on_failure: failures = [] }: TriggersMessage): ServerTriggers {
  return {
    schedules: schedules.map(toSchedule),
    failures: failures.map(({ of, workflow, problem = null }) => ({ of, path: toPath(workflow), problem })),
  };
}

export function toAuditEntry(entry: AuditMessage): AuditEntry {
  const { id, action, by, run: runId = null, workflow } = entry;
  const path = workflow === undefined ? null : toPath(workflow);
  return { id, at: Date.parse(entry.at), action, by, runId, path, what: describeChange(entry) };
}

function describeChange({ signal, schedule, repeat, what }: AuditMessage): string | null {
  if (signal !== undefined) return `signal ${signal}`;
  if (schedule !== undefined) return `schedule ${schedule}`;
  return repeat === undefined ? (what ?? null) : `repeat cut-off calls: ${repeat}`;
}

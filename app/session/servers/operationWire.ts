import { isJsonObject, type Json, type JsonObject } from '#engine/values';
import { amountOf, readList, textOf, timeOf, toPath } from './wire.ts';

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

const ACTIONS = ['started', 'signalled', 'paused', 'resumed', 'skipped', 'cancelled', 'removed', 'changed'] as const;

export type AuditAction = (typeof ACTIONS)[number];

/** What somebody did. It has no value of an input, a payload or a secret. */
export interface AuditEntry {
  readonly id: string;
  readonly at: number;
  readonly action: AuditAction;
  readonly by: string;
  /** The id of the run on the server. */
  readonly runId: string | null;
  readonly path: string | null;
  /** The signal, the schedule or what was changed, in words; null: nothing of that. */
  readonly what: string | null;
}

export function readServerState(body: Json): ServerState | null {
  const access = isJsonObject(body) ? body['access'] : null;
  if (!isJsonObject(body) || !isJsonObject(access)) return null;
  const scope = (['read', 'run', 'admin'] as const).find((each) => each === access['scope']);
  if (scope === undefined) return null;
  const { workflows = null } = access;
  const { load = null } = body;
  return {
    access: {
      scope,
      workflows: Array.isArray(workflows) ? workflows.filter((each) => typeof each === 'string') : null,
    },
    load: isJsonObject(load) ? readLoad(load) : null,
  };
}

function readLoad(load: JsonObject): ServerLoad {
  const { keep = null } = load;
  return {
    limits: [{ ...readLimit(load), workflow: null, size: null }, ...readList(load, 'rules', readLimit)],
    workflows: readList(load, 'workflows', readWorkflowLoad),
    rates: readList(load, 'rates', ({ by, rate, refused }) =>
      typeof by === 'string' && typeof rate === 'string' ? { by, rate, refused: amountOf(refused) ?? 0 } : null,
    ),
    keep: isJsonObject(keep) ? readKeep(keep) : null,
  };
}

function readLimit(limit: JsonObject): LimitLoad {
  return {
    workflow: textOf(limit['workflow']),
    active: amountOf(limit['active']) ?? 0,
    mostActive: amountOf(limit['most_active']),
    queued: amountOf(limit['queued']) ?? 0,
    mostQueued: amountOf(limit['most_queued']),
    size: amountOf(limit['size']),
  };
}

function readWorkflowLoad(load: JsonObject): WorkflowLoad | null {
  const workflow = textOf(load['workflow']);
  if (workflow === null) return null;
  const [active, queued] = [amountOf(load['active']) ?? 0, amountOf(load['queued']) ?? 0];
  const [waiting, paused] = [amountOf(load['waiting']) ?? 0, amountOf(load['paused']) ?? 0];
  return { path: toPath(workflow), active, queued, waiting, paused, refused: amountOf(load['refused']) ?? 0 };
}

function readKeep(keep: JsonObject): KeptRuns {
  const rest = { ...readKeepRule(keep), workflow: null, status: null };
  const hasRest = rest.runs !== null || rest.days !== null;
  return {
    rules: [...readList(keep, 'rules', readKeepRule), ...(hasRest ? [rest] : [])],
    bytes: amountOf(keep['bytes']),
    isArchived: keep['archived'] === true,
  };
}

function readKeepRule({ workflow, status, runs, days }: JsonObject): KeepRule {
  return { workflow: textOf(workflow), status: textOf(status), runs: amountOf(runs), days: amountOf(days) };
}

export function readSchedule(schedule: JsonObject): ServerSchedule | null {
  const [name, workflow, cron] = [textOf(schedule['name']), textOf(schedule['workflow']), textOf(schedule['cron'])];
  if (name === null || workflow === null || cron === null) return null;
  return {
    name,
    path: toPath(workflow),
    cron,
    timeZone: textOf(schedule['time_zone']) ?? 'UTC',
    next: timeOf(schedule['next']),
    lastDue: timeOf(schedule['last_due']),
    lastRun: textOf(schedule['last_run']),
    queued: amountOf(schedule['queued']) ?? 0,
    isPaused: schedule['paused'] === true,
    problem: textOf(schedule['problem']),
  };
}

export function readServerTriggers(body: Json): ServerTriggers {
  return {
    schedules: readList(body, 'schedules', readSchedule),
    failures: readList(body, 'on_failure', ({ of, workflow, problem }) =>
      typeof of === 'string' && typeof workflow === 'string'
        ? { of, path: toPath(workflow), problem: textOf(problem) }
        : null,
    ),
  };
}

export function readAuditEntry(entry: JsonObject): AuditEntry | null {
  const [id, at, by] = [textOf(entry['id']), timeOf(entry['at']), textOf(entry['by'])];
  const action = ACTIONS.find((each) => each === entry['action']);
  if (id === null || at === null || by === null || action === undefined) return null;
  const [workflow, signal, schedule] = [textOf(entry['workflow']), textOf(entry['signal']), textOf(entry['schedule'])];
  const repeat = textOf(entry['repeat']);
  const said =
    signal !== null
      ? `signal ${signal}`
      : schedule !== null
        ? `schedule ${schedule}`
        : repeat === null
          ? textOf(entry['what'])
          : `cut-off calls again: ${repeat}`;
  return {
    id,
    at,
    action,
    by,
    runId: textOf(entry['run']),
    path: workflow === null ? null : toPath(workflow),
    what: said,
  };
}

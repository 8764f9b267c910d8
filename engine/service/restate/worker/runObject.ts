import type { InvocationId, ObjectContext, ObjectSharedContext } from '@restatedev/restate-sdk';
import { Exposure } from '../../../effects/index.ts';
import type { StartedHead } from '../../../hosts/node/index.ts';
import {
  type Around,
  type Below,
  CALL_TIMES,
  type ChildFrame,
  type RunBeginning,
  type RunEnd,
  type RunRow,
  type RunWaits,
  SERVICES,
  type StoredRun,
} from '../contract.ts';
import { openVault } from '../openVault.ts';
import { frameOf } from './children/frameOf.ts';
import { openCalls } from './children/openCalls.ts';
import { sendUnreadable } from './children/sendBelow.ts';
import { getAll } from './getAll.ts';
import type { Restate } from './loadRestate.ts';
import { loadRun } from './loadRun.ts';
import { Segment } from './Segment.ts';
import { ringBell, sendClose, sendDrive, sendRefuse, sendWatchEnd } from './send.ts';
import { asText } from './serdes.ts';
import type { WorkerPorts } from './WorkerPorts.ts';
import { WorkflowCache } from './WorkflowCache.ts';

/**
 * A run: its journal, checkpoint and row are the state of this object, and each invocation of `drive` continues it. What
 * comes from outside goes to the mailbox, since an invocation has the object to itself.
 */
export function createRunObject(restate: Restate, ports: WorkerPorts) {
  const { object, handlers } = restate;
  const { exclusive, shared } = handlers.object;
  const workflows = new WorkflowCache();
  return object({
    name: SERVICES.run,
    handlers: {
      /** Begins a run that does not exist yet. Answers with the one that is there then. */
      begin: exclusive(
        // A run that does not exist has no state, which so need not be asked for.
        { enableLazyState: false },
        async (ctx: ObjectContext, beginning: RunBeginning): Promise<Begun> => {
          const row = await ctx.get<RunRow>('row');
          if (row !== null) return { isNew: false, row, drive: null };
          const begun = toRow(beginning);
          const drive = await sendDrive(ctx, ctx.key, beginning);
          // Before the row, by which others find it: so they can tell its invocation that there is mail.
          ctx.set('drive', drive);
          ctx.set('head', beginning.head);
          if (beginning.around !== undefined) ctx.set('around', beginning.around);
          ctx.set('row', begun);
          return { isNew: true, row: begun, drive };
        },
      ),
      /** Continues the run; `beginning`: the invocation is its first. Answers with the run where that has ended. */
      drive: exclusive(
        { ...CALL_TIMES, ingressPrivate: true },
        (ctx: ObjectContext, beginning: RunBeginning | null): Promise<StoredRun | null> =>
          drive(ctx, beginning, { restate, ports, workflows }),
      ),
      /** Tells the invocation of the run that there is mail, where one is under way. */
      call: shared(async (ctx: ObjectSharedContext): Promise<void> => {
        const drive = await ctx.get<InvocationId>('drive');
        if (drive !== null) ringBell(ctx, drive);
      }),
      read: shared(async (ctx: ObjectSharedContext): Promise<StoredRun | null> => {
        const row = await ctx.get<RunRow>('row');
        if (row === null) return null;
        return { row, end: row.endedAt === null ? null : await ctx.get<RunEnd>('end') };
      }),
      below: shared((ctx: ObjectSharedContext) => ctx.get<Below>('below')),
      around: shared((ctx: ObjectSharedContext) => ctx.get<Around>('around')),
      head: shared((ctx: ObjectSharedContext) => ctx.get<StartedHead>('head')),
      /** Answers once the run has ended; false: there is no such run. */
      ended: shared(async (ctx: ObjectSharedContext): Promise<boolean> => {
        const row = await ctx.get<RunRow>('row');
        if (row === null || row.endedAt !== null) return row !== null;
        const { id, promise } = ctx.awakeable<null>();
        sendWatchEnd(ctx, ctx.key, id);
        await promise;
        return true;
      }),
      /** Some chunks of its journal. */
      chunks: shared((ctx: ObjectSharedContext, names: readonly string[]) => getAll(ctx, names, asText)),
      waits: shared((ctx: ObjectSharedContext) => ctx.get<RunWaits>('waits')),
    },
    options: { enableLazyState: true, journalRetention: 0, idempotencyRetention: 0 },
  });
}

/** What `begin` answers. */
export interface Begun {
  readonly isNew: boolean;
  readonly row: RunRow;
  /** The invocation that executes it first; null: it was begun before. */
  readonly drive: InvocationId | null;
}

function toRow({ head, workflow, trigger, queuedAt, depth }: RunBeginning): RunRow {
  const times = { queuedAt, startedAt: null, endedAt: null };
  const counts = { inputs: 0, events: 0, chunks: 0, checkpoint: null, held: [], asked: [] };
  const parent = head.start.parent ?? null;
  const led = depth === undefined ? {} : { depth };
  return { workflow, status: 'queued', ...times, trigger, parent, paused: null, ...led, ...counts };
}

interface DriveParts {
  readonly restate: Restate;
  readonly ports: WorkerPorts;
  readonly workflows: WorkflowCache;
}

async function drive(
  ctx: ObjectContext,
  beginning: RunBeginning | null,
  { restate, ports, workflows }: DriveParts,
): Promise<StoredRun | null> {
  const row = beginning === null ? await ctx.get<RunRow>('row') : toRow(beginning);
  const head = beginning === null ? await ctx.get<StartedHead>('head') : beginning.head;
  if (row === null || head === null) return null;
  if (row.endedAt !== null) {
    // What was sent to it just before its end.
    sendClose(ctx, ctx.key);
    return null;
  }
  if (beginning === null) ctx.set('drive', ctx.request().id);
  const loaded = await loadRun(ctx, { row, head }, workflows);
  if (!loaded.ok) {
    // It is kept as it is, with the reason: a worker with another version may continue it.
    ctx.set('row', { ...row, status: 'paused', paused: loaded.error.message });
    sendRefuse(ctx, ctx.key);
    sendUnreadable(ctx, head);
    return null;
  }
  const { salt } = head;
  const { secrets, exposed } = loaded.value.around;
  const exposure = new Exposure(exposed);
  const { tracked } = loaded.value.restored;
  const frame = (): ChildFrame => frameOf(head, tracked);
  const vault = openVault(ports.variables, secrets, salt);
  const calls = openCalls(ports, { salt, vault, secrets, exposure, frame });
  try {
    return await new Segment(ctx, loaded.value, { restate, ports, exposure, perform: calls.perform }).drive();
  } finally {
    calls.close();
  }
}

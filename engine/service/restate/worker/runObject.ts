import type { ObjectContext, ObjectSharedContext } from '@restatedev/restate-sdk';
import { Exposure } from '../../../effects/index.ts';
import { CALL_TIMES, MAILBOX, RUN, SERVICES } from '../handlers.ts';
import type { ChildFrame, RunBeginning, RunRow, StoredRun } from '../messages.ts';
import { frameOf } from './children/Relatives.ts';
import { sendUnreadable, withCalls } from './children/withCalls.ts';
import { answer, asText, getAll, getState, ringBell, send, setState } from './context.ts';
import type { Restate } from './loadRestate.ts';
import { loadRun, WorkflowCache } from './loadRun.ts';
import { Segment } from './Segment.ts';
import type { WorkerPorts } from './WorkerPorts.ts';

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
        answer(RUN.begin, async (ctx: ObjectContext, beginning) => {
          const row = await getState(ctx, 'row');
          if (row !== null) return { isNew: false, row, drive: null };
          const begun = toRow(beginning);
          const drive = await send(ctx, RUN.drive, [ctx.key, beginning]).invocationId;
          // Before the row, by which others find it: so they can tell its invocation that there is mail.
          setState(ctx, 'drive', drive);
          setState(ctx, 'head', beginning.head);
          if (beginning.around !== undefined) setState(ctx, 'around', beginning.around);
          setState(ctx, 'row', begun);
          return { isNew: true, row: begun, drive };
        }),
      ),
      /** Continues the run; `beginning`: the invocation is its first. Answers with the run where that has ended. */
      drive: exclusive(
        { ...CALL_TIMES, ingressPrivate: true },
        answer(RUN.drive, (ctx: ObjectContext, beginning) => drive(ctx, beginning, { restate, ports, workflows })),
      ),
      /** Tells the invocation of the run that there is mail, where one is under way. */
      call: shared(
        answer(RUN.call, async (ctx: ObjectSharedContext) => {
          const drive = await getState(ctx, 'drive');
          if (drive !== null) ringBell(ctx, drive);
        }),
      ),
      read: shared(
        answer(RUN.read, async (ctx: ObjectSharedContext) => {
          const row = await getState(ctx, 'row');
          if (row === null) return null;
          return { row, end: row.endedAt === null ? null : await getState(ctx, 'end') };
        }),
      ),
      below: shared(answer(RUN.below, (ctx: ObjectSharedContext) => getState(ctx, 'below'))),
      around: shared(answer(RUN.around, (ctx: ObjectSharedContext) => getState(ctx, 'around'))),
      head: shared(answer(RUN.head, (ctx: ObjectSharedContext) => getState(ctx, 'head'))),
      /** Answers once the run has ended; false: there is no such run. */
      ended: shared(
        answer(RUN.ended, async (ctx: ObjectSharedContext) => {
          const row = await getState(ctx, 'row');
          if (row === null || row.endedAt !== null) return row !== null;
          const { id, promise } = ctx.awakeable<null>();
          send(ctx, MAILBOX.watchEnd, [ctx.key, id]);
          await promise;
          return true;
        }),
      ),
      /** Some chunks of its journal. */
      chunks: shared(answer(RUN.chunks, (ctx: ObjectSharedContext, names) => getAll(ctx, names, asText))),
      waits: shared(answer(RUN.waits, (ctx: ObjectSharedContext) => getState(ctx, 'waits'))),
    },
    options: { enableLazyState: true, journalRetention: 0, idempotencyRetention: 0 },
  });
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
  const row = beginning === null ? await getState(ctx, 'row') : toRow(beginning);
  const head = beginning === null ? await getState(ctx, 'head') : beginning.head;
  if (row === null || head === null) return null;
  if (row.endedAt !== null) {
    // What was sent to it just before its end.
    send(ctx, MAILBOX.close, [ctx.key, null]);
    return null;
  }
  if (beginning === null) setState(ctx, 'drive', ctx.request().id);
  const loaded = await loadRun(ctx, { row, head }, workflows);
  if (!loaded.ok) {
    // It is kept as it is, with the reason: a worker with another version may continue it.
    setState(ctx, 'row', { ...row, status: 'paused', paused: loaded.error.message });
    send(ctx, MAILBOX.refuse, [ctx.key, null]);
    sendUnreadable(ctx, head);
    return null;
  }
  const { salt } = head;
  const { secrets, exposed } = loaded.value.around;
  const exposure = new Exposure(exposed);
  const { tracked } = loaded.value.restored;
  const frame = (): ChildFrame => frameOf(head, tracked);
  return withCalls(ports, { salt, secrets, exposure, frame }, (perform) =>
    new Segment(ctx, loaded.value, { restate, ports, exposure, perform }).drive(),
  );
}

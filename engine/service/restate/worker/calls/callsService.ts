import type { Context, RestatePromise } from '@restatedev/restate-sdk';
import { Exposure } from '../../../../effects/index.ts';
import { startsRun } from '../../../../hosts/node/index.ts';
import { hasConsequences } from '../../../../run/index.ts';
import { CALL_TIMES, CALLS, MAILBOX, SERVICES } from '../../handlers.ts';
import type { Performed, SentCall } from '../../messages.ts';
import { withCalls } from '../children/withCalls.ts';
import { answer, send } from '../context.ts';
import type { Restate } from '../loadRestate.ts';
import type { WorkerPorts } from '../WorkerPorts.ts';

/** After this time, in ms, a call tells its run what aborts it: most calls have ended by then. */
const LONG = 1_000;

/**
 * Makes calls of runs that have many under way at once, spread over all workers; what became of one goes to the run's mailbox.
 * One with consequences is recorded as made first: made again only where the run says so.
 */
export function createCallsService(restate: Restate, ports: WorkerPorts) {
  return restate.service({
    name: SERVICES.calls,
    handlers: {
      perform: answer(CALLS.perform, async (ctx: Context, sent) => {
        const { call, runId } = sent;
        const { key } = call;
        const attempt = { isFirst: true };
        if (hasConsequences(call)) {
          attempt.isFirst = false;
          await ctx.run('intent', () => {
            attempt.isFirst = true;
          });
        }
        const abort = new AbortController();
        const signal = AbortSignal.any([ctx.request().attemptCompletedSignal, abort.signal]);
        const made = ctx.run('call', async (): Promise<Performed> => {
          // To prepare a run that a call starts changes nothing yet.
          if (!attempt.isFirst && !startsRun(call)) return { at: Date.now(), isCutOff: true };
          const { salt, secrets, frame } = sent;
          const calling = { salt, secrets, exposure: new Exposure(sent.exposed), frame: () => frame };
          return withCalls(ports, calling, (perform) => perform(call, signal));
        });
        const performed = await untilAborted(ctx, { restate, made, sent });
        if (performed === null) abort.abort();
        else send(ctx, MAILBOX.push, [runId, { type: 'call', key, ...performed }]);
      }),
    },
    options: { ...CALL_TIMES, ingressPrivate: true, journalRetention: 0 },
  });
}

/** What became of a call; null: no one waits for it any more, which a run says only of one that takes long. */
async function untilAborted(
  ctx: Context,
  {
    restate,
    made,
    sent,
  }: { readonly restate: Restate; readonly made: RestatePromise<Performed>; readonly sent: SentCall },
): Promise<Performed | null> {
  const { RestatePromise } = restate;
  const isLong = ctx.sleep(LONG).map(() => null);
  const early = await RestatePromise.race([made, isLong]);
  if (early !== null) return early;
  const { id, promise } = ctx.awakeable<null>();
  send(ctx, MAILBOX.push, [sent.runId, { type: 'long', key: sent.call.key, abort: id }]);
  return RestatePromise.race([made, promise.map(() => null)]);
}

import type { ObjectContext } from '@restatedev/restate-sdk';
import { MOST_CHILDREN, refuseNumber } from '../../../../hosts/node/index.ts';
import { FAMILY, MAILBOX, RUN, SERVICES } from '../../handlers.ts';
import { answer, send } from '../context.ts';
import type { Restate } from '../loadRestate.ts';

/** An outermost run and all runs below it: counts them, wherever their calls are made. */
export function createFamilyObject({ object, handlers }: Restate) {
  return object({
    name: SERVICES.family,
    handlers: {
      /** Begins a run that a call has started, or tells the run that has made the call why not. */
      begin: handlers.object.exclusive(
        { enableLazyState: true, ingressPrivate: true },
        answer(FAMILY.begin, async (ctx: ObjectContext, beginning) => {
          const { file, at, parent } = beginning.head.start;
          const count = (await ctx.get<number>('count')) ?? 0;
          if (count < MOST_CHILDREN) {
            ctx.set('count', count + 1);
            send(ctx, RUN.begin, [beginning.head.start.runId, beginning]);
          } else if (parent !== undefined)
            send(ctx, MAILBOX.push, [
              parent.runId,
              { type: 'call', key: parent.key, at, outcome: refuseNumber(count, file) },
            ]);
        }),
      ),
    },
    options: { journalRetention: 0, idempotencyRetention: 0 },
  });
}

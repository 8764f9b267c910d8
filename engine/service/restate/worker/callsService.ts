import type { Context } from '@restatedev/restate-sdk';
import { hasConsequences } from '../../../effects/index.ts';
import { startsRun } from '../../../hosts/node/index.ts';
import { CALL_TIMES, type Performed, SERVICES, type SentCall } from '../contract.ts';
import { openVault } from '../openVault.ts';
import { openCalls } from './children/openCalls.ts';
import type { Restate } from './loadRestate.ts';
import { sendMail } from './send.ts';
import type { WorkerPorts } from './WorkerPorts.ts';

/**
 * Makes calls of runs that have many under way at once, spread over all workers; what became of one goes to the run's mailbox.
 * One with consequences is recorded as made first: made again only where the run says so.
 */
export function createCallsService({ service }: Restate, ports: WorkerPorts) {
  return service({
    name: SERVICES.calls,
    handlers: {
      perform: async (ctx: Context, sent: SentCall): Promise<void> => {
        const { call, runId } = sent;
        const attempt = { isFirst: true };
        if (hasConsequences(call)) {
          attempt.isFirst = false;
          await ctx.run('intent', () => {
            attempt.isFirst = true;
          });
        }
        const performed = await ctx.run('call', async (): Promise<Performed> => {
          // To prepare a run that a call starts changes nothing yet.
          if (!attempt.isFirst && !startsRun(call)) return { at: Date.now(), isCutOff: true };
          return perform(ports, sent, ctx.request().attemptCompletedSignal);
        });
        sendMail(ctx, runId, { type: 'call', key: call.key, ...performed });
      },
    },
    options: { ...CALL_TIMES, ingressPrivate: true, journalRetention: 0 },
  });
}

async function perform(ports: WorkerPorts, sent: SentCall, signal: AbortSignal): Promise<Performed> {
  const { call, salt, secrets, frame } = sent;
  const vault = openVault(ports.variables, secrets, salt);
  const exposure = new Set(sent.exposed);
  const calls = openCalls(ports, { salt, vault, secrets, exposure, frame: () => frame });
  try {
    return await calls.perform(call, signal);
  } finally {
    calls.close();
  }
}

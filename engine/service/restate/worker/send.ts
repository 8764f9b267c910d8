import type { Context, RestatePromise } from '@restatedev/restate-sdk';
import { type Leave, type Left, type Mail, SERVICES, type SentCall } from '../contract.ts';
import { asJson } from './serdes.ts';

/** Has a run continued by an invocation of its own. */
export function sendDrive(ctx: Context, runId: string): void {
  ctx.genericSend({ service: SERVICES.run, method: 'drive', key: runId, parameter: null, inputSerde: asJson<null>() });
}

/** Puts a piece of mail into the mailbox of a run. */
export function sendMail(ctx: Context, runId: string, mail: Mail): void {
  const target = { service: SERVICES.mailbox, method: 'push', key: runId };
  ctx.genericSend({ ...target, parameter: mail, inputSerde: asJson<Mail>() });
}

/** Tells the mailbox of a run that this one could not be restored. */
export function sendRefuse(ctx: Context, runId: string): void {
  const target = { service: SERVICES.mailbox, method: 'refuse', key: runId };
  ctx.genericSend({ ...target, parameter: null, inputSerde: asJson<null>() });
}

/** Has the mailbox of a run closed, which has ended. */
export function sendClose(ctx: Context, runId: string): void {
  const target = { service: SERVICES.mailbox, method: 'close', key: runId };
  ctx.genericSend({ ...target, parameter: null, inputSerde: asJson<null>() });
}

/** Has an awakeable resolved once a run has ended. */
export function sendWatchEnd(ctx: Context, runId: string, awakeable: string): void {
  const target = { service: SERVICES.mailbox, method: 'watchEnd', key: runId };
  ctx.genericSend({ ...target, parameter: awakeable, inputSerde: asJson<string>() });
}

/** Has a call made by an invocation of its own, on any worker. */
export function sendCall(ctx: Context, call: SentCall): void {
  const target = { service: SERVICES.calls, method: 'perform' };
  ctx.genericSend({ ...target, parameter: call, inputSerde: asJson<SentCall>() });
}

/** Has the mailbox of a run resolve an awakeable once there is mail. */
export function sendListen(ctx: Context, runId: string, awakeable: string): void {
  const target = { service: SERVICES.mailbox, method: 'listen', key: runId };
  ctx.genericSend({ ...target, parameter: awakeable, inputSerde: asJson<string>() });
}

/** Asks the mailbox of a run whether the invocation of this one may end. */
export function askToLeave(ctx: Context, runId: string, leave: Leave): RestatePromise<Left> {
  const target = { service: SERVICES.mailbox, method: 'leave', key: runId };
  const serdes = { inputSerde: asJson<Leave>(), outputSerde: asJson<Left>() };
  return ctx.genericCall<Leave, Left>({ ...target, parameter: leave, ...serdes });
}

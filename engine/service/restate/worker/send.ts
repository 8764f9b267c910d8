import type { Context, InvocationId, RestatePromise } from '@restatedev/restate-sdk';
import { type Leave, type Left, type Mail, type RunBeginning, SERVICES, type SentCall } from '../contract.ts';
import { asJson } from './serdes.ts';

/** The signal by which the invocation of a run is told that there is mail. */
const BELL = 'mail';

/** Has a run continued by an invocation of its own, and answers with that; `beginning`: the run is new. */
export function sendDrive(ctx: Context, runId: string, beginning: RunBeginning | null = null): Promise<InvocationId> {
  const target = { service: SERVICES.run, method: 'drive', key: runId };
  return ctx.genericSend({ ...target, parameter: beginning, inputSerde: asJson<RunBeginning | null>() }).invocationId;
}

/** Has the invocation of a run told, where one is under way, that its mailbox has mail. */
export function sendCallForMail(ctx: Context, runId: string): void {
  const target = { service: SERVICES.run, method: 'call', key: runId };
  ctx.genericSend({ ...target, parameter: null, inputSerde: asJson<null>() });
}

/** Tells an invocation of a run that there is mail. */
export function ringBell(ctx: Context, invocation: InvocationId): void {
  ctx.invocation(invocation).signal<null>(BELL).resolve(null);
}

/** That there is mail, for the first time in this invocation. */
export function hearBell(ctx: Context): RestatePromise<null> {
  return ctx.signal<null>(BELL);
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

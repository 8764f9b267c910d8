import type { Context } from '@restatedev/restate-sdk';
import type { StartedHead } from '../../../../hosts/node/index.ts';
import { type RunBeginning, SERVICES } from '../../contract.ts';
import { sendMail } from '../send.ts';
import { asJson } from '../serdes.ts';

/** Has a run begun that does not exist yet. */
export function sendBegin(ctx: Context, beginning: RunBeginning): void {
  const target = { service: SERVICES.run, method: 'begin', key: beginning.head.start.runId };
  ctx.genericSend({ ...target, parameter: beginning, inputSerde: asJson<RunBeginning>() });
}

/** Has a run begun inside of a family, unless that has too many; `root`: id of the outermost one. */
export function sendBeginBelow(ctx: Context, root: string, beginning: RunBeginning): void {
  const target = { service: SERVICES.family, method: 'begin', key: root };
  ctx.genericSend({ ...target, parameter: beginning, inputSerde: asJson<RunBeginning>() });
}

/** Has the run around one paused that cannot be restored. */
export function sendUnreadable(ctx: Context, { start }: StartedHead): void {
  const { parent, runId, file, at } = start;
  if (parent === undefined) return;
  sendMail(ctx, parent.runId, { type: 'child', at, key: parent.key, child: { runId, file }, pauses: 'child' });
}

import type { Context } from '@restatedev/restate-sdk';
import type { StartedHead } from '../../../../hosts/node/index.ts';
import { MAILBOX } from '../../handlers.ts';
import { send } from '../send.ts';

/** Has the run around one paused that cannot be restored. */
export function sendUnreadable(ctx: Context, { start }: StartedHead): void {
  const { parent, runId, file, at } = start;
  if (parent === undefined) return;
  const mail = { type: 'child', at, key: parent.key, child: { runId, file }, pauses: 'child' } as const;
  send(ctx, MAILBOX.push, [parent.runId, mail]);
}

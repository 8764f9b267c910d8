import type { ObjectContext } from '@restatedev/restate-sdk';
import { type Handler, MAILBOX, RUN, SERVICES } from '../handlers.ts';
import type { Mail } from '../messages.ts';
import { answer, getAll, send } from './context.ts';
import type { Restate } from './loadRestate.ts';

/** State `box`: what is known of the run, and where its mail is. */
interface Box {
  /** True: an invocation of the run is under way, or was asked for. */
  readonly isAwake: boolean;
  /** The awakeable of the invocation that listens. */
  readonly listener: string | null;
  /** The awakeable that was resolved last. */
  readonly resolved: string | null;
  /** The awakeable that was given up last: a late `listen` with it does not count. */
  readonly left: string | null;
  /** Mail is in `mail.<n>` for each n from `first` to before `next`. */
  readonly first: number;
  readonly next: number;
  /** True: the run has listened or left, and so closes this mailbox when it ends. */
  readonly isMet: boolean;
  /** The `next` when the run could not be restored last. */
  readonly refused: number;
  /** The alarm that counts; earlier ones were replaced. */
  readonly alarm: number;
  /** True: the run has ended, and takes no mail. */
  readonly isClosed: boolean;
  /** Awakeables that are resolved when it ends. */
  readonly ends: readonly string[];
}

const EMPTY: Box = {
  isAwake: false,
  listener: null,
  resolved: null,
  left: null,
  first: 0,
  next: 0,
  isMet: false,
  refused: 0,
  alarm: 0,
  isClosed: false,
  ends: [],
};

/**
 * The mailbox of a run: takes what reaches the run while that is busy, in order and each once, and wakes it. A run that
 * listens is given all that has come at once; one that does not is invoked.
 */
export function createMailboxObject({ object, handlers }: Restate) {
  /** A handler that has the mailbox to itself. */
  function own<Taken, Answered>(
    handler: Handler<Taken, Answered>,
    act: (ctx: ObjectContext, box: Box, message: Taken) => Promise<Answered>,
  ) {
    const answered = answer(handler, async (ctx: ObjectContext, message) => act(ctx, await readBox(ctx), message));
    return handlers.object.exclusive({ enableLazyState: true }, answered);
  }

  return object({
    name: SERVICES.mailbox,
    handlers: {
      /** Takes one piece of mail. */
      push: own(MAILBOX.push, push),
      /** Resolves an awakeable with the mail, once there is some. */
      listen: own(MAILBOX.listen, async (ctx, box, listener) => {
        if (listener === box.left) return;
        if (box.first === box.next) {
          ctx.set('box', { ...box, isAwake: true, isMet: true, listener });
          return;
        }
        ctx.resolveAwakeable(listener, await takeMail(ctx, box));
        const heard = { isAwake: true, isMet: true, listener: null, resolved: listener };
        ctx.set('box', { ...box, ...heard, first: box.next });
      }),
      /** Ends an invocation of the run, unless there is mail for it. */
      leave: own(MAILBOX.leave, async (ctx, box, { listener, again, alarm }) => {
        const isDelivered = listener !== null && box.resolved === listener;
        const mail = await takeMail(ctx, box);
        const stays = isDelivered || mail.length > 0;
        const isTimed = !stays && alarm !== null;
        const after = { ...box, isMet: true, listener: null, left: listener ?? box.left, first: box.next };
        ctx.set('box', { ...after, isAwake: stays || again, alarm: box.alarm + (stays ? 0 : 1) });
        if (isTimed) {
          const now = await ctx.date.now();
          const delay = Math.max(0, alarm - now);
          send(ctx, MAILBOX.ring, [ctx.key, { alarm: box.alarm + 1, at: alarm }, delay]);
        }
        return { mail, isDelivered };
      }),
      /** The run could not be restored: its mail stays. What came since then may be what helps, so it is tried once more for that. */
      refuse: own(MAILBOX.refuse, async (ctx, box) => {
        if (box.isClosed) return;
        const isAwake = box.next > box.refused;
        ctx.set('box', { ...box, isAwake, listener: null, refused: box.next });
        if (isAwake) send(ctx, RUN.drive, [ctx.key, null]);
      }),
      /** The run has ended. */
      close: own(MAILBOX.close, async (ctx, box) => {
        for (const awakeable of box.ends) ctx.resolveAwakeable(awakeable, null);
        for (const mail of await takeMail(ctx, box)) dropMail(ctx, mail);
        ctx.set('box', { ...EMPTY, isClosed: true });
      }),
      /** Resolves an awakeable once the run has ended. */
      watchEnd: own(MAILBOX.watchEnd, async (ctx, box, awakeable) => {
        if (box.isClosed) ctx.resolveAwakeable(awakeable, null);
        else {
          // A run that has not met its mailbox may have ended meanwhile: the invocation that comes after its own says so.
          const isSent = !box.isMet && !box.isAwake;
          if (isSent) send(ctx, RUN.drive, [ctx.key, null]);
          ctx.set('box', { ...box, isAwake: box.isAwake || isSent, ends: [...box.ends, awakeable] });
        }
      }),
      /** An alarm that a run has set when it was left is due. */
      ring: own(MAILBOX.ring, async (ctx, box, ring) => {
        if (box.alarm === ring.alarm && !box.isAwake) await push(ctx, box, { type: 'alarm', at: ring.at });
      }),
    },
    options: { journalRetention: 0, idempotencyRetention: 0 },
  });
}

/** Gives mail to the run that listens, or keeps it and has the run invoked. */
async function push(ctx: ObjectContext, box: Box, mail: Mail): Promise<void> {
  if (box.isClosed) {
    dropMail(ctx, mail);
    return;
  }
  if (box.listener !== null) {
    const waiting = await takeMail(ctx, box);
    ctx.resolveAwakeable(box.listener, [...waiting, mail]);
    ctx.set('box', { ...box, listener: null, resolved: box.listener, first: box.next });
    return;
  }
  ctx.set(`mail.${box.next}`, mail);
  ctx.set('box', { ...box, isAwake: true, next: box.next + 1 });
  if (!box.isAwake) send(ctx, RUN.drive, [ctx.key, null]);
  if (!box.isMet) send(ctx, RUN.call, [ctx.key, null]);
}

/** No one takes a piece of mail any more: a call that lasts is not waited for. */
function dropMail(ctx: ObjectContext, mail: Mail): void {
  if (mail.type === 'long') ctx.resolveAwakeable(mail.abort, null);
}

async function readBox(ctx: ObjectContext): Promise<Box> {
  return (await ctx.get<Box>('box')) ?? EMPTY;
}

async function takeMail(ctx: ObjectContext, { first, next }: Box): Promise<readonly Mail[]> {
  const names = Array.from({ length: next - first }, (_, index) => `mail.${first + index}`);
  const mail = await getAll<Mail>(ctx, names);
  for (const name of names) ctx.clear(name);
  return mail.filter((each) => each !== null);
}

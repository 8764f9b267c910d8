import type { AddressBar } from '../../platform/index.ts';
import { copyText } from '../document/clipboard.ts';
import { session } from '../store/store.ts';
import { type Address, formatAddress, parseAddress } from './Address.ts';
import { addressOf, isElsewhere } from './addressOf.ts';
import { goTo } from './goTo.ts';

/** How long a step or an instant has to last to be written, in ms: walking along a timeline is one step of *Back*. */
const SETTLES = 250;

/**
 * Goes to the place that the address names, then keeps the address that of what is on screen; *Back* and *Forward* lead
 * through the places. A run that a person has started since `openedAt` (ms since the epoch) stays on screen. Answers, once it
 * is there, with a function that stops that.
 */
export async function followAddress(bar: AddressBar, openedAt: number): Promise<() => void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What the address tells of, as far as it is here. */
  let told: Address | null = null;
  /** The place that was looked at last. */
  let seen = '';
  /** Which way is under way: a later one is what counts. */
  let way = 0;

  async function go(isReload: boolean): Promise<void> {
    const wanted = parseAddress(bar.read());
    if (wanted === null) return;
    clearTimeout(timer);
    way += 1;
    const mine = way;
    told = null;
    const isHere = await goTo(wanted, isReload).catch(() => false);
    if (way !== mine) return;
    told = addressOf(session.getState());
    seen = formatAddress(told);
    // What is not here may come: its address stays, unless the person has continued meanwhile.
    const isLeft = told.run !== null && told.run !== wanted.run;
    if ((isHere || isLeft) && bar.read() !== seen) bar.write(seen, isLeft);
  }

  function look(): void {
    if (told === null) return;
    const now = addressOf(session.getState());
    const text = formatAddress(now);
    // A busy run changes all the time, and its place does not.
    if (text === seen) return;
    seen = text;
    clearTimeout(timer);
    // A reload may follow at once: it has to find the file that was opened and the run that was started.
    if (now.path !== told.path || now.run !== told.run) write();
    else if (text !== formatAddress(told)) timer = setTimeout(write, SETTLES);
  }

  function write(): void {
    if (told === null) return;
    const now = addressOf(session.getState());
    if (formatAddress(now) === formatAddress(told)) return;
    bar.write(formatAddress(now), isElsewhere(now, told));
    told = now;
  }

  if (!hasStarted(openedAt)) await go(true);
  if (told === null) {
    told = addressOf(session.getState());
    bar.write(formatAddress(told), false);
  }
  const stopGoing = bar.onGo(() => void go(false));
  const stopLooking = session.subscribe((state, before) => {
    if (state.run.shown !== before.run.shown || state.document !== before.document) look();
  });
  return () => {
    clearTimeout(timer);
    stopGoing();
    stopLooking();
  };
}

function hasStarted(since: number): boolean {
  const { isStarting, shown } = session.getState().run;
  // One that was just started is on screen before its first event.
  return isStarting || (shown !== null && (shown.view.startedAt ?? Infinity) > since);
}

/** Copies the address of what is on screen: the file, the run, the step and the instant. */
export function copyAddress(bar: Pick<AddressBar, 'whole'>): Promise<boolean> {
  const address = addressOf(session.getState());
  const said =
    address.run === null
      ? 'Copied the address of this place. It opens where this file is.'
      : 'Copied the address of this run. It opens where the run is: in this browser, or on its server.';
  return copyText(bar.whole(formatAddress(address)), said);
}

import type { Page } from 'playwright';
import type { Row } from './Row.ts';
import { takeShare } from './race.ts';

/** A frame of 60 in a second, in ms. */
export const FRAME = 1000 / 60;
/** How far the time axis is dragged, in steps of one frame each. */
const DRAGS = 60;
/** The promise about what follows the pointer: it is seen within 100 ms. */
const PROMPT = 100;

/** The part of a run's time that is dragged over: shares of it, from 0 to 1. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Drags along the time axis; for each step that leads to another instant, ms until the frame in which it is shown. */
export async function dragTime(page: Page, span: TimeSpan): Promise<readonly number[]> {
  const slider = page.getByRole('slider', { name: 'Instant of the run' });
  await slider.waitFor();
  return slider.evaluate(dragAlong, { ...span, drags: DRAGS });
}

/** The row of what was dragged over in all rounds. */
export function toScrubRow(what: string, times: readonly number[]): Row {
  const p95 = takeShare(times, 0.95);
  return {
    what: `${what}, p95`,
    ours: `${Math.round(p95)} ms`,
    peer: 'one frame (floor)',
    theirs: `${Math.round(FRAME)} ms`,
    ratio: p95 / FRAME,
    bound: `within ${PROMPT} ms`,
    isKept: p95 <= PROMPT,
  };
}

async function dragAlong(
  slider: Element,
  { from, to, drags }: TimeSpan & { readonly drags: number },
): Promise<number[]> {
  const box = slider.getBoundingClientRect();
  const dispatch = (type: string, share: number): void => {
    const place = { clientX: box.left + box.width * share, clientY: box.top + box.height / 2 };
    slider.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, buttons: 1, ...place }));
  };
  // A pointer that the page itself moves cannot be captured.
  slider.setPointerCapture = () => undefined;
  slider.hasPointerCapture = () => true;
  const times: number[] = [];
  dispatch('pointerdown', 0.02);
  for (let step = 1; step <= drags; step += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const before = slider.getAttribute('aria-valuenow');
    const start = performance.now();
    dispatch('pointermove', from + ((to - from) * ((step * 7) % 19)) / 18);
    while (slider.getAttribute('aria-valuenow') === before && performance.now() - start < 2000)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    // Where nothing happened between two places, the instant is the same.
    if (slider.getAttribute('aria-valuenow') === before) continue;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    times.push(performance.now() - start);
  }
  dispatch('pointerup', 0.5);
  if (times.length < drags / 2) throw new Error('Too few places led to another instant.');
  return times;
}

import type { CDPSession, Page } from 'playwright';
import type { BareView } from './bareGraph.ts';

/** What a hand does on a canvas. Each answers with ms of CPU of the page's main thread for one step of the hand. */
export const GESTURES = { pan, zoom, drag } as const;

export type Gesture = keyof typeof GESTURES;

/** A canvas that input of the browser itself is given to, as from a mouse: it goes the whole way through the page. */
export interface Driven {
  readonly page: Page;
  readonly session: CDPSession;
}

/** How far the mouse goes in one step, px, and how often. */
const STEP = 12;
const STEPS = 60;
/** Turns of the wheel out and in again: to a third of the zoom, where there are ten times as many cards. */
const TURNS = 24;
const TURN = 33;

/** Gets a page ready to be driven. */
export async function startDriving(page: Page): Promise<Driven> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, session };
}

/** Where the canvas of a page is, and what it shows. */
export function readView(page: Page): Promise<BareView> {
  return page.evaluate(() => {
    const { x, y, width, height } = (document.querySelector('.react-flow') ?? document.body).getBoundingClientRect();
    const moved = new DOMMatrix(
      getComputedStyle(document.querySelector('.react-flow__viewport') ?? document.body).transform,
    );
    return { x, y, width, height, viewport: { x: moved.e, y: moved.f, zoom: moved.a } };
  });
}

/** Drags the canvas away and back, by a place where nothing is. */
async function pan(driven: Driven): Promise<number> {
  const from = await emptyPlace(driven.page);
  return dragBy(driven, from, (step) => ({ x: -STEP * step, y: -step }));
}

/** Turns the wheel over the middle of the canvas. */
async function zoom({ page, session }: Driven): Promise<number> {
  const { x, y, width, height } = await readView(page);
  const at = { x: x + width / 2, y: y + height / 2 };
  const turn = (deltaY: number) =>
    session.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...at, deltaX: 0, deltaY, modifiers: 2 });
  return cpuOfSteps({ page, session }, 2 * TURNS, async () => {
    for (let step = 0; step < TURNS; step += 1) await turn(TURN);
    for (let step = 0; step < TURNS; step += 1) await turn(-TURN);
  });
}

/** Drags the card that is nearest to the middle, there and back. */
async function drag(driven: Driven): Promise<number> {
  const from = await middleCard(driven.page);
  return dragBy(driven, from, (step) => ({ x: (STEP / 2) * step, y: (STEP / 3) * step }));
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Holds the button down and moves the mouse so many steps there and back again. */
async function dragBy(driven: Driven, from: Place, shift: (step: number) => Place): Promise<number> {
  const { session } = driven;
  const send = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', { x, y }: Place) =>
    session.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 });
  const moveTo = (step: number) => {
    const { x, y } = shift(step);
    return send('mouseMoved', { x: from.x + x, y: from.y + y });
  };
  await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...from });
  await send('mousePressed', from);
  await moveTo(1);
  const half = STEPS / 2;
  const spent = await cpuOfSteps(driven, STEPS, async () => {
    for (let step = 2; step <= half + 1; step += 1) await moveTo(step);
    for (let step = half; step >= 1; step -= 1) await moveTo(step);
  });
  await moveTo(0);
  await send('mouseReleased', from);
  return spent;
}

/** Milliseconds of CPU that the main thread of the page used for one of so many steps. */
async function cpuOfSteps({ page, session }: Driven, steps: number, work: () => Promise<unknown>): Promise<number> {
  await waitForFrames(page);
  const before = await taskTime(session);
  await work();
  // What the last step led to counts, too.
  await waitForFrames(page);
  return ((await taskTime(session)) - before) / steps;
}

async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === 'TaskDuration');
  if (!found) throw new Error('The browser has no metric TaskDuration: look up its current name.');
  return found.value * 1000;
}

function waitForFrames(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** A place of the canvas with nothing on it and room to its left, in client pixels. */
async function emptyPlace(page: Page): Promise<Place> {
  const found = await page.evaluate(() => {
    const pane = document.querySelector('.react-flow__pane');
    const { x, y, width, height } = (pane ?? document.body).getBoundingClientRect();
    for (let down = 0.3; down < 0.8; down += 0.02)
      for (let across = 0.9; across > 0.6; across -= 0.01) {
        const place = { x: Math.round(x + width * across), y: Math.round(y + height * down) };
        if (document.elementFromPoint(place.x, place.y) === pane) return place;
      }
    return null;
  });
  if (!found) throw new Error('The canvas has no empty place.');
  return found;
}

/** The middle of the card that is nearest to the middle of the canvas, in client pixels. */
async function middleCard(page: Page): Promise<Place> {
  const found = await page.evaluate(() => {
    const { x, y, width, height } = (document.querySelector('.react-flow') ?? document.body).getBoundingClientRect();
    const away = (place: { x: number; y: number }) => Math.hypot(place.x - x - width / 2, place.y - y - height / 2);
    const places = [...document.querySelectorAll('.react-flow__node.draggable')].map((card) => {
      const box = card.getBoundingClientRect();
      return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
    });
    return places.toSorted((a, b) => away(a) - away(b))[0] ?? null;
  });
  if (!found) throw new Error('The canvas has no cards.');
  return found;
}

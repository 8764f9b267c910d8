import type { PointerEvent } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../session/index.ts';
import { resetSession } from '../../session/testSession.ts';
import { createSteadyClick } from './useSteadyClick.ts';

/** A card of the canvas, or, without an id, what is between them. */
class FakeElement {
  readonly dataset: { readonly id?: string };

  constructor(id?: string) {
    this.dataset = id === undefined ? {} : { id };
  }

  closest(selector: string): FakeElement | null {
    return selector.startsWith('.react-flow__node') && this.dataset.id !== undefined ? this : null;
  }
}

const [first, second, between] = [new FakeElement('first'), new FakeElement('second'), new FakeElement()];
const canvas = { contains: () => true };

function pointer(x: number, target: FakeElement): PointerEvent {
  return { button: 0, clientX: x, clientY: 0, target, currentTarget: canvas } as unknown as PointerEvent;
}

/** Presses a card, and lets go where something else may be by then; answers with what is selected. */
function press(card: FakeElement, { under, movedBy = 0 }: { under: FakeElement; movedBy?: number }): string[] {
  const { onPointerDownCapture, onPointerUpCapture } = createSteadyClick();
  vi.stubGlobal('document', { elementFromPoint: () => under });
  onPointerDownCapture(pointer(10, card));
  onPointerUpCapture(pointer(10 + movedBy, under));
  vi.runAllTimers();
  return [...session.getState().document.selection.tasks];
}

beforeEach(() => {
  resetSession({ 'a.yaml': 'tasks: [{ id: first, type: basic }, { id: second, type: basic }]\n' });
  vi.stubGlobal('Element', FakeElement);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a card that was pressed and is elsewhere when it is let go is selected, whatever is there now', () => {
  expect(press(first, { under: between })).toEqual(['first']);
  expect(press(second, { under: first })).toEqual(['second']);
});

test('a card that is still there is left to its click, and a drag selects nothing', () => {
  expect(press(first, { under: first })).toEqual([]);
  expect(press(first, { under: second, movedBy: 5 })).toEqual([]);
  expect(press(between, { under: first })).toEqual([]);
});

import { expect, test } from 'vitest';
import { parseTaskDrag } from './taskDrag.ts';

test('a draft survives the drag', () => {
  expect(parseTaskDrag('{"type":"basic","use":"agent:triage","action":"classify"}')).toEqual({
    type: 'basic',
    use: 'agent:triage',
    action: 'classify',
  });
});

test.each(['', 'no json', 'null', '[]', '{"type":"loop"}', '{"use":"agent:x"}'])('%j is no draft', (text) => {
  expect(parseTaskDrag(text)).toBe(null);
});

test('what is not text in a draft is left out', () => {
  expect(parseTaskDrag('{"type":"wait","use":1,"__proto__":{"action":"x"}}')).toEqual({ type: 'wait' });
});

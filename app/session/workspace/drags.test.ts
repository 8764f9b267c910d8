import { expect, test } from 'vitest';
import type { Data } from '#engine/values';
import { parseTaskDrag, startTaskDrag } from './drags.ts';

test('a draft survives the drag', () => {
  expect(parseTaskDrag('{"type":"basic","use":"agent:triage","action":"classify","newAgent":"triage"}')).toEqual({
    type: 'basic',
    use: 'agent:triage',
    action: 'classify',
    newAgent: 'triage',
  });
});

test('the input that a tool needs survives it, too', () => {
  const input = new Map<string, Data>([
    ['a', 0],
    ['of', new Map()],
  ]);
  const carried = new Map<string, string>();
  const transfer = { setData: (type: string, text: string) => carried.set(type, text) };
  startTaskDrag(transfer as unknown as DataTransfer, { type: 'basic', use: 'mcp:desk/add', with: input }); // All it calls.
  expect(parseTaskDrag(carried.get('application/x-signalbox-task') ?? '')).toEqual({
    type: 'basic',
    use: 'mcp:desk/add',
    with: input,
  });
});

test.each(['', 'no json', 'null', '[]', '{"type":"loop"}', '{"use":"agent:x"}'])('%j is no draft', (text) => {
  expect(parseTaskDrag(text)).toBe(null);
});

test('what is not text in a draft is left out', () => {
  expect(parseTaskDrag('{"type":"wait","use":1,"__proto__":{"action":"x"}}')).toEqual({ type: 'wait' });
});

import { expect, test } from 'vitest';
import { listAround } from './RunPath.tsx';

test('a run inside leads back to the call that started it, and to the outermost run', () => {
  const deep = { runId: 'mid', key: 'mid/call/2/1/1', root: 'top', files: ['top.yaml', 'some.yaml', 'mid.yaml'] };
  expect(listAround(deep)).toEqual([
    { file: 'top.yaml', back: { runId: 'top' } },
    { file: 'some.yaml', back: null },
    { file: 'mid.yaml', back: { runId: 'mid', call: 'mid/call/2/1/1' } },
  ]);
});

test('a run inside of the outermost one leads back to its call there', () => {
  expect(listAround({ runId: 'top', key: 'top/call/1/1/1', root: 'top', files: ['top.yaml'] })).toEqual([
    { file: 'top.yaml', back: { runId: 'top', call: 'top/call/1/1/1' } },
  ]);
});

import { expect, test } from 'vitest';
import { analyze, effectiveWorkflow } from './index.ts';

test('is the workflow with its imports in their place, and the own one where nothing was resolved', () => {
  const text = 'tools: [{ import: ./t.yaml }]';
  const own = analyze('w.yaml', text);
  expect(effectiveWorkflow(own)).toBe(own.workflow);
  const resolved = analyze('w.yaml', text, own, new Map([['t.yaml', 'id: t']]));
  expect(effectiveWorkflow(resolved).tools).toMatchObject([{ id: 't', path: ['tools', 0] }]);
  expect(resolved.workflow).toBe(own.workflow);
});

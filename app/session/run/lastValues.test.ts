import { expect, test } from 'vitest';
import { EMPTY_VIEW } from '#engine/run';
import { lastValuesOf } from './lastValues.ts';

const run = { path: 'w.yaml', view: { ...EMPTY_VIEW, input: { text: 'hi' } } };

test('are those of the run on show of the open file, without secrets', () => {
  const state = {
    document: { activePath: 'w.yaml' },
    run: { shown: run },
    workspace: {
      variables: [
        { name: 'OPEN', value: 'x', isSecret: false, origins: [] },
        { name: 'HIDDEN', value: 'y', isSecret: true, origins: [] },
      ],
    },
  };
  const values = lastValuesOf(state);
  expect(values?.('workflow', null)).toMatchObject({ input: { text: 'hi' } });
  expect(values?.('env', null)).toEqual({ OPEN: 'x' });
  expect(values?.('input', 'unknown')).toBeUndefined();
  expect(lastValuesOf({ ...state, document: { activePath: 'other.yaml' } })).toBeUndefined();
});

import { expect, test } from 'vitest';
import type { Call } from '../../run/index.ts';
import { askWithin, LiveBudget } from './askWithin.ts';

const CALL = { type: 'tool.call', key: 'k', taskId: 'a' } as unknown as Call;

test('a call that the host could not make takes nothing of the budget', async () => {
  const budget = new LiveBudget({ calls: 1 }, []);
  const error = { code: 'CONFIGURATION_ERROR', type: 'x', message: 'KEY has no value here.', details: null } as const;
  const missing = { ok: false, error, missing: { kind: 'secret', names: ['KEY'] } } as never;
  const first = await askWithin({ ask: async () => ({ outcome: missing, duration: 0 }), budget }, CALL);
  expect(first).toEqual({ refusal: 'something is missing. KEY has no value here.' });
  expect(budget.spent.calls).toBe(0);
  const outcome = { ok: true, value: 1, simulated: false, warnings: [] } as const;
  const made = { outcome, duration: 2 };
  expect(await askWithin({ ask: async () => made, budget }, CALL)).toEqual(made);
  expect(budget.spent.calls).toBe(1);
});

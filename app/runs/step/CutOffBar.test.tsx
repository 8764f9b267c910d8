import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { analyze } from '#engine';
import type { ActivationView, EffectView } from '#engine/run';
import type { UndecidedCall } from '../parts/repeats.ts';
import { timeOf } from '../parts/repeats.ts';
import { toRunSource } from '../parts/toRunSource.ts';
import { CutOffBar } from './CutOffBar.tsx';

const source = toRunSource(
  analyze('cut.yaml', 'tasks:\n  - { id: order, name: Order it, type: basic }\n  - { id: mail, type: basic }\n'),
);
const NOON = new Date(2026, 0, 15, 12, 0, 0).getTime();

function call(taskId: string, request: EffectView['request'], change: Partial<EffectView> = {}): UndecidedCall {
  const effect = { key: taskId, kind: 'tool', name: 'http', startedAt: NOON, request, ...change } as EffectView;
  return { step: { taskId } as ActivationView, effect };
}

const ORDER = call('order', { input: { url: '/order', method: 'POST' }, config: { base_url: 'https://shop.test/' } });
const MAIL = call('mail', { input: { url: 'https://mail.test/' } }, { repeats: [{ at: NOON + 60_000, by: 'person' }] });

it('says how many calls were cut off, whom each asks, and when it was made last', () => {
  const text = renderToStaticMarkup(<CutOffBar calls={[ORDER, MAIL]} source={source} />);
  expect(text).toContain('2 calls were cut off.');
  expect(text).toContain('POST https://shop.test/order');
  expect(text).toContain('GET https://mail.test/');
  expect(text).toContain(`made at ${timeOf(NOON)}`);
  expect(text).toContain(`made at ${timeOf(NOON + 60_000)}`);
  expect(text).toContain('aria-label="Send the call of Order it again"');
  expect(text).toContain('aria-label="Give up on the call of mail"');
  expect(text).toContain('Give up on all');
});

it('decides about a single call by its own buttons alone', () => {
  const model = call('order', { provider: 'openai', model: 'small' }, { kind: 'model' });
  const text = renderToStaticMarkup(<CutOffBar calls={[model]} source={source} />);
  expect(text).toContain('A call was cut off.');
  expect(text).toContain('openai small');
  expect(text).not.toContain('all again');
});

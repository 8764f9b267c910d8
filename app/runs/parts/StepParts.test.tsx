import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ActivationView } from '#engine/run';
import { Attempts } from './StepParts.tsx';

test('an attempt is as long as it worked, without the pauses of its run', () => {
  const step = { attempts: [{ attempt: 1, startedAt: 1_000, endedAt: 64_000, error: null }] };
  const idle = [{ from: 2_000, to: 62_000, reason: 'paused' }] as const;
  const text = renderToStaticMarkup(
    <Attempts step={step as unknown as ActivationView} idle={idle} chosen={null} onChoose={() => undefined} />,
  );
  expect(text).toContain('Attempt 1 · 3.0 s');
});

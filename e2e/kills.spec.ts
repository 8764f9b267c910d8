import { test } from './fixtures.ts';
import { killBrowser } from './kills.ts';

const SEED = Number(process.env['SIGNALBOX_TEST_SEED'] ?? 21);

test('a run resumes after the whole browser is killed, and does nothing twice that was recorded', async () => {
  await killBrowser({ kills: 1, seed: SEED });
});

import { existsSync } from 'node:fs';
import { test } from 'vitest';
import { expectSoaked } from './testing.ts';

/** 10 minutes. */
const LOAD = { seconds: Number(process.env['SIGNALBOX_TEST_SECONDS'] ?? 600), clients: 10, rest: 400 };

test.skipIf(!existsSync('/proc/self/status'))(
  'a server under load for a while takes no more memory than its rows',
  { timeout: LOAD.seconds * 2_000 + 120_000 },
  async () => {
    const { begun, memory } = await expectSoaked(LOAD);
    console.log(
      `${LOAD.seconds} s, ${begun.count} runs: ${memory.before.toFixed(0)} MiB before, ${memory.after.toFixed(0)} MiB after`,
    );
  },
);

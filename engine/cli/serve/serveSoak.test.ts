import { existsSync } from 'node:fs';
import { test } from 'vitest';
import { expectSoaked } from './testing.ts';

const LOAD = { seconds: 1.5, clients: 10, rest: 200 };

test.skipIf(!existsSync('/proc/self/status'))('a server under load takes no more memory than its rows', async () => {
  await expectSoaked(LOAD);
});

import { test } from './fixtures.ts';
import { expectContract } from './memory.ts';

test('memories keep their contract in the IndexedDB of a browser', async ({ page }) => {
  const part = { use: 'core:indexeddb', config: { path: 'contract' } };
  await expectContract(page, { storage: part, vector: part });
});

import { expectStatus, runBadge } from './app.ts';
import { expect, test } from './fixtures.ts';
import { reopenAfterKill } from './repeats.ts';

test('a run whose browser was killed asks before it repeats calls', async () => {
  test.setTimeout(120_000);
  await reopenAfterKill(0, async (page, { calls }) => {
    const asked = page.getByRole('region', { name: 'Calls that were cut off' });
    await expect(asked).toContainText('2 calls were cut off.');
    expect(calls).toHaveLength(2);
    await asked.getByRole('button', { name: 'Send the call of order again' }).click();
    await asked.getByRole('button', { name: 'Give up on the call of mail' }).click();
    await expect(runBadge(page)).toHaveText(/^Success in/);
    expect(calls.toSorted()).toEqual(['/mail', '/order', '/order']);
    await expectStatus(page, 'mail', 'Error');
    await expect(page.getByRole('img', { name: 'Made again' }).first()).toBeAttached();
  });
});

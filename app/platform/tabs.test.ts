import { afterEach, expect, it, vi } from 'vitest';
import { joinTabs, type Role } from './tabs.ts';

afterEach(() => vi.unstubAllGlobals());

/** The roles that a tab is given by a browser with these locks. */
async function rolesWith(locks: unknown, channel?: unknown): Promise<readonly Role[]> {
  vi.stubGlobal('navigator', { locks });
  vi.stubGlobal('BroadcastChannel', channel);
  const roles: Role[] = [];
  joinTabs({
    onRole: (role) => roles.push(role),
    onContent: () => undefined,
    content: () => null,
    beforeHandover: async () => undefined,
  });
  await vi.waitFor(() => expect(roles).not.toEqual([]));
  return roles;
}

it('a tab writes where the browser has no locks, or gives it none', async () => {
  expect(await rolesWith(undefined)).toEqual(['owner']);
  const denied = Promise.reject(new DOMException('denied', 'SecurityError'));
  expect(await rolesWith({ request: () => denied })).toEqual(['owner']);
});

it('a tab writes where the browser blocks site data, and with it channels between tabs', async () => {
  function Blocked(): never {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  }
  expect(await rolesWith(undefined, Blocked)).toEqual(['owner']);
});

it('a tab follows while another one holds the lock', async () => {
  const request = vi
    .fn()
    .mockImplementationOnce(async (_name: string, _options: object, hold: (lock: null) => unknown) => hold(null))
    .mockReturnValue(new Promise(() => undefined));
  expect(await rolesWith({ request })).toEqual(['follower']);
});

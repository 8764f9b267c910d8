import { test as base, expect, type Locator, type Page } from '@playwright/test';

/**
 * A page that fails its test on any violation of the content security policy, any uncaught error and any error on the
 * console. The fixture `problems` is for tests that expect one (a request that must fail).
 */
export const test = base.extend<{ problems: string[] }>({
  problems: [
    async ({ context }, use) => {
      const problems: string[] = [];
      await context.exposeBinding('reportViolation', (_source, text: string) => problems.push(`policy: ${text}`));
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const report = (globalThis as unknown as { reportViolation: (text: string) => Promise<void> })
            .reportViolation;
          void report(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
        });
      });
      context.on('weberror', (error) => problems.push(`page: ${error.error().message}`));
      context.on('console', (message) => {
        if (message.type() === 'error') problems.push(`console: ${message.text()}`);
      });
      await use(problems);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * A promise in ms as a test holds it: a machine that runs other tests beside it is several times slower than an idle one,
 * where `npm run bench` measures the promise itself.
 */
export function tenTimes(promised: number): number {
  return 10 * promised;
}

export { expect, type Locator, type Page };

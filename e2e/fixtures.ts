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

export { expect, type Locator, type Page };

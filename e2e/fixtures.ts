import { test as base, expect, type Locator, type Page } from '@playwright/test';

/**
 * A page that fails its test on any violation of the content security policy, any uncaught error and any error on the
 * console. The fixture `problems` is for tests that expect one (a request that must fail); tests of code that is loaded ahead
 * set `loadsAhead`.
 */
export const test = base.extend<{ problems: string[]; loadsAhead: boolean }>({
  // To load all code ahead is half of what opening a page costs: most tests ask the browser to save data, as a person may.
  loadsAhead: [false, { option: true }],
  problems: [
    async ({ context, loadsAhead }, use) => {
      const problems: string[] = [];
      await context.exposeBinding('reportViolation', (_source, text: string) => problems.push(`policy: ${text}`));
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const report = (globalThis as unknown as { reportViolation: (text: string) => Promise<void> })
            .reportViolation;
          void report(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
        });
      });
      if (!loadsAhead)
        await context.addInitScript(() => {
          const information = (globalThis as { NetworkInformation?: { prototype: object } }).NetworkInformation;
          if (information) Object.defineProperty(information.prototype, 'saveData', { get: () => true });
        });
      context.on('weberror', (error) => problems.push(`page: ${error.error().message}`));
      context.on('console', (message) => {
        if (message.type() === 'error') problems.push(`console: ${message.text()}`);
      });
      await use(problems);
      expect(problems).toEqual([]);
      // The context is kept for the next test, no page is: a worker that a test left busy would hold its storage, and that test would wait.
      for (const page of context.pages()) await page.close();
    },
    { auto: true },
  ],
});

export { expect, type Locator, type Page };

/** Takes out of the problems of a test that a picture, opened as a page, has no icon. */
export function forgetMissingIcon(problems: string[]): void {
  problems.splice(0, problems.length, ...problems.filter((problem) => !problem.includes('404')));
}

import type { Locator, Page } from './fixtures.ts';

/** Drops what the browser reports of requests that found no server. */
export function forgetLostRequests(problems: string[]): void {
  problems.splice(
    0,
    problems.length,
    ...problems.filter((problem) => !/Failed to (load resource|update a Serv)/.test(problem)),
  );
}

/** The notice of a new version. */
export function offer(page: Page): Locator {
  return page.getByText(/^A new version of Signalbox is here\./);
}

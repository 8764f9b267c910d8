import { card, importText } from './app.ts';
import { expect, type Page } from './fixtures.ts';

/** A file is read and arranged beside the page for as long as it takes. */
const PATIENCE = { timeout: 60_000 };

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const leading = (id: string, targets: readonly string[]): string =>
  `  - {id: ${id}, type: basic, use: "core:log", on_success: {next: [${targets.join(', ')}]}}\n`;

/** Each of so many tasks leads to all. */
export function complete(count: number, name: string): string {
  const ids = range(count, (at) => `${name}${at}`);
  return `id: dense\ntasks:\n${ids.map((id) => leading(id, ids)).join('')}`;
}

/** Each of so many tasks leads to others anywhere. */
export function circles(count: number): string {
  const target = (at: number, n: number): string => `t${(at * 7919 * (n + 1) + n * 31 + 1) % count}`;
  return `id: circles\ntasks:\n${range(count, (at) =>
    leading(
      `t${at}`,
      range(15, (n) => target(at, n)),
    ),
  ).join('')}`;
}

/** A decision with so many routes. */
export function fan(count: number): string {
  const routes = range(count, (at) => `        k${at}: t${at + 1}\n`).join('');
  const decision = `  - id: t0\n    type: decision\n    config:\n      condition: "{{ input.x }}"\n      routes:\n${routes}`;
  return `id: fan\ntasks:\n${decision}${range(count, (at) => `  - {id: t${at + 1}, type: basic}\n`).join('')}`;
}

/** Each of so many tasks leads to three of the next. */
export function braid(count: number): string {
  const targets = (at: number): string[] => [at + 1, at + 2, at + 5].filter((to) => to < count).map((to) => `t${to}`);
  return `id: braid\ntasks:\n${range(count, (at) => leading(`t${at}`, targets(at))).join('')}`;
}

const pad = (level: number): string => '    '.repeat(level);

/** Containers so deep, with lines from each to the outermost. */
export function nested(levels: number): string {
  const opened = range(
    levels,
    (at) => `${pad(at)}  - id: c${at}\n${pad(at)}    type: composite\n${pad(at)}    tasks:\n`,
  );
  const closed = range(levels, (at) => {
    const level = levels - at;
    return `${pad(level)}  - {id: x${level}, type: basic, on_error: {next: [c0, leaf, c${level - 1}]}}\n`;
  });
  return `id: nested\ntasks:\n${opened.join('')}${pad(levels)}  - {id: leaf, type: basic}\n${closed.join('')}`;
}

/** Opens a text, selects its first task, and looks at both tabs of its form. */
export async function expectAnswers(page: Page, name: string, text: string, first: string): Promise<void> {
  await importText(page, name, text);
  await expect(card(page, first)).toBeVisible(PATIENCE);
  // The first tasks are drawn while the rest is read: a selection is of a file that was read.
  await expect(page.getByText(`Reading ${name}`)).toHaveCount(0, PATIENCE);
  // The header of the outermost container is far from its middle, where the view opens.
  if (first === 'c0') await page.getByRole('button', { name: 'Fit everything' }).click();
  await card(page, first).getByText(first, { exact: true }).first().click();
  await page.getByRole('tab', { name: 'Retry' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Retry' })).toBeVisible();
  await page.getByRole('button', { name: 'Fit everything' }).click();
  await page.getByRole('tab', { name: 'Task', exact: true }).click();
  await expect(page.getByRole('tabpanel', { name: 'Task' })).toBeVisible();
}

import { type LoopbackServer, serveLoopback } from '../engine/testing/serving/serveLoopback.ts';
import type { Locator, Page } from './fixtures.ts';

/** A server that sorts what it is sent, and the paths that were asked for. */
export interface Sorter {
  readonly server: LoopbackServer;
  readonly requests: readonly string[];
}

export async function serveSorter(): Promise<Sorter> {
  const requests: string[] = [];
  const server = await serveLoopback((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    requests.push(request.url ?? '');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ topic: (request.url ?? '').replace(/.*=/, '') }));
  });
  return { server, requests };
}

/** What a workflow of texts takes. */
export const INPUT = 'schema: { input: { type: object, properties: { text: { type: string } } } }';

/** A workflow that asks a server for the topic of a text. */
export function flowTo({ server }: Sorter): string {
  return `${INPUT}
tasks:
  - { id: sort, type: basic, use: core:http, with: { url: '${server.url}sort?text={{ workflow.input.text }}' } }
outputs: { topic: '{{ tasks.sort.output.body.topic }}' }
`;
}

export const TESTS = `tests:
  - name: mails
    each: [{ id: money, text: refund }, { id: parcel, text: delivery }]
    input: { text: '{{ row.text }}' }
    answers: { sort: live }
    score: '{{ output.topic == row.text }}'
`;

export function listOf(page: Page): Locator {
  return page.getByRole('list', { name: 'Datasets of mails.test.yaml' });
}

import type { ModelServer } from '../engine/testing/wire/serveModels.ts';
import type { WireProvider } from '../engine/testing/wire/wireProviders.ts';
import { openRunForm } from './app.ts';
import { expect, type Page } from './fixtures.ts';

/** An agent with a tool and a schema, on a provider of the loopback server. */
export function workflow({ provider, path, config }: WireProvider, server: Pick<ModelServer, 'url'>): string {
  const settings = {
    provider,
    model: 'small',
    url: `${server.url}${path}`,
    api_key: 'sk-plain',
    max_tokens: 99,
    ...config,
  };
  return `agents:
  - id: writer
    use: core:agent
    config: ${JSON.stringify(settings)}
    tools:
      - id: digest
        use: core:hash
        schema: { input: { type: object, properties: { text: { type: string } } }, output: { type: object } }
    actions:
      - id: sort
        instructions: Sort the ticket
        output: { type: object, required: [topic], properties: { topic: { type: string } } }
tasks:
  - id: sort
    type: basic
    use: agent:writer
    with: { prompt: I was charged twice }
    outputs: { topic: "{{ output.topic }}" }
`;
}

/** Runs in a worker: notes what the policy refuses it. */
function noteRefusals(): void {
  const refused: string[] = [];
  Object.assign(globalThis, { refused });
  addEventListener('securitypolicyviolation', (event) => {
    refused.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
  });
}

/** Runs in a worker. */
function readRefusals(): string[] {
  return (globalThis as unknown as { refused: string[] }).refused;
}

/** Lets the workers of a page record what the policy refuses them: the page gets no event for that. */
export async function watchWorkers(page: Page): Promise<() => Promise<string[]>> {
  const workers = page.workers();
  expect(workers.length).toBeGreaterThan(0);
  await Promise.all(workers.map((worker) => worker.evaluate(noteRefusals)));
  return async () => (await Promise.all(workers.map((worker) => worker.evaluate(readRefusals)))).flat();
}

/** Says yes to a file from outside, and starts it. */
export async function trustAndRun(page: Page): Promise<void> {
  await openRunForm(page);
  await page.getByRole('button', { name: 'Trust and continue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
}

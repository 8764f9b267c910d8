import { tmpdir } from 'node:os';
import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../../base/index.ts';
import { Exposure } from '../../../effects/index.ts';
import { makeToolCall } from '../../../testing/calls.ts';
import { readReach } from '../../../testing/serving/reachLoopback.ts';
import { servingTests } from '../../../testing/serving/servingTests.ts';
import { openVault } from '../openVault.ts';
import { toWorkerPorts } from './openWorker.ts';

beforeAll(() => loadPatterns());
const serve = servingTests();

test('a worker calls what the rules of the workflow allow, and nothing else of its network', async () => {
  let asked = 0;
  const url = await serve((_, response) => {
    asked += 1;
    response.end('{}');
  });
  const reach = readReach(`reach: { workflows: { trusted: { allow: ["${new URL(url).host}"] } } }`);
  const given = { variables: [], ports: { workspace: tmpdir(), mcpServers: [], grants: [], env: {}, reach } };
  const { openPerformer } = toWorkerPorts(given, 'ask');
  const call = async (file: string): Promise<unknown> => {
    const performer = openPerformer({
      file,
      outermost: file,
      root: 'r',
      salt: 's',
      vault: openVault([], [], 's'),
      exposure: new Exposure(),
      runWorkflow,
    });
    return performer.perform(makeToolCall('core:http', { url, method: 'GET' }), new AbortController().signal);
  };
  expect(await call('other.yaml')).toMatchObject({ ok: false, error: { code: 'AUTHORIZATION_ERROR' } });
  expect(asked).toBe(0);
  expect(await call('trusted.yaml')).toMatchObject({ ok: true });
  expect(asked).toBe(1);
});

async function runWorkflow() {
  return { ok: true, value: null, simulated: false, warnings: [] } as const;
}

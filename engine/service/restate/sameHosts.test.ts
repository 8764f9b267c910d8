import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRunScript } from '../../effects/scripts/createRunScript.ts';
import { createScriptServer } from '../../effects/scripts/serveScripts.ts';
import { openStateKeep } from '../../hosts/node/index.ts';
import { compareHosts, type Sameness } from '../../testing/hosts/compareHosts.ts';
import { recordedCases, sampleCases, serveSite } from '../../testing/hosts/fixedCases.ts';
import { generateCases } from '../../testing/hosts/generatedCases.ts';
import type { Answers, TestHost } from '../../testing/hosts/HostCase.ts';
import { openBrowserHost } from '../../testing/hosts/openBrowserHost.ts';
import { openServiceHost } from '../../testing/hosts/openServiceHost.ts';
import { createScriptedPerformer } from '../../testing/hosts/scriptedPerformer.ts';
import { numRuns } from '../../testing/numRuns.ts';
import { openCluster } from '../../testing/restate/openCluster.ts';
import { findRestateServer } from '../../testing/restate/startRestate.ts';
import type { LoopbackServer } from '../../testing/serving/serveLoopback.ts';
import { type McpLoopback, serveMcp } from '../../testing/serving/serveMcp.ts';
import { TestWorkspace } from '../local/testing.ts';

const binary = findRestateServer();

/** First seed, from `npm run test:long -- --seed N`. */
const FIRST_SEED = Number(process.env['SIGNALBOX_TEST_SEED'] ?? 1);

describe.skipIf(binary === null)('the same on three hosts', () => {
  let hosts: readonly TestHost[];
  let sites: ReadonlyMap<string, LoopbackServer>;
  let mcp: McpLoopback;

  beforeAll(async () => {
    mcp = await serveMcp();
    const mcpServers = [{ name: 'demo', url: mcp.url, headers: [] }];
    hosts = [openBrowserHost({ mcpServers }), await openProcess(mcpServers), await openRestate(mcpServers)];
    sites = new Map(await Promise.all(hosts.map(async ({ name }) => [name, await serveSite()] as const)));
  }, 60_000);
  afterAll(async () => {
    for (const host of hosts) await host.close();
    for (const site of [...sites.values(), mcp]) await site.close();
  });

  /** Of the site of a host. */
  const siteOf = ({ name }: TestHost): LoopbackServer => {
    const site = sites.get(name);
    if (site === undefined) throw new Error(`${name} has no site`);
    return site;
  };

  const casesOn = (host: TestHost) => [...sampleCases(siteOf(host)), ...recordedCases(siteOf(host))];

  test('samples, and the workflows of the recorded runs, do the same', async () => {
    const [first] = hosts;
    if (first === undefined) throw new Error('There are no hosts');
    // In `npm test` every sixth: each alone is also in `samples.test.ts` and `journals.test.ts`, in the host of a browser.
    const isLong = numRuns(1) > 1;
    const chosen = casesOn(first).filter((_, index) => isLong || index % 6 === 0);
    const cases = chosen.map(({ name }) => (host: TestHost) => {
      const found = casesOn(host).find((each) => each.name === name);
      if (found === undefined) throw new Error(`${host.name} has no case ${name}`);
      return found;
    });
    const sameness = await compareHosts(hosts, cases);
    expect(sameness.differences).toEqual([]);
    expect(sameness).toMatchObject({ refused: 0 });
    expect(sameness.traced).toBeGreaterThan(isLong ? 2 : 0);
  }, 60_000);

  test('generated workflows do the same, as the model of the format predicts', {
    timeout: numRuns(60_000),
  }, async () => {
    const cases = await generateCases(FIRST_SEED, numRuns(4, 10));
    const sameness = await compareHosts(hosts, cases);
    expect(sameness.differences).toEqual([]);
    note(sameness);
    expect(sameness.traced).toBeGreaterThan(cases.length / 10);
  });
});

function note({ cases, traced, refused, events }: Sameness): void {
  if (numRuns(1) > 1)
    console.log(
      `${cases} workflows on three hosts, ${events} events; ${traced} with equal traces, ${refused} refused by all`,
    );
}

type McpServers = NonNullable<Parameters<typeof openBrowserHost>[0]>['mcpServers'] & {};

async function openProcess(mcpServers: McpServers): Promise<TestHost> {
  const workspace = new TestWorkspace();
  const answers = new Map<string, Answers>();
  const service = await workspace.open({
    mcpServers,
    active: 50,
    runScript: openScripts(),
    createPerformer: createScriptedPerformer((id) => answers.get(id)),
  });
  const write = (name: string, text: string): void => workspace.write(`${name}.yaml`, text);
  return openServiceHost('process', { service, write, answers, stop: () => workspace.remove() });
}

async function openRestate(mcpServers: McpServers): Promise<TestHost> {
  const answers = new Map<string, Answers>();
  const ports = {
    mcpServers,
    ...openStateKeep(null),
    runScript: openScripts(),
    createPerformer: createScriptedPerformer((id) => answers.get(id)),
  };
  const { service, write, stop } = await openCluster(binary ?? '', { ports });
  return openServiceHost('restate', { service, write, answers, stop });
}

function openScripts() {
  return createRunScript(() => ({ run: createScriptServer(), end: () => undefined }));
}

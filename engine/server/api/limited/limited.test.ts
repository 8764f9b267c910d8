import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '../../../base/index.ts';
import { readConfig } from '../../../serveConfig/index.ts';
import { openTriggers, type Triggers } from '../../../service/index.ts';
import type { LocalRunService } from '../../../service/local/LocalRunService.ts';
import { ended, start, TestWorkspace, until } from '../../../service/local/testing.ts';
import { AuditFile } from '../AuditFile.ts';
import { createDocument, ROUTES } from '../openApi.ts';
import { TokenFile } from '../TokenFile.ts';
import { type Answered, ApiUnderTest } from '../testing.ts';

const ASK = `
tasks: [{ id: ask, type: wait, config: { signal: approved, timeout: 1h, check_interval: 1h } }]
`;
const AROUND = 'tasks: [{ id: call, type: basic, use: core:workflow, with: { file: shared.yaml } }]';
const ECHO = 'tasks: [{ id: a, type: basic }]\noutputs: { text: "{{ workflow.input.text }}" }';

const CONFIG = `
schedules:
  mine-night: { workflow: mine-around, cron: "0 3 1 1 *" }
  zeta-night: { workflow: zeta-around, cron: "0 3 1 1 *" }
webhooks:
  mine-hook: { path: mine, workflow: mine-echo, auth: none }
  zeta-hook: { path: zeta, workflow: zeta-echo, auth: none }
mcp:
  - { workflow: mine-echo, name: mine_tool, wait: 30s }
  - { workflow: zeta-echo, name: zeta_tool, wait: 30s }
on_failure: { "zeta-echo": mine-echo, mine-echo: zeta-echo, mine-around: mine-echo }
`;

const workspace = new TestWorkspace();
let service: LocalRunService;
let triggers: Triggers;
let api: ApiUnderTest;
let limited: string;
/** A run of each kind and the run that it has started. */
const ids = { mine: '', mineBelow: '', zeta: '', zetaBelow: '', zetaEnded: '' };

beforeAll(async () => {
  for (const name of ['mine', 'zeta']) {
    workspace.write(`${name}-around.yaml`, AROUND);
    workspace.write(`${name}-echo.yaml`, ECHO);
  }
  workspace.write('shared.yaml', ASK);
  service = await workspace.open();
  const config = readConfig(CONFIG);
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  triggers = await openTriggers(config.value, {
    service,
    state: workspace.state,
    env: {},
    onProblem: () => undefined,
  });
  const tokens = new TokenFile(workspace.state);
  const asked = { name: 'ci', scope: 'admin', expiresAt: null } as const;
  limited = (await tokens.create({ ...asked, workflows: ['mine-*', 'shared'] })).token;
  api = await ApiUnderTest.start({ service, triggers, tokens, audit: new AuditFile(workspace.state) });
  api.token = limited;
  for (const kind of ['mine', 'zeta'] as const) {
    ids[kind] = (await start(service, `${kind}-around`, { text: `input of ${kind}` })).id;
    await until(service, ids[kind], ({ status }) => status === 'waiting');
    const below = (await Promise.all((await service.waits()).map(({ runId }) => service.get(runId)))).find(
      (run) => run?.parent?.root === ids[kind],
    );
    ids[`${kind}Below`] = below?.id ?? '';
  }
  ids.zetaEnded = (await ended(service, (await start(service, 'zeta-echo', { text: 'ZETA-OUTPUT' })).id)).id;
});
afterAll(async () => {
  await triggers.end();
  await api.close();
  await workspace.remove();
});

/** What is asked of each request of the document, with what its path names: what is there, or what is not. */
interface Named {
  readonly id: string;
  readonly workflow: string;
  readonly schedule: string;
}

function pathOf(route: string, { id, workflow, schedule }: Named): string {
  return route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'id') return id;
    if (name === 'signal') return 'approved';
    if (name === 'name') return route.startsWith('/api/schedules/') ? schedule : workflow;
    throw new Error(`The path of a new route has {${name}}. Say here what it names outside of the limit of a token.`);
  });
}

/** Bodies with which a request would do something; others are sent an empty map. */
const BODIES: Readonly<Record<string, (named: Named) => JsonObject>> = {
  cancelRuns: ({ workflow }) => ({ workflow }),
  retryRuns: ({ workflow }) => ({ workflow }),
  skipWait: () => ({ activation: 1 }),
  mcp: () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
};

function operations(): readonly (readonly [method: string, path: string])[] {
  const { paths } = createDocument();
  return Object.entries(isJsonObject(paths) ? paths : {}).flatMap(([path, methods]) =>
    Object.keys(isJsonObject(methods) ? methods : {}).map((method) => [method.toUpperCase(), path] as const),
  );
}

async function ask(method: string, route: string, named: Named): Promise<Answered> {
  const found = ROUTES.find((one) => one.method === method && one.path === route);
  const body = found?.body === null ? undefined : (BODIES[found?.id ?? '']?.(named) ?? {});
  const headers = { Accept: 'application/json, text/event-stream' };
  return api.ask(method, pathOf(route, named), { headers, ...(body === undefined ? {} : { body }) });
}

/** Whatever must be in no answer, but for what was asked with. */
function expectNothingOf(text: string, named: Named): void {
  const own: readonly string[] = Object.values(named);
  const others = [...Object.values(ids).filter((id) => id !== ids.mine && id !== ids.mineBelow), 'zeta', 'ZETA-OUTPUT'];
  for (const asked of own) text = text.replaceAll(asked, '');
  for (const other of others) expect(text).not.toContain(other);
}

describe.each(operations().filter(([, path]) => !path.startsWith('/hooks/')))('%s %s', (method, path) => {
  test.each([
    ['a run that waits', () => ids.zeta],
    ['a run that has ended', () => ids.zetaEnded],
    ['a run that one outside has started, of a workflow inside', () => ids.zetaBelow],
  ])('answers a token that is limited as if %s outside did not exist', async (_, id) => {
    const named = { id: id(), workflow: 'zeta-echo', schedule: 'zeta-night' };
    const none = { id: `${id().slice(0, -1)}_`, workflow: 'zeta-ecno', schedule: 'zeta-nignt' };
    const [there, gone] = [await ask(method, path, named), await ask(method, path, none)];
    const rename = (text: string): string =>
      text
        .replaceAll(none.id, named.id)
        .replaceAll(none.workflow, named.workflow)
        .replaceAll(none.schedule, named.schedule);
    expect([there.status, there.text]).toEqual([gone.status, rename(gone.text)]);
    if (/\{/.test(path)) expect(there.status).toBe(404);
    expectNothingOf(there.text, named);
  });
});

test('nothing was done to what is outside', async () => {
  expect(await service.get(ids.zeta)).toMatchObject({ status: 'waiting' });
  expect(await service.get(ids.zetaEnded)).toMatchObject({ status: 'success' });
});

test('what is inside is seen and controlled, with the runs that it has started', async () => {
  expect((await api.get(`/api/runs/${ids.mine}`)).body).toMatchObject({ workflow: 'mine-around' });
  expect((await api.get(`/api/runs/${ids.mineBelow}/events`)).status).toBe(200);
  expect((await api.get(`/api/runs/${ids.mine}/journal`)).status).toBe(200);
  expect((await api.get('/api/inbox')).body).toMatchObject({ waits: [{ run_id: ids.mineBelow }] });
  expect((await api.get('/api/workflows')).body).toMatchObject({
    workflows: [{ name: 'mine-around' }, { name: 'mine-echo' }, { name: 'shared' }],
  });
  expect((await api.get('/api/triggers')).body).toMatchObject({
    schedules: [{ name: 'mine-night' }],
    webhooks: [{ name: 'mine-hook' }],
    tools: [{ name: 'mine_tool' }],
    on_failure: [{ of: 'mine-around' }],
  });
  expect((await api.post('/api/workflows/mine-echo/runs?wait=30s', { input: { text: 'a' } })).status).toBe(200);
  expect((await api.post(`/api/runs/${ids.mineBelow}/signals/approved`, {})).status).toBe(202);
  expect((await ended(service, ids.mine)).status).toBe('success');
});

const call = (name: string): Promise<Answered> =>
  api.post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } },
    { Accept: 'application/json, text/event-stream' },
  );

test('a tool outside is one that does not exist', async () => {
  const [there, gone] = [await call('zeta_tool'), await call('zeta_tooo')];
  expect(there.text).toBe(gone.text.replaceAll('zeta_tooo', 'zeta_tool'));
  expect((await call('mine_tool')).text).toContain('success');
});

test.each(['/metrics', '/api/audit'])('%s is about the whole server, and refused', async (place) => {
  expect(await api.get(place)).toMatchObject({ status: 403, code: 'SCOPE_NEEDED' });
});

test('pages have the runs of its workflows alone, and cursors count no others', async () => {
  for (let count = 0; count < 3; count++) {
    await start(service, 'zeta-echo', { text: 'ZETA-OUTPUT' });
    await ended(service, (await start(service, 'mine-echo', { text: 'paged' })).id);
  }
  const seen: string[] = [];
  let next: string | null = '';
  for (let pages = 0; next !== null; pages++) {
    const cursor = next === '' ? '' : `&cursor=${encodeURIComponent(next)}`;
    const { body } = await api.get(`/api/runs?limit=1&status=success${cursor}`);
    const page = body as { runs: { id: string; workflow: string }[]; next: string | null };
    expect(page.runs).toMatchObject([{ workflow: expect.stringContaining('mine-') }]);
    for (const { id } of page.runs) seen.push(id);
    next = page.next;
    if (next !== null) expect(next).toContain(seen.at(-1));
    expect(pages).toBeLessThan(10);
  }
  expect(seen.length).toBeGreaterThan(3);
  expect(new Set(seen).size).toBe(seen.length);
  expect((await api.get('/api/runs?cursor=3')).code).toBe('BAD_QUERY');
});

test('a cursor whose run was removed meanwhile goes on where it was', async () => {
  const page = (await api.get('/api/runs?limit=2')).body as { runs: { id: string }[]; next: string };
  const rest = (await api.get(`/api/runs?cursor=${page.next}`)).body as { runs: { id: string }[] };
  expect((await api.ask('DELETE', `/api/runs/${page.runs[1]?.id}`)).status).toBe(204);
  const after = (await api.get(`/api/runs?cursor=${page.next}`)).body as { runs: { id: string }[] };
  expect(after.runs.map(({ id }) => id)).toEqual(expect.arrayContaining(rest.runs.map(({ id }) => id)));
});

test('what cannot be read of a run outside is not told either', async () => {
  const { id } = await ended(service, (await start(service, 'zeta-echo', { text: 'x'.repeat(50_000) })).id);
  const { rm } = await import('node:fs/promises');
  await rm(path.join(workspace.state, 'runs', `${id}.jsonl`));
  for (const place of ['', '/events', '/journal'])
    expect(await api.get(`/api/runs/${id}${place}`)).toMatchObject({ status: 404, code: 'UNKNOWN_RUN' });
});

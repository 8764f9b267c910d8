import { describe, expect, test } from 'vitest';
import { BUILT_INS, builtInUse } from '../../../tools/index.ts';
import { applyFix, findingsIn } from '../../testing.ts';

const agent = (more: string) => `agents: [{ id: a, use: core:agent, ${more} config: { provider: mock, model: m } }]\n`;

describe('uses', () => {
  test.each([
    ['tasks: [{ id: t, type: basic, use: agent:b }]', 'UNKNOWN_AGENT agent:b'],
    ['agents: [{ id: a, use: core:agent }]\ntasks: [{ id: t, type: basic, use: agent:a }]', 'AGENT_WITHOUT_MODEL a'],
    ['tasks: [{ id: t, type: basic, use: tool:b }]', 'UNKNOWN_TOOL tool:b'],
    ['tasks: [{ id: t, type: basic, use: acme:thing@1 }]', 'UNRESOLVED_USE acme:thing@1'],
    ['tasks: [{ id: t, type: basic, use: core:htp }]', 'UNRESOLVED_USE core:htp'],
    ['tasks: [{ id: t, type: basic, use: core:http, with: { url: /x } }]'],
    ['tasks: [{ id: t, type: basic, use: core:kv, with: { op: list } }]'],
    ['tasks: [{ id: t, type: basic, use: mcp:files/read }]'],
    ['tools: [{ id: r, use: mcp:files/read }]\ntasks: [{ id: t, type: basic, use: tool:r }]'],
    [
      'tools: [{ id: r, use: core:http }]\ntasks: [{ id: t, type: basic, use: tool:r, with: { url: /x } }]',
      'REQUIRED_KEY { id: r, use: core:http }',
    ],
    [`${agent('tools: [{ id: r, use: mcp:files/read }],')}tasks: [{ id: t, type: basic, use: agent:a }]`],
    [
      `${agent('actions: [{ id: x, instructions: i, output: {} }, { id: y, instructions: i, output: {} }],')}tasks: [{ id: t, type: basic, use: agent:a }]`,
      'ACTION_NEEDED agent:a',
    ],
    [
      `${agent('actions: [{ id: x, instructions: i, output: {} }],')}tasks: [{ id: t, type: basic, use: agent:a, action: z }]`,
      'UNKNOWN_ACTION z',
    ],
    [
      `${agent('tools: [{ id: lookup, config: {} }],')}tasks: [{ id: t, type: basic, use: agent:a }]`,
      'UNKNOWN_TOOL lookup',
    ],
    [
      'agents: [{ id: a, use: acme:agent, config: { provider: mock, model: m } }]\ntasks: [{ id: t, type: basic, use: agent:a }]',
      'AGENT_FALLBACK acme:agent',
    ],
    [
      'agents: [{ id: a, use: acme:agent }]\ntasks: [{ id: t, type: basic, use: agent:a }]',
      'UNRESOLVED_USE acme:agent',
    ],
    [
      'agents: [{ id: a, use: core:agent, config: { provider: openai, model: m } }]\ntasks: [{ id: t, type: basic, use: agent:a }]',
    ],
  ])('%s', (text, ...expected) => {
    expect(findingsIn(text)).toEqual(expected);
  });

  test.each([
    ['tools: [{ id: crm, use: core:http }]', 'core:http', 'DEFINITION_PASSED_OVER', 'tool:crm'],
    ['tools: [{ id: crm, use: acme:crm }]', 'acme:crm', 'IMPLIED_DEFINITION', 'tool:crm'],
    ['agents: [{ id: w, use: acme:writer }]', 'acme:writer', 'IMPLIED_DEFINITION', 'agent:w'],
    ['agents: [{ id: w, use: core:agent }]', 'core:agent', 'UNRESOLVED_USE', 'agent:w'],
  ])('%s is named in place of %s', (definition, use, code, named) => {
    const text = `${definition}\ntasks: [{ id: t, type: basic, use: ${use} }]`;
    expect(findingsIn(text)).toContain(`${code} ${use}`);
    const fixed = applyFix(text, code);
    expect(fixed).toContain(`use: "${named}"`);
    expect(findingsIn(fixed)).not.toContain(`${code} ${use}`);
  });

  test.each([
    ['https://crm.test:8443/v1', 'https://evil.test/', true],
    ['https://crm.test:8443/v1', 'http://crm.test:8443/a', true],
    ['https://crm.test/v1', 'HTTPS://CRM.test/{{ input.id }}', false],
    ['https://crm.test/v1', '/a', false],
    ['https://crm.test/v1', '{{ input.url }}', false],
    ['{{ env.BASE }}', 'https://evil.test/', false],
  ])('headers of a tool at %s: an address %s is told of: %s', (base, url, isTold) => {
    const tool = `{ id: crm, use: core:http, config: { base_url: "${base}", headers: { X: y } }, schema: { input: {}, output: {} } }`;
    const text = `tools: [${tool}]\ntasks: [{ id: t, type: basic, use: tool:crm, with: { url: "${url}" } }]`;
    expect(findingsIn(text).some((finding) => finding.startsWith('HEADERS_LEFT_OUT'))).toBe(isTold);
  });

  test.each([
    ['a task', 'tasks: [{ id: t, type: basic, use: core:http }, { id: u, type: basic, use: tool:crm }]'],
    ['an agent', `${agent('tools: [{ id: crm }],')}tasks: [{ id: t, type: basic, use: core:http }]`],
  ])('a built-in beside a definition that %s names says nothing', (_, text) => {
    const findings = findingsIn(`tools: [{ id: crm, use: core:http, schema: { input: {}, output: {} } }]\n${text}`);
    expect(findings.filter((finding) => finding.startsWith('DEFINITION'))).toEqual([]);
  });

  test.each([
    ['opanai', 'UNKNOWN_PROVIDER opanai', 'provider: openai'],
    ['acme', 'UNKNOWN_PROVIDER acme', null],
    ['"{{ env.P }}"', null, null],
  ])('the provider %s', (provider, expected, fixed) => {
    const text = `agents: [{ id: a, use: core:agent, config: { provider: ${provider}, model: m } }]\ntasks: [{ id: t, type: basic, use: agent:a }]`;
    expect(findingsIn(text)).toEqual(expected === null ? [] : [expected]);
    if (fixed !== null) expect(applyFix(text, 'UNKNOWN_PROVIDER')).toContain(fixed);
  });

  test('the built-ins that are known are those that run', () => {
    const uses = [...BUILT_INS.map((tool) => [builtInUse(tool), tool.start] as const), ['core:nothing', {}] as const];
    const found = uses.flatMap(([use, start]) =>
      findingsIn(`tasks: [{ id: t, type: basic, use: "${use}", with: ${JSON.stringify(start)} }]`),
    );
    expect(found).toEqual(['UNRESOLVED_USE "core:nothing"']);
  });
});

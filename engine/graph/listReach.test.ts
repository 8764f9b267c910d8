import { expect, test } from 'vitest';
import { yaml } from '../testing/index.ts';
import { analyze } from './analyze.ts';
import { listReach } from './listReach.ts';

function reachOf(text: string) {
  return listReach(analyze('test.yaml', text).workflow);
}

test('names origins, services, variables and tools wherever they stand', () => {
  const text = yaml`
    memory:
      id: main
      storage: {use: "upstash:redis", config: {url: "https://db.upstash.io", token: "{{ env.REDIS_TOKEN }}"}}
      vector: {use: "core:in-memory", dimensions: 8, config: {}}
    agents:
      - id: helper
        use: core:agent
        config: {provider: anthropic, model: m, api_key: "{{ env.ANTHROPIC_KEY }}"}
        tools: [{id: sh, use: "core:javascript", schema: {input: {}, output: {}}}]
        actions: [{id: go, instructions: "Hi {{ env.NAME }}", output: {}}]
    tools:
      - {id: crm, use: "core:http", config: {base_url: "https://CRM.example/v1"}, schema: {input: {}, output: {}}}
    tasks:
      - id: outer
        type: composite
        tasks:
          - {id: a, type: basic, use: "core:http", with: {url: "https://api.example/{{ input.id }}"}}
      - {id: b, type: basic, use: "mcp:files/read"}
      - {id: c, type: basic, use: "core:file", on_success: {next: a, with: {url: "http://127.0.0.1:9/x"}}}
  `;
  expect(reachOf(text)).toEqual({
    origins: ['http://127.0.0.1:9', 'https://api.example', 'https://crm.example', 'https://db.upstash.io'],
    isOpen: false,
    services: ['MCP server files', 'anthropic', 'upstash:redis'],
    variables: ['ANTHROPIC_KEY', 'NAME', 'REDIS_TOKEN'],
    tools: ['core:file', 'core:javascript'],
  });
});

test.each([
  '"{{ env.BASE }}/items"',
  '"https://{{ input.host }}/items"',
  '"https://api.{{ input.region }}.example/items"',
])('an address such as %s is computed while it runs', (url) => {
  const reach = reachOf(`tasks:\n  - {id: a, type: basic, use: "core:http", with: {url: ${url}}}\n`);
  expect(reach).toMatchObject({ isOpen: true, origins: [] });
});

test('an address that comes from the task before is computed too', () => {
  expect(reachOf('tasks: [{id: a, type: basic, use: "core:http"}]').isOpen).toBe(true);
});

test('a text that is no workflow reaches nothing', () => {
  expect(reachOf('- 1\n- 2\n')).toEqual({ origins: [], isOpen: false, services: [], variables: [], tools: [] });
});

import { expect, test } from 'vitest';
import { readWorkflow } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { yaml } from '../../testing/index.ts';
import { findAddressVariables, findCredentialVariables, findSentVariables } from './findCredentialVariables.ts';
import { isCredentialField } from './isCredentialField.ts';

test('variables that reach a credential field are found, others are not', () => {
  const text = yaml`
    memory:
      id: notes
      vector:
        use: acme:vectors
        dimensions: 3
        config: { url: "{{ env.VECTOR_URL }}", apiKey: "{{ env.VECTOR_KEY }}" }
    agents:
      - id: writer
        use: core:agent
        config: { provider: mock, model: "{{ env.MODEL }}", api_key: "{{ env.WRITER_KEY }}" }
        tools:
          - { id: search, config: { token: "{{ env['SEARCH-TOKEN'] }}" } }
    tools:
      - id: crm
        use: core:http
        config:
          headers: { Authorization: "Bearer {{ env.CRM_TOKEN ?? env.CRM_OLD }}", X-Region: "{{ env.REGION }}" }
        schema: { input: {}, output: {} }
    tasks:
      - id: outer
        type: parallel
        tasks:
          - { id: inner, type: basic, use: core:http, with: { headers: { x-api-key: "{{ env.INNER }}" }, url: "{{ env.URL }}" } }
  `;
  expect([...findCredentialVariables(readWorkflow(parseSyntax(text)))].sort()).toEqual([
    'CRM_OLD',
    'CRM_TOKEN',
    'INNER',
    'SEARCH-TOKEN',
    'VECTOR_KEY',
    'WRITER_KEY',
  ]);
});

test('what handlers and routes pass on to a credential field is found', () => {
  const text = yaml`
    env: { api_key: "{{ env.OWN }}" }
    tasks:
      - id: a
        type: decision
        config:
          routes: { hi: { next: b, with: { headers: { Authorization: "Bearer {{ env.ROUTED }}" } } } }
          default: { next: b, with: { token: "{{ env.DEFAULTED }}", name: "{{ env.NAME }}" } }
        on_error: { routes: { "*": { next: b, with: { password: "{{ env.ERRED }}" } } } }
        on_complete: { next: b, with: { api_key: "{{ env.COMPLETED }}" } }
      - { id: b, type: basic, use: "core:http" }
  `;
  expect([...findCredentialVariables(readWorkflow(parseSyntax(text)))].sort()).toEqual([
    'COMPLETED',
    'DEFAULTED',
    'ERRED',
    'OWN',
    'ROUTED',
  ]);
});

test('a variable that an `env` renames on its way to a credential field is found', () => {
  const text = yaml`
    env: { KEY: "{{ env.VENDOR_KEY }}", REGION: "{{ env.PLACE }}" }
    agents:
      - id: writer
        use: core:agent
        env: { MINE: "{{ env.KEY }}" }
        config: { provider: mock, model: small, api_key: "{{ env.MINE }}" }
  `;
  expect([...findCredentialVariables(readWorkflow(parseSyntax(text)))].sort()).toEqual(['KEY', 'MINE', 'VENDOR_KEY']);
});

test('what is templated into a header, a query or the credentials and query of an address is found', () => {
  const text = yaml`
    env: { RENAMED: "{{ env.ORIGINAL }}" }
    memory: { id: notes, vector: { use: acme:vectors, dimensions: 3, config: { url: "https://v.test/?key={{ env.VECTOR }}" } } }
    agents:
      - id: writer
        use: core:agent
        config: { provider: mock, model: "{{ env.MODEL }}", headers: { x-team: "{{ env.TEAM }}" } }
    tools:
      - { id: crm, use: core:http, config: { base_url: "https://{{ env.HOST }}/", headers: { X-Region: "{{ env.REGION }}" } } }
      - { id: note, use: core:log, config: { headers: "{{ env.LOGGED }}" } }
    tasks:
      - id: outer
        type: parallel
        tasks:
          - { id: a, type: basic, use: core:http, with: { url: "https://{{ env.USER }}:{{ env['PASS-WORD'] }}@{{ env.SITE }}/{{ env.PATH }}?q={{ env.QUERY ?? 'x' }}" } }
          - { id: b, type: basic, use: tool:crm, with: { url: x, query: { page: "{{ env.PAGE }}" } } }
          - { id: c, type: basic, use: core:log, with: { query: "{{ env.SAID }}", url: "?{{ env.SAID }}" } }
        on_success: { next: d, with: { headers: { x-note: "{{ env.PASSED }}" } } }
      - { id: d, type: basic, use: core:http, with: { url: "https://d.test/?{{ env.RENAMED }}", json: { text: "{{ env.TEXT }}" } } }
  `;
  expect([...findSentVariables(readWorkflow(parseSyntax(text)))].sort()).toEqual([
    'ORIGINAL',
    'PAGE',
    'PASS-WORD',
    'PASSED',
    'QUERY',
    'REGION',
    'RENAMED',
    'TEAM',
    'USER',
    'VECTOR',
  ]);
});

test.each<readonly [url: string, names: readonly string[]]>([
  ['https://a.test/{{ env.A }}', []],
  ['https://a.test/{{ env.A ? env.B : env.C }}', []],
  ['https://a.test/{{ env.A }}?b={{ env.B }}&c={{ env["C"] }}#{{ env.D }}', ['B', 'C', 'D']],
  ["{{ env.A + '/x?k=' + env.B }}", ['B']],
  ["{{ env.A + '//u:' + env.B + '@a.test' }}", ['B']],
  ['https://a.test/@{{ env.A }}', []],
  ['{{ env?.A }}?{{ env?.["B"] }}{{ environment.C }}', ['B']],
])('of %s, what is in its query, user name or password', (url, names) => {
  expect(findAddressVariables(url)).toEqual(names);
});

test.each(['passphrase', 'app_secret', 'X-Shopify-Access-Token', 'secretAccessKey', 'pwd', 'session_token'])(
  'a field of the name %s holds a credential, also where the format knows none',
  (key) => {
    expect(isCredentialField(key)).toBe(true);
  },
);

test.each(['key', 'text', 'pages', 'tokens', 'max_tokens', 'passport', 'keyboard', 'primary_key'])(
  '%s holds none',
  (key) => {
    expect(isCredentialField(key)).toBe(false);
  },
);

import { expect, test } from 'vitest';
import { readWorkflow } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { yaml } from '../../testing/index.ts';
import { findCredentialVariables } from './findCredentialVariables.ts';

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

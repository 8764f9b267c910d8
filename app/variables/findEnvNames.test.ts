import { describe, expect, it, test } from 'vitest';
import { analyze } from '#engine';
import { yaml } from '#engine/testing';
import { checkVariableName, looksSecret } from './checkVariableName.ts';
import { findEnvNames, findServerNames } from './findEnvNames.ts';

describe('names a workflow reads from its variables', () => {
  it('are found wherever a template is, once, without those it sets itself', () => {
    const text = yaml`
      env:
        REGION: eu
      agents:
        - id: triage
          use: core:agent
          config:
            provider: openai
            model: m
            api_key: "{{ env.OPENAI_KEY }}"
      tasks:
        - id: a
          type: basic
          env:
            LOCAL: "{{ env.OUTER }}"
          with:
            text: "{{ env.REGION }} {{ env.LOCAL }} {{ env['OPENAI_KEY'] }}"
    `;
    expect(findEnvNames(analyze('a.yaml', text).syntax)).toEqual(['OPENAI_KEY', 'OUTER']);
  });

  it('are none in broken or empty text', () => {
    expect(findEnvNames(analyze('a.yaml', '').syntax)).toEqual([]);
    expect(findEnvNames(analyze('a.yaml', 'tasks: [').syntax)).toEqual([]);
  });
});

describe('the name of a variable', () => {
  it('is one an expression can read, and free', () => {
    const taken = [{ name: 'A', value: '', isSecret: false }];
    expect(checkVariableName('API_KEY2', taken)).toBeNull();
    for (const name of ['', '2A', 'a-b', 'a b', 'ä', 'A']) expect(checkVariableName(name, taken)).not.toBeNull();
  });

  it('recognizes a secret by its shape', () => {
    expect(['OPENAI_API_KEY', 'githubToken', 'DB_PASSWORD'].every(looksSecret)).toBe(true);
    expect(looksSecret('REGION')).toBe(false);
  });
});

test('MCP servers read variables in their address and the values of their headers', () => {
  const headers = [
    ['Authorization', 'Bearer {{env.TOKEN}}'],
    ['{{ env.NOT }}', 'plain'],
  ] as const;
  expect(findServerNames([{ name: 'a', url: 'https://{{ env.HOST }}/mcp', headers }])).toEqual(['HOST', 'TOKEN']);
});

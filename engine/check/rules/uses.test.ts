import { describe, expect, test } from 'vitest';
import { BUILT_IN_TOOLS } from '../../effects/index.ts';
import { RUNNABLE_TOOLS } from '../runnable.ts';
import { findingsIn } from '../testing.ts';

const agent = (more: string) => `agents: [{ id: a, use: core:agent, ${more} config: { provider: mock, model: m } }]\n`;

describe('uses', () => {
  test.each([
    ['tasks: [{ id: t, type: basic, use: agent:b }]', 'UNKNOWN_AGENT agent:b'],
    ['agents: [{ id: a, use: core:agent }]\ntasks: [{ id: t, type: basic, use: agent:a }]', 'AGENT_WITHOUT_MODEL a'],
    ['tasks: [{ id: t, type: basic, use: tool:b }]', 'UNKNOWN_TOOL tool:b'],
    ['tasks: [{ id: t, type: basic, use: acme:thing@1 }]', 'UNRESOLVED_USE acme:thing@1'],
    ['tasks: [{ id: t, type: basic, use: core:htp }]', 'UNRESOLVED_USE core:htp'],
    ['tasks: [{ id: t, type: basic, use: core:http }]'],
    ['tasks: [{ id: t, type: basic, use: core:kv }]', 'NOT_YET_SUPPORTED core:kv'],
    ['tasks: [{ id: t, type: basic, use: mcp:files/read }]', 'NOT_YET_SUPPORTED mcp:files/read'],
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
      'NOT_YET_SUPPORTED openai',
    ],
  ])('%s', (text, ...expected) => {
    expect(findingsIn(text)).toEqual(expected);
  });

  test('what is said to run is what runs', () => {
    expect([...RUNNABLE_TOOLS].sort()).toEqual(BUILT_IN_TOOLS.map(({ use }) => use.replace('core:', '')).sort());
  });
});

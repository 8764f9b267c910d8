import { expect, test } from 'vitest';
import { parseSyntax } from '../../syntax/index.ts';
import { yaml } from '../../testing/index.ts';
import { withAgentPrices } from './agentPrices.ts';
import { readWorkflow } from './readWorkflow.ts';

const SHIPPED = [{ provider: 'openai', model: 'gpt', input: 2, output: 8 }];

const pricesOf = (text: string) => withAgentPrices(readWorkflow(parseSyntax(text)), SHIPPED);

test('prices of agents and of their actions come before those that are known, and what an action leaves out is the agent’s', () => {
  const text = yaml`
    agents:
      - id: a
        use: core:agent
        config: { provider: openai-compatible, model: qwen, price: { input: 0.4, output: 1.6 } }
        actions:
          - { id: fast, instructions: Go, output: {}, config: { model: tiny, price: { input: 0, output: 0.1 } } }
          - { id: same, instructions: Go, output: {}, config: { temperature: 0 } }
      - { id: b, use: core:agent, config: { provider: openai, model: gpt } }
    tasks: []
  `;
  const qwen = { provider: 'openai-compatible', model: 'qwen', input: 0.4, output: 1.6 };
  const tiny = { provider: 'openai-compatible', model: 'tiny', input: 0, output: 0.1 };
  expect(pricesOf(text)).toEqual([qwen, tiny, qwen, ...SHIPPED]);
});

test.each([
  '{ input: 1 }',
  '{ input: "1", output: 2 }',
  '{ input: -1, output: 2 }',
  '{ input: "{{ env.PRICE }}", output: 2 }',
  '3',
])('%s is no price', (price) => {
  expect(pricesOf(`agents: [{ id: a, use: core:agent, config: { provider: p, model: m, price: ${price} } }]`)).toEqual(
    SHIPPED,
  );
});

test('a model that a template names has no price', () => {
  const config = '{ provider: p, model: "{{ env.MODEL }}", price: { input: 1, output: 2 } }';
  expect(pricesOf(`agents: [{ id: a, use: core:agent, config: ${config} }]`)).toEqual(SHIPPED);
});

import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { listSimulation } from './SimulationPart.tsx';

const FILE = `agents:
  - {id: played, use: core:agent, config: {provider: mock, model: m}, actions: [{id: a, instructions: x}]}
  - id: real
    use: core:agent
    config: {provider: openai, model: m}
    tools: ["tool:page", "mcp:ops/find", "core:kv"]
    actions: [{id: a, instructions: x}]
  - {id: unused, use: core:agent, config: {provider: openai, model: m}, actions: [{id: a, instructions: x}]}
tools:
  - {id: page, use: "core:html", schema: {input: {}, output: {}}}
tasks:
  - {id: one, type: basic, use: "agent:played"}
  - {id: two, type: basic, use: "agent:real"}
  - {id: all, type: parallel, tasks: [{id: get, type: basic, use: "core:http"}, {id: again, type: basic, use: "core:http"}]}
  - {id: note, type: basic, use: "core:log"}
`;

test('the agents of the provider mock are simulated already, the switch adds the rest, built-ins still go out', () => {
  expect(listSimulation(analyze('a.yaml', FILE).workflow)).toEqual({
    own: ['played'],
    added: ['real', 'mcp:ops/find'],
    outgoing: ['core:html', 'core:http'],
  });
});

test('a workflow of built-ins alone has nothing to simulate', () => {
  const { workflow } = analyze('a.yaml', 'tasks: [{id: a, type: basic, use: "core:log"}, {id: b, type: map}]');
  expect(listSimulation(workflow)).toEqual({ own: [], added: [], outgoing: [] });
});

import { expect, test } from 'vitest';
import { analyze, drawnGraph } from '#engine';
import { yaml } from '#engine/testing';
import { toMermaid } from './toMermaid.ts';

function chart(text: string): readonly string[] {
  const analysis = analyze('a.yaml', text);
  return toMermaid(drawnGraph(analysis), analysis.workflow, 'right').trimEnd().split('\n');
}

test('tasks, containers, lines and ends become a flowchart', () => {
  const lines = chart(yaml`
    tasks:
      - id: fetch
        type: basic
        use: core:http
        on_success: {next: ask}
        on_error: {next: end}
      - id: ask
        type: decision
        config: {condition: "{{ true }}", routes: {"true": each, default: end}}
      - id: each
        type: parallel
        tasks:
          - {id: one, type: basic}
          - {id: two, type: wait, config: {timeout: 5m}}
  `);
  expect(lines).toEqual([
    'flowchart LR',
    '  t1["fetch<br/><small>core:http</small>"]',
    '  t2{"ask<br/><small>{{ true }}</small>"}',
    '  subgraph t3["each"]',
    '    direction LR',
    '    t4["one<br/><small>Passes its input through</small>"]',
    '    t5(["two<br/><small>A fixed time</small>"])',
    '  end',
    '  done((End))',
    '  start((Start)) --> t1',
    '  t1 --> t2',
    '  t1 -.->|"on error"| done',
    '  t2 -->|"true"| t3',
    '  t2 -->|"default"| done',
  ]);
});

test('names are text, whatever they hold', () => {
  const [, first = ''] = chart(yaml`
    tasks:
      - {id: end2, name: 'end "x"]; click t1 <b>#35; & \`y\`', type: basic}
  `);
  expect(first).toMatch(/^ {2}t1\["[^"<>`]*<br\/><small>[^"<>`]*<\/small>"\]$/);
});

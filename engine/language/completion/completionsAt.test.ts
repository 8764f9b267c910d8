import { describe, expect, it } from 'vitest';
import { atCursor } from '../testing.ts';
import { accept, complete, DOCUMENT, labels, withLines } from '../testingCompletions.ts';
import { completionsAt } from './completionsAt.ts';

describe('keys', () => {
  it('are those of the type of the task, less those it has', () => {
    const keys = labels('tasks:\n  - id: a\n    type: wait\n    ‸');
    expect(keys).toEqual(expect.arrayContaining(['config', 'on_check', 'on_timeout', 'on_success', 'retry', 'with']));
    expect(keys).not.toContain('id');
    expect(keys).not.toContain('type');
    expect(keys).not.toContain('on_item_start');
  });

  it('of a config belong to the type', () => {
    expect(labels('tasks:\n  - id: a\n    type: wait\n    config:\n      ‸')).toEqual(
      expect.arrayContaining(['timeout', 'check_interval', 'max_checks', 'condition', 'signal']),
    );
    expect(labels('agents:\n  - id: a\n    config:\n      provider: openai\n      model: own\n      pri‸')).toContain(
      'price',
    );
    expect(labels('agents:\n  - id: a\n    config:\n      price: { ‸ }')).toEqual(['input', 'output']);
    expect(labels('tasks:\n  - id: a\n    type: parallel\n    config: { fail_fast: true, ‸ }')).toEqual([
      'max_concurrent',
      'timeout',
    ]);
  });

  it('of the document', () => {
    expect(labels('ta‸')).toEqual(expect.arrayContaining(['tasks', 'agents', 'tools', 'memory']));
  });

  it('write what begins their value', () => {
    expect(accept('tasks:\n  - id: a\n    ty‸', 'type')).toBe('tasks:\n  - id: a\n    type: ');
    expect(accept('tasks:\n  - id: a\n    ‸', 'on_success')).toBe('tasks:\n  - id: a\n    on_success:\n      next: ');
    expect(accept('tasks:\n  - id: a\n    ty‸: basic', 'type')).toBe('tasks:\n  - id: a\n    type: basic');
    expect(accept('tasks:\n  - id: a\n    retry: { att‸ }', 'attempts')).toBe(
      'tasks:\n  - id: a\n    retry: { attempts:  }',
    );
  });

  it('work while the rest cannot be parsed', () => {
    expect(labels('tasks:\n  - id: a\n    type: wait\n    config:\n      tim‸\n    on_success: { next: [')).toEqual(
      expect.arrayContaining(['timeout', 'check_interval']),
    );
  });
});

describe('new parts carry what is required', () => {
  it.each([
    ['‸', 'tasks', 'tasks:\n  - id: task\n    type: basic'],
    [
      'ag‸',
      'agents',
      'agents:\n  - id: agent\n    use: core:agent\n    config:\n      provider: mock\n      model: mock-small',
    ],
    [
      'to‸',
      'tools',
      'tools:\n  - id: tool\n    use: core:http\n    schema:\n      input:\n        type: object\n      output:\n        type: object',
    ],
    [
      'me‸',
      'memory',
      'memory:\n  id: support\n  vector:\n    use: core:in-memory\n    dimensions: 384\n    config:\n      ',
    ],
    [
      'tasks:\n  - id: a\n  - ‸',
      'wait task',
      'tasks:\n  - id: a\n  - id: wait\n    type: wait\n    config:\n      timeout: 5m\n      check_interval: 10s',
    ],
    [
      'tasks:\n- id: basic\n- ‸',
      'parallel task',
      'tasks:\n- id: basic\n- id: parallel\n  type: parallel\n  tasks:\n    - id: step\n      type: basic',
    ],
    [
      'tasks:\n  - id: a\n    ret‸',
      'retry',
      'tasks:\n  - id: a\n    retry:\n      attempts: 3\n      backoff: fixed\n      interval: 1s',
    ],
    [
      'tasks:\n  - id: a\n    type: wait\n    con‸',
      'config',
      'tasks:\n  - id: a\n    type: wait\n    config:\n      timeout: 30s\n      check_interval: 10s',
    ],
    [
      'tasks:\n  - id: a\n    type: decision\n    config:\n      def‸',
      'default',
      'tasks:\n  - id: a\n    type: decision\n    config:\n      default:\n        next: ',
    ],
    [
      'agents:\n  - id: a\n    act‸',
      'actions',
      'agents:\n  - id: a\n    actions:\n      - id: classify\n        instructions: \n        output:\n          type: object',
    ],
    [
      'agents:\n  - id: a\n    tools:\n      - ‸\ntools:\n  - id: docs',
      'docs',
      'agents:\n  - id: a\n    tools:\n      - id: docs\ntools:\n  - id: docs',
    ],
    ['tasks:\n  - id: a\n    on_success: { ‸ }', 'with', 'tasks:\n  - id: a\n    on_success: { with: {  } }'],
    ['tasks:\n  - id: a\n    re‸: {}', 'retry', 'tasks:\n  - id: a\n    retry: {}'],
    ['tasks:\n  - id: a\n    retry: { at‸t: 3 }', 'attempts', 'tasks:\n  - id: a\n    retry: { attempts: 3 }'],
  ])('%j and %s', (marked, label, expected) => {
    expect(accept(marked, label)).toBe(expected);
  });

  it('has places to fill in', () => {
    const [item] = complete('‸').filter(({ label }) => label === 'agents');
    expect(item?.stops?.map(({ start, end }) => item.insertText.slice(start, end))).toEqual([
      'agent',
      'core:agent',
      'mock',
      'mock-small',
    ]);
  });
});

describe('a JSON Schema', () => {
  it.each([
    ['schema:\n  input:\n    ‸', ['type', 'properties', 'required']],
    [
      'schema:\n  input:\n    properties:\n      a:\n        type: string\n        ‸',
      ['properties', 'required', 'items'],
    ],
    ['schema: { input: { type: ‸ } }', ['object', 'string', 'number']],
    ['schema:\n  input:\n    properties:\n      a: {}\n      b: {}\n    required: [a, ‸]', ['b']],
    ['schema:\n  input:\n    properties:\n      a:\n        format: ‸', ['date-time', 'date', 'time']],
    ['schema:\n  input:\n    items:\n      anyOf:\n        - ‸', ['type', 'properties', 'required']],
    ['schema:\n  input:\n    properties:\n      ‸', []],
    [
      'agents:\n  - id: a\n    actions:\n      - id: x\n        output:\n          type: ‸',
      ['object', 'string', 'number'],
    ],
  ])('%j', (marked, expected) => {
    expect(labels(marked).slice(0, 3)).toEqual(expected);
  });
});

describe('places of the format', () => {
  it.each([
    ['tasks:\n  - id: a\n    type: parallel\n    config:\n      timeout: ‸', ['30s', '5m', '500ms']],
    ['agents:\n  - id: a\n    config:\n      provider: ‸', ['openai', 'anthropic', 'google']],
    ['env: { KEY: x }\nagents:\n  - id: a\n    config:\n      api_key: ‸', ['{{ env.KEY }}']],
    ['memory: { id: chat }\nagents:\n  - id: a\n    memory:\n      id: ‸', ['chat']],
    ['memory:\n  storage:\n    use: ‸', ['core:in-memory', 'core:indexeddb', 'upstash:redis']],
    ['memory:\n  vector:\n    use: ‸', ['core:in-memory', 'core:indexeddb', 'chroma:http']],
    ['memory:\n  embedder:\n    use: ‸', ['core:local', 'openai', 'google']],
    ['tools: [{ id: docs }]\nagents:\n  - id: a\n    tools:\n      - id: ‸', ['docs']],
    [
      'tasks:\n  - id: a\n    on_error:\n      routes:\n        ‸',
      ['TIMEOUT_ERROR', 'VALIDATION_ERROR', 'EXECUTION_ERROR'],
    ],
    ['tasks:\n  - id: a\n    on_success:\n      next: [b, ‸]\n  - id: b\n  - id: c', ['c', 'a', 'end']],
    [
      'tasks:\n  - id: p\n    type: parallel\n    tasks:\n      - id: a\n        on_success: { next: ‸ }\n      - id: b',
      ['end'],
    ],
    ['tasks:\n  - id: a\n    type: collection\n    config: { mode: ‸', ['parallel', 'sequential']],
    ['tasks:\n  - id: a\n    use: { repo: ‸ }', ['agent', 'tool', 'core']],
    ['tasks:\n  - id: a\n    use: core:http\n    with:\n      url: x\n      ‸', ['method', 'headers', 'query']],
    ['tools:\n  - id: t\n    use: core:http\n    config:\n      ‸', ['api_key', 'code', 'repeat']],
    ['tasks:\n  - id: a\n    with: { next: ‸ }', []],
    ['tasks:\n  - id: a # ne‸', []],
    ['# ta‸', []],
    ['agents:\n  - id: a\n    instructions: |\n      use: ‸', []],
    ['tasks:\n  - id: a\n    name: a: ‸', []],
  ])('%j', (marked, expected) => {
    expect(labels(marked).slice(0, 3)).toEqual(expected);
  });

  it('keep the text behind the cursor in its word', () => {
    expect(accept('tasks:\n  - id: a\n    on_success: { next: ‸nd }\n  - id: b', 'end')).toContain('{ next: end }');
    expect(accept('tasks:\n  - id: a\n    on_success: { next: ["‸x"] }\n  - id: b', 'b')).toContain('next: ["b"]');
    expect(accept('agents:\n  - id: a\n    config: { api_key: ‸ }\nenv: { K: x }', '{{ env.K }}')).toContain(
      'api_key: "{{ env.K }}"',
    );
  });
});

describe('values', () => {
  it('of an enum', () => {
    expect(labels('tasks:\n  - id: a\n    type: ‸')).toEqual([
      'basic',
      'parallel',
      'decision',
      'collection',
      'wait',
      'map',
      'composite',
    ]);
    expect(labels('tasks:\n  - id: a\n    type: basic\n    retry:\n      backoff: ex‸')).toEqual([
      'fixed',
      'exponential',
      'linear',
    ]);
    expect(labels('tasks:\n  - id: a\n    type: parallel\n    config:\n      fail_fast: ‸')).toEqual(['true', 'false']);
  });

  it('of next are the tasks beside, and end', () => {
    expect(labels(withLines('on_success:\n  next: ‸'))).toEqual(['classify', 'route', 'both', 'last', 'end']);
    expect(labels(withLines('on_success: { next: ‸ }'))).toEqual(['classify', 'route', 'both', 'last', 'end']);
    expect(labels(withLines('on_success: { next: [route, ‸] }'))).toContain('both');
    expect(labels(withLines('on_success:\n  next:\n    - ro‸'))).toContain('route');
    expect(labels(DOCUMENT.replace('use: core:csv\n', 'on_success: { next: ‸ }\n'))).toEqual(['end']);
    expect(
      labels(
        DOCUMENT.replace('type: parallel', 'type: composite').replace('use: core:csv\n', 'on_success: { next: ‸ }\n'),
      ),
    ).toEqual(['search-docs', 'fetch', 'end']);
  });

  it('of a condition are the names of routes', () => {
    const routed = DOCUMENT.replace('topic }}"\n', 'topic }}"\n      routes:\n        ‸\n');
    expect(labels(routed)).toEqual(['refund', 'technical']);
    expect(accept(routed, 'refund')).toContain('        refund: \n');
    const compared = DOCUMENT.replace('output.topic }}"\n', 'output.score > 1 }}"\n      routes: { "true": x, ‸ }\n');
    expect(accept(compared, 'false')).toContain('{ "true": x, false:  }');
  });

  it('of a short route, and of start', () => {
    expect(labels(DOCUMENT.replace('topic }}"\n', 'topic }}"\n      routes:\n        refund: ‸\n'))).toContain('both');
    expect(labels(`start: ‸\n${DOCUMENT}`)).toEqual(['classify', 'route', 'both', 'last']);
  });

  it('of use name what there is', () => {
    expect(labels(withLines('use: ‸'))).toEqual(
      expect.arrayContaining(['agent:triage', 'tool:docs', 'core:http', 'core:csv']),
    );
    expect(accept(withLines('use: "ag‸"'), 'agent:triage')).toBe(withLines('use: "agent:triage"'));
    expect(labels('agents:\n  - id: a\n    use: ‸')).toEqual(['core:agent']);
    expect(accept(withLines('use: ‸'), 'mcp:')).toBe(withLines('use: mcp:server/tool'));
  });

  it('of use name the tools of MCP servers that are set up, wherever a tool is allowed', () => {
    const mcpTools = [{ use: 'mcp:desk/add', description: 'Adds two numbers.\nExactly.', inputs: ['a', 'b'] }];
    const found = (marked: string) => {
      const { analysis, offset } = atCursor(marked);
      return completionsAt(analysis, offset, { mcpTools }).filter(({ label }) => label.endsWith('desk/add'));
    };
    const documentation = 'Adds two numbers.\nExactly.\n\nReads `a`, `b`.';
    expect(found(withLines('use: ‸'))).toMatchObject([{ kind: 'tool', detail: 'Adds two numbers.', documentation }]);
    expect(found('tools:\n  - id: t\n    use: ‸')).toHaveLength(1);
    expect(found('agents:\n  - id: a\n    tools:\n      - use: ‸')).toHaveLength(1);
    expect(found('agents:\n  - id: a\n    use: ‸')).toEqual([]);
    expect(found(withLines('use: { repo: mcp, package: ‸ }'))).toMatchObject([{ insertText: 'desk/add' }]);
  });

  it('of action are those of the agent', () => {
    expect(labels(DOCUMENT.replace('use: agent:triage\n', 'use: agent:triage\n    action: ‸\n'))).toEqual(['classify']);
  });

  it('are in quotes where YAML would not read text', () => {
    expect(accept('tasks:\n  - id: "1"\n    type: basic\n  - id: b\n    on_success:\n      next: ‸', '1')).toContain(
      'next: "1"',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { hoverAt } from '../hover/hoverAt.ts';
import { atCursor } from '../testing.ts';
import { labels } from '../testingCompletions.ts';
import { listInputFields } from './toolKeys.ts';

const SOURCE = `tools:
  - id: search
    use: core:http
    schema:
      input: { type: object, properties: { q: { type: string, description: What to look for }, page: { type: integer } } }
      output: { type: object }
tasks:
  - id: call
    type: basic
    use: core:log
  - id: box
    type: composite
    tasks:
      - id: find
        type: basic
        use: tool:search
        schema: { input: { type: object, properties: { page: { type: integer } } } }
  - id: pass
    type: basic
`;

describe('the names that a task reads of its input', () => {
  const analysis = analyze('a.yaml', SOURCE);

  it('are those of the built-in it runs', () => {
    expect(listInputFields(analysis, 'call').map(({ name }) => name)).toEqual(['level', 'message', 'data']);
  });

  it('are those of its own schema and of its tool, each once, with descriptions', () => {
    expect(listInputFields(analysis, 'find')).toMatchObject([
      { name: 'page', description: '' },
      { name: 'q', description: 'What to look for' },
    ]);
  });

  it('are not known where it runs nothing, or is not there', () => {
    expect(listInputFields(analysis, 'pass')).toEqual([]);
    expect(listInputFields(analysis, 'gone')).toEqual([]);
  });
});

describe('what is offered of a tool', () => {
  it.each([
    [
      'a tool whose own schema names no keys, by the built-in it runs',
      'tools: [{ id: t, use: core:hash, schema: { input: { type: object }, output: {} } }]\ntasks:\n  - id: a\n    use: tool:t\n    with:\n      ‸',
      ['text', 'algorithm'],
    ],
    [
      'config of a tool of an agent, by its own use',
      'agents:\n  - id: a\n    tools:\n      - id: t\n        use: core:kv\n        config:\n          ‸',
      ['api_key', 'namespace'],
    ],
    [
      'config of a tool of an agent, by the tool of the workflow that it means',
      'tools: [{ id: t, use: core:kv }]\nagents:\n  - id: a\n    tools:\n      - id: t\n        config:\n          ‸',
      ['api_key', 'namespace'],
    ],
    [
      'config of a tool, by its own schema and the built-in in its long form',
      'tools:\n  - id: t\n    use: { repo: core, package: kv }\n    schema: { config: { properties: { mode: { type: string } } } }\n    config:\n      ‸',
      ['api_key', 'code', 'repeat', 'mode', 'namespace'],
    ],
    [
      'code in the task that runs it without a definition',
      'tasks:\n  - id: a\n    use: core:javascript\n    with:\n      ‸',
      ['code', 'file'],
    ],
    [
      'what a handler passes to the next task',
      'tasks:\n  - id: a\n    on_success:\n      next: b\n      with:\n        ‸\n  - id: b\n    use: core:hash',
      ['text', 'algorithm'],
    ],
    [
      'the values of a key that the author lists',
      'tools: [{ id: t, use: acme:x, schema: { input: { properties: { size: { enum: [s, l] }, big: { type: boolean } } }, output: {} } }]\ntasks:\n  - id: a\n    use: tool:t\n    with:\n      size: ‸',
      ['s', 'l'],
    ],
    ['true and false', 'tasks:\n  - id: a\n    use: core:http\n    with: { fail_on_error: ‸ }', ['true', 'false']],
    ['nothing for a key it does not read', 'tasks:\n  - id: a\n    use: core:http\n    with: { other: ‸ }', []],
    ['nothing for one without values', 'tasks:\n  - id: a\n    use: core:http\n    with: { url: ‸ }', []],
  ])('%s', (_, marked, expected) => {
    expect(labels(marked)).toEqual(expected);
  });

  it('is shown where the pointer rests on its key', () => {
    const { analysis, offset } = atCursor('tasks:\n  - id: a\n    use: core:http\n    with:\n      met‸hod: GET\n');
    const markdown = hoverAt(analysis, offset)?.markdown;
    expect(markdown).toContain('**method** · GET | HEAD');
    expect(markdown).toContain('The HTTP method.\n\nDefault: `"GET"`.');
  });
});

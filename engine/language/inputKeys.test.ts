import { describe, expect, it } from 'vitest';
import { analyze } from '../graph/index.ts';
import { listInputKeys } from './inputKeys.ts';

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
    expect(listInputKeys(analysis, 'call').map(({ name }) => name)).toEqual(['level', 'message', 'data']);
  });

  it('are those of its own schema and of its tool, each once, with what they are for', () => {
    expect(listInputKeys(analysis, 'find')).toEqual([
      { name: 'page', description: '' },
      { name: 'q', description: 'What to look for' },
    ]);
  });

  it('are not known where it runs nothing, or is not there', () => {
    expect(listInputKeys(analysis, 'pass')).toEqual([]);
    expect(listInputKeys(analysis, 'gone')).toEqual([]);
  });
});

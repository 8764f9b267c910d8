import { describe, expect, it } from 'vitest';
import { accept, DOCUMENT, labels, withLines } from '../testingCompletions.ts';

describe('expressions', () => {
  it('propose roots and functions', () => {
    const items = labels(withLines('with:\n  x: "{{ ‸ }}"'));
    expect(items).toEqual(expect.arrayContaining(['tasks', 'workflow', 'input', 'len', 'map']));
    expect(accept(withLines('with:\n  x: "{{ le‸ }}"'), 'len')).toBe(withLines('with:\n  x: "{{ len( }}"'));
    expect(labels(withLines('with:\n  x: "{{ input.a | ‸ }}"'))).not.toContain('tasks');
    expect(accept(withLines('with:\n  x: "{{ input.a | up‸ }}"'), 'upper')).toBe(
      withLines('with:\n  x: "{{ input.a | upper }}"'),
    );
  });

  it('propose what the step before gave first, before anything is typed', () => {
    const flow =
      'tasks:\n  - { id: get, type: basic, use: "core:http", on_success: { next: note } }\n  - id: note\n    type: basic\n';
    const read = (text: string) => labels(`${flow}    with: { x: "{{ ${text} }}" }`);
    expect(read('‸')[0]).toBe('tasks.get.output.body');
    expect(read('t‸')).not.toContain('tasks.get.output.body');
  });

  it.each([
    ['tasks.‸', ['classify', 'route', 'both', 'search-docs', 'fetch', 'last']],
    ['tasks.cl‸', ['classify', 'route', 'both', 'search-docs', 'fetch', 'last']],
    ["tasks['‸", ['classify', 'route', 'both', 'search-docs', 'fetch', 'last']],
    ['tasks.classify.‸', ['output', 'error', 'status', 'duration', 'start_time', 'end_time', 'retry_count']],
    ['tasks.classify.output.‸', ['topic', 'score']],
    ["tasks['classify'].output.‸", ['topic', 'score']],
    ['tasks.route.output.‸', ['value', 'route', 'matched']],
    ['tasks.both.output.‸', ['search-docs', 'fetch']],
    ['tasks.both.output.search-docs.hits[0].‸', ['url']],
    ['tasks.both.output.fetch.‸', ['rows', 'columns', 'text']],
    ['tasks.last.output.‸', ['a', 'b']],
    ['tasks.last.error.‸', ['code', 'message', 'details']],
    ['agents.triage.output.data.‸', ['topic', 'score']],
    ['tools.docs.output.data.‸', ['hits']],
    ['workflow.‸', ['input', 'id', 'name', 'run_id']],
    ['workflow.input.‸', ['text']],
    ['trigger.input.‸', ['text']],
    ['env.‸', ['KEY', 'REGION']],
    ['len(tasks.classify.output.‸', ['topic', 'score']],
    ['1 + tasks.classify?.output.‸', ['topic', 'score']],
    ['nothing.‸', []],
    ["'tasks.‸", []],
    ['tasks.classify ‸', []],
    ['12‸', []],
  ])('%s', (expression, expected) => {
    expect(labels(withLines(`with:\n  x: "{{ ${expression} }}"`), ['KEY'])).toEqual(expected);
  });

  it('know the input of the task: its own, what is passed, and the run’s for the first', () => {
    expect(labels(DOCUMENT.replace('{{ workflow.input.text }}', '{{ input.‸ }}'))).toEqual(['text']);
    const after = DOCUMENT.replace('{ next: route }', '{ next: route, with: { a: "{{ input.‸ }}" } }');
    expect(labels(after)).toEqual(['text', 'ticket']);
  });

  it('propose parameters of arrow functions', () => {
    expect(labels(withLines('with:\n  x: "{{ map(input.rows, (row, i) => ‸ }}"')).slice(0, 2)).toEqual(['i', 'row']);
  });

  it('are found in braces that are not closed, in block text, and without braces where those may be left out', () => {
    expect(labels(withLines('with:\n  x: "{{ tasks.classify.‸'))).toContain('output');
    expect(labels(withLines('with:\n  x: |\n    Dear {{ tasks.classify.‸ }},\n    hello'))).toContain('output');
    expect(labels(DOCUMENT.replace('"{{ tasks.classify.output.topic }}"', 'tasks.classify.‸'))).toContain('output');
    expect(labels(withLines('with:\n  x: "{{ tasks.a }} and ‸"'))).toEqual([]);
    expect(labels(withLines('with:\n  x: "{{ tasks.a\n  y: tasks.‸'))).toEqual([]);
  });

  it('put a key in brackets that is not allowed after a dot', () => {
    const document = 'tasks:\n  - id: "a b"\n    type: basic\n  - id: c\n    with:\n      x: "{{ tasks.‸ }}"';
    expect(accept(document, 'a b')).toContain(`"{{ tasks['a b'] }}"`);
  });
});

import { expect, test } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { editText, yaml } from '../../testing/index.ts';
import { setField } from './setField.ts';
import { readSource, restoreSource } from './setSource.ts';

const text = yaml`
  tasks:
    - id: a
      type: basic
      with:
        headers:
          # first
          accept: text/plain # wanted
          x: 1 # and this
        trace: 7
`;
const path = ['tasks', 0, 'with', 'headers'];
const former = { path, yaml: readSource(analyze('a.yaml', text).syntax, path), text };
const replaced = editText(text, (it) => setField(it, { path, value: '{{ workflow.input }}' })).text;

test('a part is put back to the letter, with the comments in it and beside it', () => {
  expect(replaced).toContain('headers: "{{ workflow.input }}"');
  expect(editText(replaced, (it) => restoreSource(it, former)).text).toBe(text);
});

test('what has changed elsewhere since stays', () => {
  const changed = replaced.replace('trace: 7', 'trace: 8 # now');
  const after = editText(changed, (it) => restoreSource(it, former)).text;
  expect(after).toContain('trace: 8 # now');
  expect(after).toContain('accept: text/plain # wanted');
});

import { expect, test } from 'vitest';
import { editText, refusalOf } from '../../testing/index.ts';
import { moveListItem } from './moveTasks.ts';

const SOURCE = `agents:
  - id: a
    actions:
      - id: say
        messages:
          # first of all
          - role: system
            content: Be brief # really
          - { role: user, content: Hi }
          - role: assistant
            content: Yes
`;

const list = ['agents', 0, 'actions', 0, 'messages'];

test('an item goes to its place with its comments, and the others stay as they are', () => {
  expect(editText(SOURCE, (analysis) => moveListItem(analysis, { list, from: 0, to: 1 })).text).toBe(`agents:
  - id: a
    actions:
      - id: say
        messages:
          - { role: user, content: Hi }
          # first of all
          - role: system
            content: Be brief # really
          - role: assistant
            content: Yes
`);
});

test('an item that is not there is refused', () => {
  expect(refusalOf(SOURCE, (analysis) => moveListItem(analysis, { list, from: 0, to: 3 }))).toBe('UNKNOWN_PATH');
});

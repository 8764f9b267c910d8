import { describe, expect, it } from 'vitest';
import { checkName } from './RenameField.tsx';

const files = new Map([
  ['a.yaml', ''],
  ['b.yaml', ''],
]);

describe('a name for a file', () => {
  it('is fine when it is free, ends as a workflow does and stays in the workspace', () => {
    for (const name of ['c.yaml', 'c.yml', 'c.json', 'teams/c.yaml', ' c.yaml ', 'a.yaml']) {
      expect(checkName(name, 'a.yaml', files)).toBeNull();
    }
  });

  it('is refused with a reason otherwise', () => {
    for (const name of ['', ' ', 'c', 'c.txt', '/c.yaml', '../c.yaml', 'x//c.yaml', 'b.yaml']) {
      expect(checkName(name, 'a.yaml', files)).not.toBeNull();
    }
  });
});

import { expect, test } from 'vitest';
import { editTexts, refusalIn } from '../testing.ts';
import { renameFile } from './renameFile.ts';

const files = {
  'lib/parts.yaml':
    'tasks:\n  - { id: a, import: ../other.yaml#x }\n  - { id: b, import: "#a" } # here\n  - { id: c, import: /other.yaml }\n',
  'other.yaml': 'tasks:\n  - { id: x, import: "lib/parts.yaml#a" }\n',
  'deep/er/w.yaml':
    "agents:\n  - import: '../../lib/parts.yaml#a' # quoted\n  - import: /lib/parts.yaml\n  - import: ./parts.yaml\n",
  'deep/er/parts.yaml': 'id: q\n',
};

test('imports of the file and its own follow, each in its style', () => {
  const after = editTexts(files, (_, texts) => renameFile(texts, { from: 'lib/parts.yaml', to: 'deep/er/kit.yml' }));
  expect(after).toEqual({
    'deep/er/kit.yml': files['lib/parts.yaml'].replace('../other.yaml#x', '"../../other.yaml#x"'),
    'other.yaml': 'tasks:\n  - { id: x, import: "deep/er/kit.yml#a" }\n',
    'deep/er/w.yaml':
      "agents:\n  - import: './kit.yml#a' # quoted\n  - import: /deep/er/kit.yml\n  - import: ./parts.yaml\n",
    'deep/er/parts.yaml': 'id: q\n',
  });
});

test('a package is found by its new reference, or by its path once it is none', () => {
  const packaged = {
    'packages/acme/kit@1.0.yaml': 'tasks: [{ id: a, type: map }]\n',
    'w.yaml': 'tasks:\n  - import: acme:kit#a\n  - { id: v, import: acme/kit@1.0#a }\n',
  };
  const newer = editTexts(packaged, (_, texts) =>
    renameFile(texts, { from: 'packages/acme/kit@1.0.yaml', to: 'packages/acme/kit@2.0.yaml' }),
  );
  expect(newer['w.yaml']).toBe('tasks:\n  - import: acme:kit#a\n  - { id: v, import: "acme/kit@2.0#a" }\n');
  const plain = editTexts(packaged, (_, texts) =>
    renameFile(texts, { from: 'packages/acme/kit@1.0.yaml', to: 'kit.yaml' }),
  );
  expect(plain['w.yaml']).toBe('tasks:\n  - import: /kit.yaml#a\n  - { id: v, import: "/kit.yaml#a" }\n');
});

test('refuses names that are none, taken or unknown, and a broken file that imports it', () => {
  const from = 'lib/parts.yaml';
  expect(refusalIn(files, (_, texts) => renameFile(texts, { from, to: 'other.yaml' }))).toBe('FILE_EXISTS');
  expect(refusalIn(files, (_, texts) => renameFile(texts, { from, to: 'a/../b.yaml' }))).toBe('INVALID_PATH');
  expect(refusalIn(files, (_, texts) => renameFile(texts, { from: 'no.yaml', to: 'b.yaml' }))).toBe('UNKNOWN_FILE');
  const broken = { ...files, 'x.yaml': 'import: lib/parts.yaml\nbad: [\n' };
  expect(refusalIn(broken, (_, texts) => renameFile(texts, { from, to: 'b.yaml' }))).toBe('SYNTAX_ERROR');
});

import { beforeEach, expect, test, vi } from 'vitest';

/** A text over two lines in quotes is for the YAML library. */
const OTHER = 'a: "one\n  two"\n';

// As browsers have it.
beforeEach(() => {
  vi.resetModules();
  vi.doMock('#yaml', () => import('./lateYaml.ts'));
});

test('a usual text is read before the YAML library is there', async () => {
  const { parseSyntax, toNodeData } = await import('../index.ts');
  const { root, errors } = parseSyntax('a: "one"\nb: [1, ~, 2.5]\nc: |\n  two\n');
  expect(errors).toEqual([]);
  expect(toNodeData(root)).toEqual(
    new Map<string, unknown>([
      ['a', 'one'],
      ['b', [1, null, 2.5]],
      ['c', 'two\n'],
    ]),
  );
});

test('any other text once it was loaded, from then on', async () => {
  const { loadYaml, parseSyntax, toNodeData, YamlMissing } = await import('../index.ts');
  expect(() => parseSyntax(OTHER)).toThrow(YamlMissing);
  await loadYaml();
  expect(toNodeData(parseSyntax(OTHER).root)).toEqual(new Map([['a', 'one two']]));
});

test('work is repeated as soon as it was loaded, and fails by its own errors alone', async () => {
  const { parseSyntax, withYaml } = await import('../index.ts');
  expect((await withYaml(() => parseSyntax(OTHER))).errors).toEqual([]);
  await expect(withYaml(() => Promise.reject(new RangeError('mine')))).rejects.toThrow(RangeError);
});

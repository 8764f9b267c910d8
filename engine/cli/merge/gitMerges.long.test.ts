import { afterEach, expect, test } from 'vitest';
import { BASE, Repository } from './testing.ts';

let repository: Repository;

afterEach(() => repository.remove());

test('git merges, rebases, picks, and merges several branches and crossed ones by it', async () => {
  repository = new Repository();
  await repository.git('init', '-qb', 'main');
  await repository.signalbox('merge', '--install');
  await repository.commit('w.yaml', BASE);
  await repository.git('checkout', '-qb', 'one');
  await repository.commit('w.yaml', BASE.replace('GET', 'PUT'));
  await repository.git('checkout', '-qb', 'two', 'main');
  await repository.commit('w.yaml', BASE.replace('info', 'warn'));
  const both = BASE.replace('GET', 'PUT').replace('info', 'warn');
  await repository.git('merge', '-q', '--no-edit', 'one');
  expect(repository.read('w.yaml')).toBe(both);
  await repository.git('checkout', '-qb', 'three', 'one');
  await repository.git('cherry-pick', 'two^1');
  expect(repository.read('w.yaml')).toBe(both);
  await repository.git('checkout', '-qb', 'four', 'main');
  await repository.commit('w.yaml', BASE.replace('Orders', 'All orders'));
  await repository.git('rebase', '-q', 'one');
  expect(repository.read('w.yaml')).toBe(BASE.replace('GET', 'PUT').replace('Orders', 'All orders'));

  // Each has merged the first change of the other, so that they have two bases.
  await repository.git('checkout', '-qb', 'left', 'main');
  await repository.commit('w.yaml', BASE.replace('Done', 'Left'));
  await repository.git('checkout', '-qb', 'right', 'main');
  await repository.commit('w.yaml', BASE.replace('a.example', 'b.example'));
  await repository.git('merge', '-q', '--no-edit', 'left');
  await repository.git('checkout', '-q', 'left');
  await repository.git('merge', '-q', '--no-edit', 'right^1');
  await repository.commit('w.yaml', repository.read('w.yaml').replace('info', 'warn'));
  await repository.git('checkout', '-q', 'right');
  await repository.commit('w.yaml', repository.read('w.yaml').replace('GET', 'PUT'));
  await repository.git('merge', '-q', '--no-edit', 'left');
  expect(repository.read('w.yaml')).toBe(both.replace('Done', 'Left').replace('a.example', 'b.example'));

  await repository.git('checkout', '-qb', 'all', 'main');
  await repository.commit('w.yaml', `${BASE}# end\n`);
  await repository.git('merge', '-q', '--no-edit', 'one', 'three');
  expect(repository.read('w.yaml')).toBe(`${both}# end\n`);
}, 60_000);

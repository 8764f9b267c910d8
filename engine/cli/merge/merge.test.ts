import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatLayout } from '../../layout/index.ts';
import { yaml } from '../../testing/index.ts';
import { runInProcess } from '../testing.ts';
import { BASE, Repository } from './testing.ts';

const TESTS = yaml`
  tests:
    - name: tells it
      answers:
        fetch: { status: 200, ok: true, headers: {}, body: {} }
      expect:
        status: success
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-merge-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, text: string): void => writeFileSync(path.join(folder, file), text);
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
const merge = (...args: readonly string[]) => runInProcess(['merge', ...args], { folder });

/** Three files to merge. */
function writeThree(ours: string, theirs: string, base = BASE): void {
  for (const [name, text] of Object.entries({ base, ours, theirs })) write(`${name}.yaml`, text);
}

describe('signalbox merge', () => {
  test('prints what is merged, or writes it, and ends with 0', async () => {
    const [ours, theirs] = [BASE.replace('GET', 'PUT'), BASE.replace('info', 'warn')];
    writeThree(ours, theirs);
    expect(await merge('base.yaml', 'ours.yaml', 'theirs.yaml')).toEqual({
      code: 0,
      out: ours.replace('info', 'warn'),
      error: '',
    });
    expect(await merge('base.yaml', 'ours.yaml', 'theirs.yaml', '-o', 'out.yaml')).toMatchObject({ code: 0, out: '' });
    expect(read('out.yaml')).toBe(ours.replace('info', 'warn'));
  });

  test('marks what is in conflict, says it, and ends with the number of conflicts', async () => {
    writeThree(
      BASE.replace('GET', 'PUT').replace('Done', 'A'),
      BASE.replace('GET', 'POST').replace('Done', 'B').replace('info', 'warn'),
    );
    const { code, out, error } = await merge('base.yaml', 'ours.yaml', 'theirs.yaml', '--marker-size', '9');
    expect(code).toBe(2);
    expect(error).toBe(
      'ours.yaml: 2 conflicts\n  “with.method” of task “fetch” is “PUT” in ours and “POST” in theirs; it was “GET”.\n  “with.message” of task “tell” is “A” in ours and “B” in theirs; it was “Done”.\n',
    );
    expect(out).toContain(
      '<<<<<<<<< ours\n    with: { message: A, level: warn }\n=========\n    with: { message: B, level: warn }\n>>>>>>>>> theirs\n',
    );
  });

  test('a file that is not there ends with 129, and so do arguments that are wrong', async () => {
    writeThree(BASE, BASE);
    expect(await merge('base.yaml', 'none.yaml', 'theirs.yaml')).toMatchObject({ code: 129, out: '' });
    expect(await merge('base.yaml', 'ours.yaml')).toMatchObject({ code: 129 });
    expect(await merge('--driver', 'base.yaml', 'ours.yaml', 'theirs.yaml', '-o', 'x')).toMatchObject({ code: 129 });
    expect(await merge('base.yaml')).toMatchObject({
      code: 129,
      error: expect.stringContaining('no conflict markers'),
    });
  });

  test('reads a file with markers, and merges a file of another program by its lines', async () => {
    write(
      'm.yaml',
      'tasks:\n<<<<<<< a\n  - { id: x, type: map }\n||||||| b\n=======\n  - { id: y, type: map }\n>>>>>>> c\n',
    );
    expect(await merge('m.yaml')).toMatchObject({ code: 1, error: expect.stringContaining('order') });
    const compose = 'services:\n  a: 1\n  b: 1\n';
    writeThree(compose.replace('a: 1', 'a: 2'), compose.replace('b: 1', 'b: 2'), compose);
    expect((await merge('base.yaml', 'ours.yaml', 'theirs.yaml')).out).toContain(
      '<<<<<<< ours\n  a: 2\n  b: 1\n=======\n',
    );
  });
});

/** A layout with cards at these places from the left. */
function layout(places: Readonly<Record<string, number>>): string {
  const positions = new Map(Object.entries(places).map(([id, x]) => [id, { x, y: 0 }]));
  return formatLayout({ positions, collapsed: new Set() });
}

describe('as a driver of git', () => {
  let repository: Repository;
  afterEach(() => repository.remove());

  test('a rename reaches what the other branch added, in tests and layout as well; a conflict stops the merge', async () => {
    repository = new Repository();
    await repository.git('init', '-qb', 'main');
    const installed = await repository.signalbox('merge', '--install');
    expect(installed).toContain('.gitattributes: *.yaml merge=signalbox\n');
    expect(repository.read('.gitattributes')).toBe(
      '*.yaml merge=signalbox\n*.yml merge=signalbox\n*.layout.json merge=signalbox\n',
    );
    await repository.commit('w.yaml', BASE);
    repository.write('w.layout.json', layout({ fetch: 0, tell: 0 }));
    await repository.commit('w.test.yaml', TESTS);
    await repository.git('checkout', '-qb', 'renamed');
    const renamed = BASE.replaceAll('fetch', 'load');
    repository.write('w.test.yaml', TESTS.replaceAll('fetch', 'load'));
    repository.write('w.layout.json', layout({ load: 0, tell: 7 }));
    await repository.commit('w.yaml', renamed);
    await repository.git('checkout', '-q', 'main');
    const added = "  - { id: late, type: map, with: { n: '{{ tasks.fetch.output }}' } }\n";
    repository.write(
      'w.test.yaml',
      `${TESTS}  - name: another\n    answers:\n      fetch: { status: 500, ok: false, headers: {}, body: {} }\n`,
    );
    repository.write('w.layout.json', layout({ fetch: 9, tell: 0 }));
    await repository.commit('w.yaml', BASE + added);
    await repository.git('merge', '-q', '--no-edit', 'renamed');
    expect(repository.read('w.yaml')).toBe(renamed + added.replace('fetch', 'load'));
    expect(repository.read('w.layout.json')).toBe(layout({ load: 9, tell: 7 }));
    expect(repository.read('w.test.yaml')).not.toContain('fetch');
    expect(repository.read('w.test.yaml')).toContain('- name: another\n    answers:\n      load: { status: 500');

    await repository.git('checkout', '-qb', 'other', 'main^1');
    await repository.commit('w.yaml', `${BASE}${added}`.replace('Done', 'A'));
    await repository.git('checkout', '-q', 'main');
    await repository.commit('w.yaml', repository.read('w.yaml').replace('Done', 'B'));
    const stopped = await repository.git('merge', '-q', 'other').catch((error: unknown) => String(error));
    expect(stopped).toContain('“with.message” of task “tell” is “B” in ours and “A” in theirs; it was “Done”.');
    expect(repository.read('w.yaml')).toContain('<<<<<<< ours\n');
  }, 60_000);

  test('a renamed input reaches what a server gives to runs of the workflow, and this is told', async () => {
    repository = new Repository();
    await repository.git('init', '-qb', 'main');
    await repository.signalbox('merge', '--install');
    const flow = `schema: { input: { type: object, properties: { order: { type: string } } } }\ntasks:
  - { id: tell, type: basic, use: core:log, with: { message: "{{ workflow.input.order }}" } }\n`;
    const server = 'schedules:\n  nightly:\n    workflow: w\n    cron: 0 3 * * *\n    input: { order: A }\n';
    repository.write('signalbox.serve.yaml', server);
    await repository.commit('w.yaml', flow);
    await repository.git('checkout', '-qb', 'renamed');
    repository.write('signalbox.serve.yaml', server.replace('order: A', 'number: A'));
    await repository.commit('w.yaml', flow.replaceAll('order', 'number'));
    await repository.git('checkout', '-q', 'main');
    const added = '  weekly:\n    workflow: w\n    cron: 0 4 * * 1\n    input: { order: B }\n';
    await repository.commit('signalbox.serve.yaml', server + added);
    const told = await repository.git('merge', '-q', '--no-edit', 'renamed');
    expect(told).toContain('signalbox.serve.yaml: updated to the names that were changed in w.yaml.\n');
    expect(repository.read('signalbox.serve.yaml')).toBe((server + added).replaceAll('order:', 'number:'));
  }, 60_000);
});

import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Shell } from './testing.ts';

let shell: Shell;
beforeAll(() => {
  shell = new Shell();
  shell.write(
    'outside/tasks.yaml',
    'tasks: [{ id: say, type: basic, use: core:raise, with: { message: "from outside" } }]',
  );
  shell.write('outside/acme/note.yaml', 'use: core:log\nschema: { input: {}, output: {} }');
  shell.write('room/own/tasks.yaml', 'tasks: [{ id: say, type: basic, use: core:log, with: { message: hi } }]');
  mkdirSync(at('room/packages'));
  symlinkSync(at('outside/tasks.yaml'), at('room/link.yaml'));
  symlinkSync('../outside/tasks.yaml', at('room/near.yaml'));
  symlinkSync(at('outside'), at('room/lib'));
  symlinkSync(at('outside/acme'), at('room/packages/acme'));
  symlinkSync('own/tasks.yaml', at('room/inside.yaml'));
  symlinkSync('own', at('room/same'));
  symlinkSync(at('room'), at('door'));
}, 60_000);
afterAll(() => shell.remove());

function at(name: string): string {
  return path.join(shell.folder, name);
}

function flow(reference: string): string {
  return shell.write('room/flow.yaml', `tasks: [{ id: say, import: ${JSON.stringify(reference)} }]`);
}

describe('an import that leads out of the folder', () => {
  test.each([
    ['a link', './link.yaml#say'],
    ['a relative link', './near.yaml#say'],
    ['a folder that is a link', './lib/tasks.yaml#say'],
    ['a path', '../outside/tasks.yaml#say'],
    ['a path by way of a folder that is a link', './lib/../../outside/tasks.yaml#say'],
  ])('by %s is refused with a message, and never read', async (_, reference) => {
    flow(reference);
    const checked = await shell.runHere(['check', 'flow.yaml'], { folder: 'room' });
    expect(checked.code).toBe(1);
    expect(checked.out).toMatch(/^flow\.yaml:1:\d+ error IMPORT_ERROR .*leads out of the (?:folder|workspace)/m);
    const run = await shell.runHere(['run', 'flow.yaml'], { folder: 'room' });
    expect(run.code).toBe(2);
    expect(run.out + run.error).toMatch(/leads out of the (?:folder|workspace)/);
    expect(run.out + run.error).not.toContain('from outside');
  });

  test('of a file outside of the folder the command runs in leads out of that of the file', async () => {
    for (const reference of ['../outside/tasks.yaml#say', './link.yaml#say']) {
      flow(reference);
      mkdirSync(at('other'), { recursive: true });
      const checked = await shell.runHere(['check', at('room/flow.yaml')], { folder: 'other' });
      expect(checked, reference).toMatchObject({ code: 1, out: expect.stringMatching(/leads out of the folder/) });
      expect((await shell.runHere(['check', '../room/flow.yaml'], { folder: 'other' })).code, reference).toBe(1);
    }
  });

  test('is not accepted as a package either', async () => {
    shell.write('room/flow.yaml', 'tasks: [{ id: say, type: basic, use: "acme:note" }]');
    const { out } = await shell.runHere(['check', 'flow.yaml'], { folder: 'room' });
    expect(out).toMatch(/leads out of the folder/);
    expect((await shell.runHere(['run', 'flow.yaml'], { folder: 'room' })).code).not.toBe(0);
  });

  test('by a path that is invalid on this system is refused with a message', async () => {
    for (const reference of ['./a\u0000b.yaml#say', 'C:\\x.yaml#say', '/etc/passwd.yaml#say']) {
      flow(reference);
      const { code, out } = await shell.runHere(['check', 'flow.yaml'], { folder: 'room' });
      expect(code).toBe(1);
      expect(out).toMatch(/IMPORT_ERROR/);
      expect(out).not.toMatch(/ERR_|argument/);
    }
  });
});

const INSIDE = ['./inside.yaml#say', './same/tasks.yaml#say', './own/../inside.yaml#say'];

test.each(INSIDE)('a link that stays in the folder is followed: %s', async (reference) => {
  flow(reference);
  expect(await shell.runHere(['check', 'flow.yaml'], { folder: 'room' })).toMatchObject({ code: 0, out: '' });
  const { out } = await shell.runHere(['run', 'flow.yaml'], { folder: 'room' });
  expect(JSON.parse(out)).toMatchObject({ status: 'success', output: { message: 'hi' } });
});

test('such links are followed also where the folder of the command is itself reached by one', async () => {
  const steps = INSIDE.map((reference, index) => ({ import: reference, id: `say${index}` }));
  const tasks = [{ id: 'all', type: 'parallel', tasks: steps.map(({ id, import: from }) => ({ id, import: from })) }];
  shell.write('room/all.yaml', JSON.stringify({ tasks }));
  const said = Object.fromEntries(steps.map(({ id }) => [id, { message: 'hi' }]));
  // The system tells a process the folder behind the link; another caller may name the link itself.
  for (const ended of [
    await shell.run(['run', 'all.yaml'], { folder: 'door' }),
    await shell.runHere(['run', 'all.yaml'], { folder: 'door' }),
  ])
    expect(JSON.parse(ended.out)).toMatchObject({ status: 'success', output: said });
});

test('a folder is searched without the links in it that lead out, and reports them', async () => {
  flow('./inside.yaml#say');
  const { code, out } = await shell.runHere(['check', 'room']);
  expect(code).toBe(2);
  expect(out).toMatch(/^room\/link\.yaml:1:1 error UNREADABLE_FILE .*leads out of the folder/m);
  expect(out).toMatch(/^room\/near\.yaml:1:1 error UNREADABLE_FILE/m);
  expect(out).not.toMatch(/^room\/(?:inside|flow)\.yaml/m);
  // A file named on the command line is read, wherever it is.
  expect((await shell.runHere(['check', 'room/link.yaml'])).code).toBe(0);
});

test('a worker whose state cannot be a folder says so before it listens', async () => {
  shell.write('state', 'a file');
  const { code, error } = await shell.runHere(['worker', 'room', '--state', 'state', '--port', '0']);
  expect(code).toBe(2);
  expect(error).toMatch(/state: .*(?:folder|directory)/);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { yaml } from '../testing/index.ts';
import { Shell } from './testing.ts';

let shell: Shell;
beforeAll(() => {
  shell = new Shell();
}, 60_000);
afterAll(() => shell.remove());

const FLOW = yaml`
  tools: [{ id: note, import: acme:note }]
  tasks: [{ id: say, import: "./lib/tasks.yaml#say" }]
`;

test('imports are read from beside the file, packages from the folder the command runs in', async () => {
  shell.write('flows/main.yaml', FLOW);
  shell.write('flows/lib/tasks.yaml', 'tasks: [{ id: say, type: basic, use: "tool:note", with: { message: hi } }]');
  shell.write('packages/acme/note@1.2.0.yaml', 'use: core:raise\nschema: { input: {}, output: {} }');
  shell.write('packages/acme/note@1.10.0.yaml', 'use: core:log\nschema: { input: {}, output: {} }');
  expect(await shell.run(['check', 'flows/main.yaml'])).toMatchObject({ code: 0, out: '' });
  const { code, out } = await shell.run(['run', 'flows/main.yaml']);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ status: 'success', output: { message: 'hi' } });
});

test('what is not there is an error at its import', async () => {
  shell.write('alone.yaml', FLOW.replace('acme:note', 'acme:gone'));
  const { code, out } = await shell.run(['check', 'alone.yaml']);
  expect(code).toBe(1);
  expect(out).toMatch(/^alone\.yaml:1:\d+ warning UNRESOLVED_IMPORT /m);
  expect(out).toMatch(/^alone\.yaml:2:\d+ error IMPORT_ERROR /m);
  expect((await shell.run(['run', 'alone.yaml'])).code).toBe(2);
});

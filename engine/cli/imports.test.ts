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
  expect(await shell.runHere(['check', 'flows/main.yaml'])).toMatchObject({ code: 0, out: '' });
  const { code, out } = await shell.runHere(['run', 'flows/main.yaml']);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ status: 'success', output: { message: 'hi' } });
});

test('a missing package or file is reported at its import', async () => {
  shell.write('alone.yaml', FLOW.replace('acme:note', 'acme:gone'));
  const { code, out } = await shell.runHere(['check', 'alone.yaml']);
  expect(code).toBe(1);
  expect(out).toMatch(/^alone\.yaml:1:\d+ warning UNRESOLVED_IMPORT /m);
  expect(out).toMatch(/^alone\.yaml:2:\d+ error IMPORT_ERROR /m);
  expect((await shell.runHere(['run', 'alone.yaml'])).code).toBe(2);
});

const tool = (n: number) => `use: core:log\nschema: { input: {}, output: {} }\nconfig: { n: ${n} }`;

test('packages that tasks, agents and tools use are checked and run, the newest there is or the version asked for', async () => {
  shell.write('packages/acme/say@1.2.0.yaml', tool(1));
  shell.write('packages/acme/say@1.10.0.yaml', tool(2));
  shell.write(
    'packages/acme/greeter.yaml',
    'use: core:agent\nconfig: { provider: mock, model: m, mock: { latency: 1ms, responses: [{ text: Hello }] } }\nactions: [{ id: greet, instructions: Greet, output: { type: object } }]\ntools: [{ id: say, use: "acme:say@1.2.0" }]',
  );
  shell.write(
    'packaged.yaml',
    yaml`
      agents: [{ id: host, use: "acme:greeter", config: { model: large } }]
      tools: [{ id: note, use: { repo: acme, package: say } }]
      tasks:
        - { id: a, type: basic, use: "agent:host", on_success: { next: b, with: { m: "{{ output.text }}" } } }
        - { id: b, type: basic, use: tool:note, with: { message: "{{ input.m }}" }, on_success: { next: c } }
        - { id: c, type: basic, use: "acme/say@1.2", with: { message: "{{ tools.note.output.data.message }}!" } }
      outputs: { said: "{{ tools['acme:say@1.2'].output.data.message }}" }
    `,
  );
  expect(await shell.runHere(['check', 'packaged.yaml'])).toMatchObject({ code: 0, out: '' });
  const { code, out } = await shell.runHere(['run', 'packaged.yaml']);
  expect(JSON.parse(out)).toMatchObject({ status: 'success', output: { said: 'Hello!' }, error: null });
  expect(code).toBe(0);
});

test('a missing or unsuitable package is reported with the ones that exist', async () => {
  shell.write('packages/acme/near@1.0.0.yaml', 'use: core:log\nschema: { input: {}, output: {} }');
  shell.write('packages/acme/kit.yaml', 'tools: [{ id: a }, { id: b }]');
  const use = (reference: string) => shell.write('use.yaml', `tasks: [{ id: t, type: basic, use: "${reference}" }]`);
  const missing = await shell.runHere(['check', use('acme:near@2')]);
  expect(missing.code).toBe(0);
  expect(missing.out).toMatch(/^use\.yaml:1:36 warning UNRESOLVED_USE .*Those that exist: acme:near@1\.0\.0\./);
  expect(JSON.parse((await shell.runHere(['run', 'use.yaml'])).out).error.code).toBe('REFERENCE_ERROR');
  const unfit = await shell.runHere(['check', use('acme:kit')]);
  expect(unfit.code).toBe(1);
  expect(unfit.out).toMatch(
    /^use\.yaml:1:36 error IMPORT_ERROR "packages\/acme\/kit\.yaml" holds 2 definitions that fit: a, b\./,
  );
});

test('each of several folders has its packages where the folder of the command has none', async () => {
  const flow = 'tasks: [{ id: t, type: basic, use: "acme:own" }]';
  for (const name of ['one', 'two']) {
    shell.write(`projects/${name}/flows/main.yaml`, flow);
    shell.write(
      `projects/${name}/packages/acme/own.yaml`,
      `use: core:log\nschema: { input: {}, output: {} }\n${name}: 1`,
    );
  }
  const { code, out } = await shell.runHere(['check', 'one', 'two'], { folder: 'projects' });
  expect(code).toBe(0);
  expect(out.match(/warning UNKNOWN_KEY In "packages/g)).toHaveLength(2);
  expect(out).toMatch(/^one\/flows\/main.yaml.*"one"/m);
  expect(out).toMatch(/^two\/flows\/main.yaml.*"two"/m);
});

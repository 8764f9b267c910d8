import { expect, test } from 'vitest';
import { loadPatterns } from '../base/index.ts';
import { checkServeConfig } from '../serveConfig/index.ts';
import { diagnose } from './testing.ts';

/** A mistake, what is found of it, the whole sentence, and the title of its quick fix where what is meant is certain. */
type Row = readonly [mistake: string, text: string, found: string, says: string, fix?: string];

const tasks = (...list: readonly string[]): string => `tasks:\n${list.map((task) => `  - { ${task} }\n`).join('')}`;

/** Mistakes of people who come from another program, or do not know the format yet: the sentence is what tells them what to write. */
const MISTAKES: readonly Row[] = [
  [
    'Order is written as in GitHub Actions: `needs`',
    tasks('id: a, type: basic', 'id: b, type: basic', 'id: c, type: basic, needs: [a, b]'),
    'error IGNORED_KEY',
    '"needs" does not set the order: a task names the one after it. Write “on_success: { next: c }” in each of a, b, and “join: all” here, so that "c" waits for all of them and runs once. A run begins with one task: put one in front of them that leads to all, “on_success: { next: [a, b] }”.',
    'Lead here from a, b',
  ],
  [
    '`depends_on` one task',
    tasks('id: a, type: basic', 'id: b, type: basic, depends_on: a'),
    'error IGNORED_KEY',
    '"depends_on" does not set the order: a task names the one after it. Write “on_success: { next: b }” in "a".',
    'Lead here from a',
  ],
  [
    'A condition on a task: `if`',
    tasks('id: a, type: basic, use: core:log, with: { message: hi }, if: "{{ input.ok }}"'),
    'error IGNORED_KEY',
    '"if" is ignored: a task does not decide whether it runs. Put a task of type decision before it: “config: { condition: "{{ input.ok }}", routes: { true: a }, default: { next: end } }”.',
  ],
  [
    '`when` on a decision',
    tasks('id: a, type: decision, when: "{{ input.ok }}", on_success: { next: end }'),
    'error IGNORED_KEY',
    '"when" belongs in “config”, as “condition”. Here it does nothing.',
    'Move it into config',
  ],
  [
    '`next` beside the handlers',
    tasks('id: a, type: basic, next: b', 'id: b, type: basic'),
    'error IGNORED_KEY',
    'What comes next is named in a handler: “on_success: { next: b }”. Under "next" nothing comes next.',
    'Write on_success',
  ],
  [
    '`then` and `else` of a decision',
    tasks(
      'id: a, type: decision, config: { condition: "{{ input.ok }}", routes: { true: end } }, else: b',
      'id: b, type: basic',
    ),
    'error IGNORED_KEY',
    '"else" has no effect here. Write “default: { next: b }” in “config”.',
    'Write default',
  ],
  [
    '`branches` of a parallel task',
    tasks('id: a, type: parallel, branches: [{ id: b, type: basic }]'),
    'error IGNORED_KEY',
    'The tasks inside a parallel task are under “tasks”. What is under "branches" never runs.',
    'Rename to tasks',
  ],
  [
    '`do` in a task that holds none',
    tasks('id: a, type: basic, do: [{ id: b, type: basic }]'),
    'error IGNORED_KEY',
    'What is under "do" never runs. Tasks that run in sequence go under “tasks” of a task of type composite.',
  ],
  [
    'A loop: `for_each`',
    tasks('id: a, type: basic, use: core:log, for_each: "{{ input.lines }}", with: { message: "{{ input }}" }'),
    'error IGNORED_KEY',
    '"for_each" is ignored: this runs once. To run it for each item of a list, use a task of type collection: “config: { items: "{{ input.lines }}" }”, whose “with” reads “{{ item }}”.',
    'Make it a collection',
  ],
  [
    'Rounds: `while`',
    tasks('id: a, type: basic, while: "{{ input.n < 3 }}"'),
    'error IGNORED_KEY',
    '"while" is ignored: this runs once. For a loop, write “on_success: { next: again }” here, and add the task “{ id: again, type: decision, config: { condition: "{{ tasks.a.output.n < 3 }}", routes: { true: a }, default: { next: end } } }”. To poll until something is ready, use a task of type wait.',
  ],
  [
    'A wait with `duration`',
    tasks('id: a, type: wait, duration: 5m'),
    'error IGNORED_KEY',
    'A wait without a condition lasts as long as its “timeout”: “config: { timeout: 5m, check_interval: 5m }”. "duration" does nothing.',
    'Wait 5m',
  ],
  [
    'A pause before a task: `delay`',
    tasks('id: a, type: basic, delay: 5s'),
    'error IGNORED_KEY',
    '"delay" does not make it wait. A pause is a task of its own before this one: “{ id: pause, type: wait, config: { timeout: 5s, check_interval: 5s }, on_success: { next: a } }”.',
  ],
  [
    '`inputs` of a task',
    tasks('id: a, type: basic, use: core:log, inputs: { message: hi }'),
    'error IGNORED_KEY',
    '"inputs" does nothing here: this format calls it “with”.',
    'Rename to with',
  ],
  [
    '`inputs` of the workflow',
    'inputs: { name: string }\n' + tasks('id: a, type: basic'),
    'error IGNORED_KEY',
    '"inputs" has no effect: the input of a run is described by a JSON Schema, “schema: { input: { type: object, properties: { name: { type: string } } } }”.',
  ],
  [
    '`triggers` in the workflow',
    'triggers: [{ cron: "0 3 * * *" }]\n' + tasks('id: a, type: basic'),
    'error IGNORED_KEY',
    'What starts a run is not part of a workflow. Take this out: schedules, webhooks and watched folders are written in signalbox.serve.yaml, such as “schedules: { nightly: { workflow: orders, cron: "0 3 * * *" } }” for orders.yaml.',
  ],
  [
    '`on: push` in the workflow',
    'on: push\n' + tasks('id: a, type: basic'),
    'error IGNORED_KEY',
    'What starts a run is not part of a workflow. Take this out: schedules, webhooks and watched folders are written in signalbox.serve.yaml, such as “schedules: { nightly: { workflow: orders, cron: "0 3 * * *" } }” for orders.yaml.',
  ],
  [
    '`url` beside `with`',
    tasks('id: a, type: basic, use: core:http, url: https://example.com'),
    'error IGNORED_KEY',
    '"url" is an input of “core:http” and belongs in “with”. Here it does nothing.',
    'Move it into with',
  ],
  [
    '`url` of a task that uses nothing',
    tasks('id: a, type: basic, url: https://example.com'),
    'error IGNORED_KEY',
    '"url" is an input of a tool, and this task uses none. Write “use: core:http” and “with: { url: … }”.',
  ],
  [
    'A shell command: `run`',
    tasks('id: a, type: basic, run: npm test'),
    'error IGNORED_KEY',
    '"run" runs nothing: there is no shell. Say what the task does with “use”: a built-in such as “core:http” or “core:javascript”, “agent:<id>”, “tool:<id>”, or a tool of an MCP server (“mcp:<server>/<tool>”).',
  ],
  [
    '`retries: 3`',
    tasks('id: a, type: basic, use: core:http, with: { url: x }, retries: 3'),
    'error IGNORED_KEY',
    '"retries" has no effect. Write “retry: { attempts: 3, backoff: exponential, interval: 1s }” in the task.',
    'Write retry',
  ],
  [
    '`retry: 3`',
    tasks('id: a, type: basic, use: core:http, with: { url: x }, retry: 3'),
    'error WRONG_TYPE',
    '“retry” is a map: “retry: { attempts: 3, backoff: exponential, interval: 1s }”.',
    'Change to { attempts: … }',
  ],
  [
    '`catch: b`',
    tasks('id: a, type: basic, catch: b', 'id: b, type: basic'),
    'error IGNORED_KEY',
    'What happens after a failure is “on_error: { next: b }”. "catch" does nothing.',
    'Write on_error',
  ],
  [
    '`steps` in the place of `tasks`',
    'steps:\n  - { id: a, type: basic }\n',
    'error IGNORED_KEY',
    'Tasks are listed under “tasks”. What is under "steps" never runs.',
    'Rename to tasks',
  ],
  [
    '`on_success: b`',
    tasks('id: a, type: basic, on_success: b', 'id: b, type: basic'),
    'error WRONG_TYPE',
    '“on_success” is a map that names the next task: “on_success: { next: b }”.',
    'Change to { next: … }',
  ],
  [
    '`on_sucess`, a slip',
    tasks('id: a, type: basic, on_sucess: { next: end }'),
    'error IGNORED_KEY',
    'The format has no key "on_sucess" here. It is kept and does nothing. Did you mean "on_success"?',
    'Rename to on_success',
  ],
  [
    'A condition in `on_success`',
    tasks('id: a, type: basic, on_success: { next: end, if: "{{ output.ok }}" }'),
    'error IGNORED_KEY',
    'Only “on_error” and routes have a condition. Write “next: check” here, and add the task “{ id: check, type: decision, config: { condition: "{{ tasks.a.output.ok }}", routes: { true: end }, default: { next: end } } }”.',
  ],
  [
    'A tool in a handler',
    tasks('id: a, type: basic, on_error: { use: core:log }'),
    'error IGNORED_KEY',
    '"use" runs nothing here: a handler names the task that runs next, “next: b”, and passes it values, “with: { … }”.',
  ],
  [
    '`agent: writer` on a task',
    'agents: [{ id: writer, use: core:agent, config: { provider: mock, model: m } }]\n' +
      tasks('id: a, type: basic, agent: writer'),
    'error IGNORED_KEY',
    'An agent is used by “use: agent:writer”. "agent" runs nothing.',
    'Write use: agent:writer',
  ],
  [
    '`model` beside `config` of an agent',
    'agents: [{ id: w, use: core:agent, model: m }]\n' + tasks('id: a, type: basic, use: agent:w'),
    'error IGNORED_KEY',
    '"model" belongs in “config”. Here it does nothing.',
    'Move it into config',
  ],
  [
    '`type: http`',
    tasks('id: a, type: http'),
    'error NOT_ALLOWED_VALUE',
    'There is no task type "http". Write “type: basic” and “use: core:http”.',
    'Change to "basic"',
  ],
  [
    '`type: loop`',
    tasks('id: a, type: loop'),
    'error NOT_ALLOWED_VALUE',
    'There is no task type "loop". Write “type: collection”, “config: { items: "{{ … }}" }” and, for what is done with each, “use” or “tasks”.',
    'Change to "collection"',
  ],
  [
    '`use: http`',
    tasks('id: a, type: basic, use: http, with: { url: x }'),
    'error INVALID_REFERENCE',
    '"http" is not a reference: write repo:package, such as "core:http", or "agent:" or "tool:" and an id. Did you mean "core:http"?',
    'Change to core:http',
  ],
  [
    'Tasks by their ids',
    'tasks:\n  a: { type: basic }\n',
    'error WRONG_TYPE',
    '“tasks” is a list, and the id is a key of each task: “- id: a”, with the rest below it.',
    'Change to a list',
  ],
  [
    'A tab as indent',
    'tasks:\n  - id: a\n\ttype: basic\n',
    'error TAB_INDENT',
    'This line is indented with a tab, and YAML allows only spaces. Indent it like the lines around it.',
    'Indent with spaces',
  ],
  [
    '`${{ x }}` of GitHub Actions',
    tasks('id: a, type: basic, use: core:http, with: { url: "https://example.com/dep/${{ workflow.input.n }}" }'),
    'warning NOT_A_TEMPLATE',
    'GitHub Actions writes “${{ }}”. Here “{{ }}” alone is a template, and the “$” before it stays in the text. Write “{{ workflow.input.n }}”.',
    'Change to {{ workflow.input.n }}',
  ],
  [
    '`${x}` of a shell',
    tasks('id: a, type: basic, use: core:http, with: { url: "${BASE_URL}/orders" }'),
    'warning NOT_A_TEMPLATE',
    '“${ }” stays text here: write a value between “{{” and “}}”. Write “{{ env.BASE_URL }}”.',
    'Change to {{ env.BASE_URL }}',
  ],
  [
    '`={{ $json.x }}` of n8n',
    tasks('id: a, type: basic, use: core:log, with: { message: "={{ $json.name }}" }'),
    'warning NOT_A_TEMPLATE',
    'n8n begins an expression with “=”. Here “{{ }}” alone is a template, and the “=” before it stays in the text. Write “{{ input.name }}”.',
    'Change to {{ input.name }}',
  ],
  [
    '`<% x %>`',
    tasks('id: a, type: basic, use: core:log, with: { message: "Hi <% $.name %>" }'),
    'warning NOT_A_TEMPLATE',
    '“<% %>” stays text here: write a value between “{{” and “}}”. Write “{{ input.name }}”.',
    'Change to {{ input.name }}',
  ],
  [
    '`{{ .x }}` of Go',
    tasks('id: a, type: basic, use: core:log, with: { message: "{{ .name }}" }'),
    'error EXPRESSION_SYNTAX',
    'Names that begin with a dot come from Go, jq and Helm. Here they begin with a root such as “input” or “tasks”. Write “input.name”.',
    'Change to input.name',
  ],
  [
    'A template in a key',
    tasks('id: a, type: map, config: { mapping: { "{{ input.key }}": 1 } }'),
    'warning NOT_A_TEMPLATE',
    'Templates do not work in keys: this one stays as written. Put what varies into a value, such as “{ key: "{{ input.key }}" }”.',
  ],
  [
    'A template in code',
    tasks('id: a, type: basic, use: core:javascript, with: { code: "return {{ input.n }} * 2;" }'),
    'warning NOT_A_TEMPLATE',
    'Code is not a template: “{{ input.n }}” stays as it is. Read it as JavaScript does. Write “input.n”.',
    'Change to input.n',
  ],
  [
    'A template without quotes',
    'tasks:\n  - id: a\n    type: map\n    config:\n      mapping: {{ input.name }}\n',
    'error UNQUOTED_TEMPLATE',
    'YAML reads {{ … }} without quotes as a map, not as a template. Put the value in double quotes.',
    'Put quotes around the template',
  ],
  [
    'A method: `x.toUpperCase()`',
    tasks('id: a, type: map, config: { mapping: "{{ input.name.toUpperCase() }}" }'),
    'error EXPRESSION_SYNTAX',
    'Values have no methods, so “.toUpperCase(…)” cannot be called. Write “upper(input.name)”.',
    'Change to upper(input.name)',
  ],
  [
    'A filter: `x | toUpperCase`',
    tasks('id: a, type: map, config: { mapping: "{{ input.name | toUpperCase }}" }'),
    'error UNKNOWN_FUNCTION',
    'There is no function "toUpperCase". Write “input.name | upper”.',
    'Change to upper',
  ],
  [
    'A filter: `x | stringify`',
    tasks('id: a, type: map, config: { mapping: "{{ input | stringify }}" }'),
    'error UNKNOWN_FUNCTION',
    'There is no function "stringify". Write “input | toJson”.',
    'Change to toJson',
  ],
  [
    '`x | now`',
    tasks('id: a, type: map, config: { mapping: "{{ input.at | now }}" }'),
    'error EXPRESSION_SYNTAX',
    '“now()” takes no arguments: use it alone, not after a “|”.',
  ],
  [
    '`x.length`',
    tasks('id: a, type: map, config: { mapping: "{{ workflow.input.lines.length }}" }'),
    'warning LIKELY_MISSPELT',
    'A list and a text have no key "length": use len(value). This is null unless the value is a map with such a key.',
  ],
  [
    '`a and not b`',
    tasks(
      'id: a, type: decision, config: { condition: "{{ input.a and not input.b }}", routes: { true: end, false: end } }',
    ),
    'error EXPRESSION_SYNTAX',
    'Operators are symbols: “&&” for “and”, “||” for “or”, “!” for “not”, “==” for “is”. Write “input.a && !input.b”.',
    'Change to input.a && !input.b',
  ],
  [
    'A secret of GitHub Actions: `secrets.X`',
    tasks(
      'id: a, type: basic, use: core:http, with: { url: x, headers: { Authorization: "Bearer {{ secrets.TOKEN }}" } }',
    ),
    'error UNKNOWN_ROOT',
    'Expressions have no name "secrets". Write “env.TOKEN”.',
    'Change to env.TOKEN',
  ],
  [
    'A result by the id alone: `a.output`',
    tasks('id: a, type: basic, on_success: { next: b }', 'id: b, type: map, config: { mapping: "{{ a.output.x }}" }'),
    'error UNKNOWN_ROOT',
    'Expressions have no name "a". Write “tasks.a.output.x”.',
    'Change to tasks.a.output.x',
  ],
  [
    'A route that the condition never gives',
    tasks(
      'id: a, type: decision, config: { condition: "{{ workflow.input.n > 1 }}", routes: { yes: end, false: end }, default: { next: end } }',
    ),
    'warning NEVER_EQUAL',
    'The condition gives true or false, never "yes". This route is never taken.',
    'Rename to true',
  ],
  [
    'A condition on an input that is not passed',
    tasks(
      'id: s, type: basic, on_success: { next: d, with: { z: 1 } }',
      'id: d, type: decision, config: { condition: "{{ input.name }}", routes: { a: end, b: end }, default: { next: end } }',
    ),
    'warning NEVER_EQUAL',
    'The condition is always null: what it reads never exists. “input” is what is passed to this task; the input of the run is “workflow.input”. This route is never taken.',
  ],
  [
    'A workflow of n8n',
    '{ "nodes": [{ "type": "n8n-nodes-base.webhook" }], "connections": {} }\n',
    'error OTHER_DIALECT',
    'This is a workflow for n8n (nodes, connections), which does not run here. Rewrite it in this format: each node is a task, each connection “on_success: { next: … }” of the task before, an IF or Switch a decision, and “{{ $json.x }}” is “{{ input.x }}”.',
  ],
];

test.each(MISTAKES.map(([mistake, ...row]) => ({ mistake, row })))('$mistake', ({ row: [text, found, says, fix] }) => {
  const told = diagnose(text).find(({ code }) => found.endsWith(` ${code}`));
  expect(`${told?.severity} ${told?.code}`).toBe(found);
  expect(told?.message).toBe(says);
  expect(told?.fixes?.[0]?.title).toBe(fix);
});

/** What somebody writes who has only the sentence, where that takes more than a word. */
const MENDED: readonly (readonly [mistake: string, text: string])[] = [
  [
    '`needs`',
    tasks(
      'id: start, type: basic, on_success: { next: [a, b] }',
      'id: a, type: basic, on_success: { next: c }',
      'id: b, type: basic, on_success: { next: c }',
      'id: c, type: basic, join: all',
    ),
  ],
  [
    '`else`',
    tasks(
      'id: a, type: decision, config: { condition: "{{ input.ok }}", routes: { true: end }, default: { next: b } }',
      'id: b, type: basic',
    ),
  ],
  [
    '`while`',
    tasks(
      'id: a, type: basic, on_success: { next: again }',
      'id: again, type: decision, config: { condition: "{{ tasks.a.output.n < 3 }}", routes: { true: a }, default: { next: end } }',
    ),
  ],
  [
    '`delay`',
    tasks(
      'id: pause, type: wait, config: { timeout: 5s, check_interval: 5s }, on_success: { next: a }',
      'id: a, type: basic',
    ),
  ],
  [
    'a condition in `on_success`',
    tasks(
      'id: a, type: basic, on_success: { next: check }',
      'id: check, type: decision, config: { condition: "{{ tasks.a.output.ok }}", routes: { true: end }, default: { next: end } }',
    ),
  ],
  ['`type: http`', tasks('id: a, type: basic, use: core:http, with: { url: https://example.com }')],
  ['`type: loop`', tasks('id: a, type: collection, config: { items: "{{ input.lines }}" }, use: core:log')],
  ['a template in a key', tasks('id: a, type: map, config: { mapping: { key: "{{ input.key }}" } }')],
  ['a filter', tasks('id: a, type: map, config: { mapping: "{{ input.name | upper }}" }')],
  [
    'an input that is not passed',
    tasks(
      'id: s, type: basic, on_success: { next: d }',
      'id: d, type: decision, config: { condition: "{{ workflow.input.name }}", routes: { a: end }, default: { next: end } }',
    ),
  ],
];

test.each(MENDED)('what the sentence about %s says to write is fine', (_, text) => {
  expect(diagnose(text).filter(({ severity }) => severity !== 'info')).toEqual([]);
});

test('a file of a server is written as the sentence about what starts a run has it', async () => {
  await loadPatterns();
  const [, written = ''] = /“(schedules: .*)” for/.exec(diagnose('on: push\ntasks: []\n')[0]?.message ?? '') ?? [];
  expect(written).not.toBe('');
  expect(checkServeConfig(written)).toEqual([]);
});

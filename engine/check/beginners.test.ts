import { describe, expect, test } from 'vitest';
import { yaml } from '../testing/index.ts';
import { diagnose } from './testing.ts';

/** A mistake of somebody who comes from another program or does not know the format yet, and what they read. */
interface Mistake {
  readonly mistake: string;
  readonly text: string;
  readonly found: string;
  /** The whole sentence: it is what tells them what to do. */
  readonly says: string;
  /** The title of its quick fix, where what is meant is certain. */
  readonly fix?: string;
}

const MISTAKES: readonly Mistake[] = [
  {
    mistake: 'Order is written as in GitHub Actions: `needs`',
    text: yaml`
      tasks:
        - { id: a, type: basic }
        - { id: b, type: basic }
        - { id: c, type: basic, needs: [a, b] }
    `,
    found: 'error IGNORED_KEY',
    says: '"needs" orders nothing here: a task names what comes after it. Write “on_success: { next: c }” in each of a, b, and “join: all” here, so that "c" waits for all of them and runs once.',
    fix: 'Lead here from a, b',
  },
  {
    mistake: '`depends_on` one task',
    text: yaml`
      tasks:
        - { id: a, type: basic }
        - { id: b, type: basic, depends_on: a }
    `,
    found: 'error IGNORED_KEY',
    says: '"depends_on" orders nothing here: a task names what comes after it. Write “on_success: { next: b }” in "a".',
    fix: 'Lead here from a',
  },
  {
    mistake: 'A condition on a task: `if`',
    text: yaml`
      tasks:
        - { id: a, type: basic, use: core:log, with: { message: hi }, if: "{{ input.ok }}" }
    `,
    found: 'error IGNORED_KEY',
    says: 'A task does not decide by itself whether it runs: with "if" it runs in any case. Put a task of type decision before it: “config: { condition: "{{ input.ok }}", routes: { true: a }, default: { next: end } }”.',
  },
  {
    mistake: '`when` on a decision',
    text: yaml`
      tasks:
        - { id: a, type: decision, when: "{{ input.ok }}", on_success: { next: end } }
    `,
    found: 'error IGNORED_KEY',
    says: '"when" belongs in “config”, as “condition”. Here it does nothing.',
    fix: 'Move it into config',
  },
  {
    mistake: '`next` beside the handlers',
    text: yaml`
      tasks:
        - { id: a, type: basic, next: b }
        - { id: b, type: basic }
    `,
    found: 'error IGNORED_KEY',
    says: 'What comes next is named in a handler: “on_success: { next: b }”. Under "next" nothing follows.',
    fix: 'Write on_success',
  },
  {
    mistake: '`then` and `else` of a decision',
    text: yaml`
      tasks:
        - { id: a, type: decision, config: { condition: "{{ input.ok }}", routes: { true: end } }, else: b }
        - { id: b, type: basic }
    `,
    found: 'error IGNORED_KEY',
    says: 'A choice is a task of type decision: “config: { condition: "{{ … }}", routes: { true: a }, default: { next: b } }”. "else" chooses nothing.',
    fix: 'Write default',
  },
  {
    mistake: '`branches` of a parallel task',
    text: yaml`
      tasks:
        - { id: a, type: parallel, branches: [{ id: b, type: basic }] }
    `,
    found: 'error IGNORED_KEY',
    says: 'The tasks inside of a parallel task are under “tasks”. What is under "branches" never runs.',
    fix: 'Rename to tasks',
  },
  {
    mistake: '`do` in a task that holds none',
    text: yaml`
      tasks:
        - { id: a, type: basic, do: [{ id: b, type: basic }] }
    `,
    found: 'error IGNORED_KEY',
    says: 'What is under "do" never runs. What runs one after the other inside of a task is under “tasks” of a task of type composite.',
  },
  {
    mistake: 'A loop: `for_each`',
    text: yaml`
      tasks:
        - { id: a, type: basic, use: core:log, for_each: "{{ input.lines }}", with: { message: "{{ input }}" } }
    `,
    found: 'error IGNORED_KEY',
    says: 'With "for_each" this runs once. What is done for each item of a list is a task of type collection: “config: { items: "{{ input.lines }}" }”, whose “with” reads “{{ item }}”.',
    fix: 'Make it a collection',
  },
  {
    mistake: 'Rounds: `while`',
    text: yaml`
      tasks:
        - { id: a, type: basic, while: "{{ input.n < 3 }}" }
    `,
    found: 'error IGNORED_KEY',
    says: 'With "while" this runs once. For rounds, let a decision behind it lead back: “routes: { true: a }, default: { next: end }”. To look again until something is ready, use a task of type wait.',
  },
  {
    mistake: 'A wait with `duration`',
    text: yaml`
      tasks:
        - { id: a, type: wait, duration: 5m }
    `,
    found: 'error IGNORED_KEY',
    says: 'A wait without a condition lasts as long as its “timeout”: “config: { timeout: 5m, check_interval: 5m }”. "duration" does nothing.',
    fix: 'Wait 5m',
  },
  {
    mistake: 'A pause before a task: `delay`',
    text: yaml`
      tasks:
        - { id: a, type: basic, delay: 5s }
    `,
    found: 'error IGNORED_KEY',
    says: '"delay" does not make it wait. A pause is a task of its own before this one, of type wait: “config: { timeout: 5s, check_interval: 5s }”.',
  },
  {
    mistake: '`inputs` of a task',
    text: yaml`
      tasks:
        - { id: a, type: basic, use: core:log, inputs: { message: hi } }
    `,
    found: 'error IGNORED_KEY',
    says: '"inputs" does nothing here: this format calls it “with”.',
    fix: 'Rename to with',
  },
  {
    mistake: '`inputs` of the workflow',
    text: yaml`
      inputs: { name: string }
      tasks:
        - { id: a, type: basic }
    `,
    found: 'error IGNORED_KEY',
    says: '"inputs" asks for nothing: what a run is given is described by a JSON Schema, “schema: { input: { type: object, properties: { name: { type: string } } } }”.',
  },
  {
    mistake: '`triggers` in the workflow',
    text: yaml`
      triggers: [{ cron: "0 3 * * *" }]
      tasks:
        - { id: a, type: basic }
    `,
    found: 'error IGNORED_KEY',
    says: 'What starts a run is not part of a workflow: schedules, webhooks and watched folders are written in signalbox.serve.yaml.',
  },
  {
    mistake: '`on: push` in the workflow',
    text: yaml`
      on: push
      tasks:
        - { id: a, type: basic }
    `,
    found: 'error IGNORED_KEY',
    says: 'What starts a run is not part of a workflow: schedules, webhooks and watched folders are written in signalbox.serve.yaml.',
  },
  {
    mistake: '`url` beside `with`',
    text: yaml`
      tasks:
        - { id: a, type: basic, use: core:http, url: https://example.com }
    `,
    found: 'error IGNORED_KEY',
    says: '"url" is an input of “core:http” and belongs in “with”. Here it does nothing.',
    fix: 'Move it into with',
  },
  {
    mistake: '`url` of a task that uses nothing',
    text: yaml`
      tasks:
        - { id: a, type: basic, url: https://example.com }
    `,
    found: 'error IGNORED_KEY',
    says: '"url" is an input of a tool, and this task uses none. Write “use: core:http” and “with: { url: … }”.',
  },
  {
    mistake: 'A shell command: `run`',
    text: yaml`
      tasks:
        - { id: a, type: basic, run: npm test }
    `,
    found: 'error IGNORED_KEY',
    says: '"run" runs nothing: there is no shell. What a task runs is its “use”: a built-in (“core:…”), “agent:<id>”, “tool:<id>”, or a tool of an MCP server (“mcp:<server>/<tool>”).',
  },
  {
    mistake: '`retries: 3`',
    text: yaml`
      tasks:
        - { id: a, type: basic, use: core:http, with: { url: x }, retries: 3 }
    `,
    found: 'error IGNORED_KEY',
    says: '"retries" retries nothing. Write “retry: { attempts: 3, backoff: exponential, interval: 1s }” in the task.',
    fix: 'Write retry',
  },
  {
    mistake: '`retry: 3`',
    text: yaml`
      tasks:
        - { id: a, type: basic, use: core:http, with: { url: x }, retry: 3 }
    `,
    found: 'error WRONG_TYPE',
    says: '“retry” is a map: “retry: { attempts: 3, backoff: exponential, interval: 1s }”.',
    fix: 'Change to { attempts: … }',
  },
  {
    mistake: '`catch: b`',
    text: yaml`
      tasks:
        - { id: a, type: basic, catch: b }
        - { id: b, type: basic }
    `,
    found: 'error IGNORED_KEY',
    says: 'What happens after a failure is “on_error: { next: b }”. "catch" does nothing.',
    fix: 'Write on_error',
  },
  {
    mistake: '`steps` in the place of `tasks`',
    text: yaml`
      steps:
        - { id: a, type: basic }
    `,
    found: 'error IGNORED_KEY',
    says: 'Tasks are listed under “tasks”. What is under "steps" never runs.',
    fix: 'Rename to tasks',
  },
  {
    mistake: '`on_success: b`',
    text: yaml`
      tasks:
        - { id: a, type: basic, on_success: b }
        - { id: b, type: basic }
    `,
    found: 'error WRONG_TYPE',
    says: '“on_success” is a map that names the next task: “on_success: { next: b }”.',
    fix: 'Change to { next: … }',
  },
  {
    mistake: '`on_sucess`, a slip',
    text: yaml`
      tasks:
        - { id: a, type: basic, on_sucess: { next: end } }
    `,
    found: 'error IGNORED_KEY',
    says: 'The format has no key "on_sucess" here. It is kept and does nothing. Did you mean "on_success"?',
    fix: 'Rename to on_success',
  },
  {
    mistake: 'A condition in `on_success`',
    text: yaml`
      tasks:
        - { id: a, type: basic, on_success: { next: end, if: "{{ output.ok }}" } }
    `,
    found: 'error IGNORED_KEY',
    says: 'Only “on_error” and routes have a condition. Let this lead to a task of type decision: “config: { condition: "{{ … }}", routes: { true: b }, default: { next: end } }”.',
  },
  {
    mistake: 'A tool in a handler',
    text: yaml`
      tasks:
        - { id: a, type: basic, on_error: { use: core:log } }
    `,
    found: 'error IGNORED_KEY',
    says: '"use" runs nothing here: a handler names the task that runs next, “next: b”, and passes it values, “with: { … }”.',
  },
  {
    mistake: '`agent: writer` on a task',
    text: yaml`
      agents: [{ id: writer, use: core:agent, config: { provider: mock, model: m } }]
      tasks:
        - { id: a, type: basic, agent: writer }
    `,
    found: 'error IGNORED_KEY',
    says: 'An agent is used by “use: agent:writer”. "agent" runs nothing.',
    fix: 'Write use: agent:writer',
  },
  {
    mistake: '`model` beside `config` of an agent',
    text: yaml`
      agents: [{ id: w, use: core:agent, model: m }]
      tasks:
        - { id: a, type: basic, use: agent:w }
    `,
    found: 'error IGNORED_KEY',
    says: '"model" belongs in “config”. Here it does nothing.',
    fix: 'Move it into config',
  },
  {
    mistake: '`type: http`',
    text: yaml`
      tasks:
        - { id: a, type: http }
    `,
    found: 'error NOT_ALLOWED_VALUE',
    says: 'There is no task of type "http": one of type “basic” does that, and “use” says what it runs.',
    fix: 'Change to "basic"',
  },
  {
    mistake: '`type: loop`',
    text: yaml`
      tasks:
        - { id: a, type: loop }
    `,
    found: 'error NOT_ALLOWED_VALUE',
    says: 'There is no task of type "loop": one of type “collection” does that.',
    fix: 'Change to "collection"',
  },
  {
    mistake: '`use: http`',
    text: yaml`
      tasks:
        - { id: a, type: basic, use: http, with: { url: x } }
    `,
    found: 'error INVALID_REFERENCE',
    says: '"http" is not a reference: write repo:package, such as "core:http", or "agent:" or "tool:" and an id. Did you mean "core:http"?',
    fix: 'Change to core:http',
  },
  {
    mistake: 'Tasks by their ids',
    text: yaml`
      tasks:
        a: { type: basic }
    `,
    found: 'error WRONG_TYPE',
    says: '“tasks” is a list, and the id is a key of each task: “- id: a”, with the rest below it.',
    fix: 'Change to a list',
  },
  {
    mistake: 'A tab as indent',
    text: 'tasks:\n  - id: a\n\ttype: basic\n',
    found: 'error TAB_INDENT',
    says: 'This line is indented with a tab, and YAML takes spaces alone: put two spaces for each level, as the lines around it have them.',
    fix: 'Indent with spaces',
  },
  {
    mistake: '`${{ x }}` of GitHub Actions',
    text: yaml`
      tasks:
        - { id: a, type: basic, use: core:http, with: { url: "https://example.com/dep/\${{ workflow.input.n }}" } }
    `,
    found: 'warning NOT_A_TEMPLATE',
    says: 'GitHub Actions writes “${{ }}”. Here “{{ }}” alone is a template, and the “$” before it stays in the text. Write “{{ workflow.input.n }}”.',
    fix: 'Change to {{ workflow.input.n }}',
  },
  {
    mistake: '`${x}` of a shell',
    text: yaml`
      tasks:
        - { id: a, type: basic, use: core:http, with: { url: "\${BASE_URL}/orders" } }
    `,
    found: 'warning NOT_A_TEMPLATE',
    says: 'A value in “${ }” is text here and stays as it is: a value is written between “{{” and “}}”. Write “{{ env.BASE_URL }}”.',
    fix: 'Change to {{ env.BASE_URL }}',
  },
  {
    mistake: '`={{ $json.x }}` of n8n',
    text: yaml`
      tasks:
        - { id: a, type: basic, use: core:log, with: { message: "={{ $json.name }}" } }
    `,
    found: 'warning NOT_A_TEMPLATE',
    says: 'n8n begins an expression with “=”. Here “{{ }}” alone is a template, and the “=” before it stays in the text. Write “{{ input.name }}”.',
    fix: 'Change to {{ input.name }}',
  },
  {
    mistake: '`<% x %>`',
    text: yaml`
      tasks:
        - { id: a, type: basic, use: core:log, with: { message: "Hi <% $.name %>" } }
    `,
    found: 'warning NOT_A_TEMPLATE',
    says: 'A value in “<% %>” is text here and stays as it is: a value is written between “{{” and “}}”. Write “{{ input.name }}”.',
    fix: 'Change to {{ input.name }}',
  },
  {
    mistake: '`{{ .x }}` of Go',
    text: yaml`
      tasks:
        - { id: a, type: basic, use: core:log, with: { message: "{{ .name }}" } }
    `,
    found: 'error EXPRESSION_SYNTAX',
    says: 'A name that begins with a dot is written so in Go, jq and Helm. Here it begins with a name such as “input” or “tasks”. Write “input.name”.',
    fix: 'Change to input.name',
  },
  {
    mistake: 'A template in a key',
    text: yaml`
      tasks:
        - { id: a, type: map, config: { mapping: { "{{ input.key }}": 1 } } }
    `,
    found: 'warning NOT_A_TEMPLATE',
    says: 'A key is never a template, so this one stays as it is written. Put what changes into a value.',
  },
  {
    mistake: 'A template in code',
    text: yaml`
      tasks:
        - { id: a, type: basic, use: core:javascript, with: { code: "return {{ input.n }} * 2;" } }
    `,
    found: 'warning NOT_A_TEMPLATE',
    says: 'Code is not a template: “{{ input.n }}” stays as it is. Read it as JavaScript does. Write “input.n”.',
    fix: 'Change to input.n',
  },
  {
    mistake: 'A template without quotes',
    text: yaml`
      tasks:
        - id: a
          type: map
          config:
            mapping: {{ input.name }}
    `,
    found: 'error UNQUOTED_TEMPLATE',
    says: 'YAML reads {{ … }} without quotes as a map, not as a template. Put the value in double quotes.',
    fix: 'Put quotes around the template',
  },
  {
    mistake: 'A method: `x.toUpperCase()`',
    text: yaml`
      tasks:
        - { id: a, type: map, config: { mapping: "{{ input.name.toUpperCase() }}" } }
    `,
    found: 'error EXPRESSION_SYNTAX',
    says: 'Values have no methods, so “.toUpperCase(…)” cannot be called. Write “upper(input.name)”.',
    fix: 'Change to upper(input.name)',
  },
  {
    mistake: 'A filter: `x | toUpperCase`',
    text: yaml`
      tasks:
        - { id: a, type: map, config: { mapping: "{{ input.name | toUpperCase }}" } }
    `,
    found: 'error UNKNOWN_FUNCTION',
    says: 'There is no function "toUpperCase". Write “upper(text)”.',
    fix: 'Change to upper',
  },
  {
    mistake: 'A filter: `x | stringify`',
    text: yaml`
      tasks:
        - { id: a, type: map, config: { mapping: "{{ input | stringify }}" } }
    `,
    found: 'error UNKNOWN_FUNCTION',
    says: 'There is no function "stringify". Write “toJson(value)”.',
    fix: 'Change to toJson',
  },
  {
    mistake: '`x | now`',
    text: yaml`
      tasks:
        - { id: a, type: map, config: { mapping: "{{ input.at | now }}" } }
    `,
    found: 'error EXPRESSION_SYNTAX',
    says: '“now()” takes no value: it stands alone, not behind a “|”.',
  },
  {
    mistake: '`x.length`',
    text: yaml`
      tasks:
        - { id: a, type: map, config: { mapping: "{{ workflow.input.lines.length }}" } }
    `,
    found: 'info LIKELY_MISSPELT',
    says: 'A list and a text have no key "length": their size is len(value). This is null unless the value is a map with such a key.',
  },
  {
    mistake: '`a and not b`',
    text: yaml`
      tasks:
        - { id: a, type: decision, config: { condition: "{{ input.a and not input.b }}", routes: { true: end, false: end } } }
    `,
    found: 'error EXPRESSION_SYNTAX',
    says: 'Operators are signs: “&&” for “and”, “||” for “or”, “!” for “not”, “==” for “is”. Write “input.a && !input.b”.',
    fix: 'Change to input.a && !input.b',
  },
  {
    mistake: 'A secret of GitHub Actions: `secrets.X`',
    text: yaml`
      tasks:
        - { id: a, type: basic, use: core:http, with: { url: x, headers: { Authorization: "Bearer {{ secrets.TOKEN }}" } } }
    `,
    found: 'error UNKNOWN_ROOT',
    says: 'Expressions have no name "secrets". Write “env.TOKEN”.',
    fix: 'Change to env.TOKEN',
  },
  {
    mistake: 'A result by the id alone: `a.output`',
    text: yaml`
      tasks:
        - { id: a, type: basic, on_success: { next: b } }
        - { id: b, type: map, config: { mapping: "{{ a.output.x }}" } }
    `,
    found: 'error UNKNOWN_ROOT',
    says: 'Expressions have no name "a". Write “tasks.a.output.x”.',
    fix: 'Change to tasks.a.output.x',
  },
  {
    mistake: 'A route that the condition never gives',
    text: yaml`
      tasks:
        - { id: a, type: decision, config: { condition: "{{ workflow.input.n > 1 }}", routes: { yes: end, false: end }, default: { next: end } } }
    `,
    found: 'warning NEVER_EQUAL',
    says: 'The condition gives true or false, never "yes". This route is never taken.',
    fix: 'Rename to true',
  },
  {
    mistake: 'A condition on an input that is not passed',
    text: yaml`
      tasks:
        - { id: s, type: basic, on_success: { next: d, with: { z: 1 } } }
        - { id: d, type: decision, config: { condition: "{{ input.name }}", routes: { a: end, b: end }, default: { next: end } } }
    `,
    found: 'warning NEVER_EQUAL',
    says: 'The condition is null in every run: what it reads is never there. This route is never taken.',
  },
  {
    mistake: 'A workflow of n8n',
    text: yaml`
      { "nodes": [{ "type": "n8n-nodes-base.webhook" }], "connections": {} }
    `,
    found: 'error OTHER_DIALECT',
    says: 'This is a workflow of n8n (nodes, connections), which does not run here. Write it anew in this format: each node is a task, each connection “on_success: { next: … }” of the task before, an IF or Switch a decision, and “{{ $json.x }}” is “{{ input.x }}”.',
  },
];

describe('a mistake is told in a sentence that names what to write', () => {
  test.each(MISTAKES)('$mistake', ({ text, found, says, fix }) => {
    const told = diagnose(text).find(({ code }) => found.endsWith(code));
    expect(`${told?.severity} ${told?.code}`).toBe(found);
    expect(told?.message).toBe(says);
    expect(told?.fixes?.[0]?.title).toBe(fix);
  });
});

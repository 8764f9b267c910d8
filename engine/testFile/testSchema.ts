import type { Json } from '../base/index.ts';

const INPUT = { description: 'The input of the run.' } as const;

const SEED = {
  type: 'integer',
  minimum: 0,
  maximum: 4_294_967_295,
  description: 'What random numbers and made-up answers are drawn from. 1 when absent.',
} as const;

const ENV = {
  type: 'object',
  description: 'The variables of the run, by name. Those of the environment are never read.',
} as const;

const DURATION = { type: 'string', description: 'A duration of virtual time, such as 2m.' } as const;

const ANSWERS = {
  type: 'object',
  description:
    'What calls are answered with, by the id of the task. A list answers each call in order; the last one repeats.',
  additionalProperties: {
    type: ['object', 'array', 'string'],
    description: 'An answer: `output`, `error`, `simulate` or `live`; or a list of them.',
    properties: {
      output: { description: 'What the tool or the agent answers.' },
      error: {
        type: 'object',
        description: 'The error that it answers with: `code`, `message`; all else is under `details`.',
      },
      for: {
        description: 'Only for calls that ask for this: a part of what is sent. In a list the others are for the rest.',
      },
      tool_calls: {
        type: 'array',
        minItems: 1,
        description: 'Of an agent: its model calls these tools, and is asked again once they have answered.',
        items: {
          type: 'object',
          required: ['name'],
          additionalProperties: false,
          properties: {
            name: { type: 'string', minLength: 1, description: 'The tool, as the agent names it.' },
            input: { description: 'What it is called with.' },
          },
        },
      },
      tool: {
        type: 'string',
        minLength: 1,
        description: 'Of an agent: the answer is for calls of this one of its tools. Without it, it is for its model.',
      },
      after: { ...DURATION, description: 'How long the answer takes, such as 5s. At once when absent.' },
    },
  },
} as const;

const PINS = {
  type: 'object',
  description: 'What tasks give in place of running, by the id of the task: they do not run, and call nothing.',
  additionalProperties: {
    type: 'object',
    additionalProperties: false,
    description: 'What the task gives, each time: `output` or `error`.',
    properties: {
      output: { description: 'The output of the task.' },
      error: {
        type: 'object',
        description: 'The error that it fails with: `code`, `message`; all else is under `details`.',
      },
    },
  },
} as const;

const TASKS = { type: 'array', items: { type: 'string' } } as const;

const COUNT = {
  type: ['integer', 'object'],
  minimum: 0,
  additionalProperties: false,
  properties: {
    at_least: { type: 'integer', minimum: 0, description: 'So often, or more often.' },
    at_most: { type: 'integer', minimum: 0, description: 'So often, or less often.' },
  },
} as const;

const USE = { type: 'string', minLength: 1 } as const;

const ROUND = {
  attempts: { type: 'integer', minimum: 1, description: 'How often it was tried, the first time included.' },
  with: { description: 'A part of its input; under `exactly`, all of it.' },
  output: { description: 'A part of its output; under `exactly`, all of it.' },
} as const;

const EXPECT = {
  type: 'object',
  additionalProperties: false,
  description: 'The expected result of the run. Without `status`, it must succeed.',
  properties: {
    status: { enum: ['success', 'error', 'cancelled'], description: 'How the run ends.' },
    path: {
      type: ['array', 'object'],
      items: { type: 'string' },
      additionalProperties: false,
      properties: { exactly: { ...TASKS, description: 'All tasks that start, each as often as it does.' } },
      description: 'Tasks that start in this order; others may lie between. Under `exactly` nothing else may start.',
    },
    never: { ...TASKS, description: 'Tasks that must not start.' },
    tasks: {
      type: 'object',
      description: 'What is expected of a task, by its id: of the last time that it ran, and of all times.',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: {
          ...ROUND,
          use: { ...USE, description: 'What it calls, such as core:http, mcp:shop/pay, clerk.' },
          times: { ...COUNT, description: 'How often it starts: a number, or `at_least`, `at_most`.' },
          calls: {
            type: ['integer', 'object', 'array'],
            minimum: 0,
            additionalProperties: false,
            properties: COUNT.properties,
            description:
              'How often it calls something; or a list with a part of what each call sends, in order, or all of it under `exactly`.',
          },
          rounds: {
            type: 'array',
            items: { type: 'object', additionalProperties: false, properties: ROUND },
            description: 'What is expected of each time that it runs, in order: as many as it does.',
          },
          items: {
            type: ['object', 'array'],
            items: { type: 'object', additionalProperties: false, properties: ROUND },
            additionalProperties: { type: 'object', additionalProperties: false, properties: ROUND },
            description: 'What is expected of it for items of the collection that it is in, by their index, from 0.',
          },
        },
      },
    },
    calls: {
      type: 'array',
      description: 'How often calls are made, whatever task makes them.',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          use: { ...USE, description: 'What is called, such as core:http, mcp:shop/pay, clerk.' },
          sent: {
            description:
              'A part of what is sent: the input of a tool, the request to a model. Under `exactly`, all of it.',
          },
          times: { ...COUNT, description: 'How often: a number, or `at_least`, `at_most`. At least once when absent.' },
        },
      },
    },
    output: { description: 'A part of the output of the run. A text that is one expression must be true of `value`.' },
    equals: { description: 'The whole output of the run.' },
    that: {
      type: 'array',
      items: { type: 'string' },
      description:
        'Expressions that must be true. They read output, input, env, status, error, tasks, usage, duration.',
    },
    within: { ...DURATION, description: 'How much virtual time the run may take, such as 3m.' },
  },
} as const;

const SCORE = {
  type: ['string', 'object'],
  additionalProperties: false,
  description: 'An expression that gives a number, true or false; or a map with one of `value`, `schema` and `judge`.',
  properties: {
    value: { type: 'string', description: 'The expression; with `schema`, what must fit. The output when absent.' },
    schema: { type: 'object', description: 'A JSON Schema: what fits has 1, all else 0.' },
    judge: { type: 'string', minLength: 1, description: 'The id of an agent of the workflow, which gives the score.' },
    action: { type: 'string', minLength: 1, description: 'The action of the agent, where it has several.' },
    with: { description: 'The input of the agent, with templates. Else `input`, `output` and `row`.' },
    least: { type: 'number', description: 'The mean of each variant must be this at least, or the test fails.' },
  },
} as const;

const PERCENT = { type: 'integer', minimum: 0, maximum: 100 } as const;

const COVERAGE = {
  type: 'object',
  additionalProperties: false,
  description: 'What the tests must cover at least, in percent: signalbox test --coverage fails below it.',
  properties: {
    all: { ...PERCENT, description: 'Of all parts together.' },
    tasks: { ...PERCENT, description: 'Of the tasks that a run can reach.' },
    edges: { ...PERCENT, description: 'Of the handlers, routes and defaults.' },
    outcomes: { ...PERCENT, description: 'Of the ways in which tasks can end.' },
    branches: { ...PERCENT, description: 'Of the ways that expressions can go.' },
  },
} as const;

/** `*.test.yaml` as JSON Schema (docs/tests.md). */
export const testSchema: Json = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Tests of a workflow',
  type: 'object',
  required: ['tests'],
  additionalProperties: false,
  properties: {
    workflow: { type: 'string', description: 'The workflow that is tested, relative to this file.' },
    defaults: {
      type: 'object',
      additionalProperties: false,
      description: 'What each test has unless it sets its own.',
      properties: { seed: SEED, input: INPUT, env: ENV, answers: ANSWERS },
    },
    coverage: COVERAGE,
    tests: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: {
          name: { type: 'string', minLength: 1, description: 'What is shown.' },
          seed: SEED,
          input: INPUT,
          env: ENV,
          answers: ANSWERS,
          pins: PINS,
          signals: {
            type: 'array',
            description: 'Signals that are sent to the run.',
            items: {
              type: 'object',
              required: ['name'],
              additionalProperties: false,
              properties: {
                name: { type: 'string', minLength: 1, description: 'The name that a wait has under `signal`.' },
                at: { ...DURATION, description: 'When it is sent after the start, such as 2m. At once when absent.' },
                payload: { description: 'What comes with it.' },
              },
            },
          },
          cassette: {
            type: 'string',
            minLength: 1,
            description:
              'A recorded run, relative to this file: a journal, or a run that the app has exported. It gives what the test does not: input, variables, signals, answers.',
          },
          match: {
            type: ['string', 'array'],
            items: { type: 'string', minLength: 1 },
            description:
              'Which recorded call gives a call its answer: `request` (the same request; the default), `place` (the same place of the run, whatever it asks), or a list of parts of a request that must be the same, such as input.url.',
          },
          expect: EXPECT,
          each: {
            type: ['string', 'array'],
            minLength: 1,
            description:
              'The rows that it is played for, one after the other: a file of them, .csv, .jsonl or .yaml, relative to this file, or a list. Templates read `row` and `index`.',
          },
          variants: {
            type: 'object',
            description: 'The workflow with other values, by name: each row is played with each of them.',
            additionalProperties: {
              type: ['object', 'null'],
              description: 'Values by place: keys, with ids for items of lists, such as agents/clerk/config/model.',
            },
          },
          score: {
            type: ['string', 'object'],
            description: 'What each run is worth, by name; or one expression.',
            additionalProperties: SCORE,
          },
        },
      },
    },
  },
};

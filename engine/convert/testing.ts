import { yaml } from '../testing/index.ts';
import { N8N } from './testingN8n.ts';

/** A workflow of another program, as its users write one; of those that are also JSON, the same as that. */
interface ForeignFile {
  readonly program: string;
  readonly text: string;
  readonly isAlsoJson?: true;
}

/** One or more of each program that is recognised. */
export const FOREIGN_FILES: Readonly<Record<string, ForeignFile>> = {
  n8n: { program: 'n8n', text: N8N },
  'several of n8n': { program: 'n8n', text: `[${N8N}, ${N8N}]` },
  'an agent of n8n, copied from its canvas': {
    program: 'n8n',
    text: '{ "nodes": [{ "name": "Agent", "type": "@n8n/n8n-nodes-langchain.agent", "parameters": {}, "position": [0, 0] }] }',
  },
  'Step Functions': {
    program: 'AWS Step Functions',
    isAlsoJson: true,
    text: yaml`
      Comment: Checks an order
      StartAt: Check
      States:
        Check:
          Type: Task
          Resource: arn:aws:states:::lambda:invoke
          Parameters: { FunctionName: check, Payload.$: $ }
          Retry: [{ ErrorEquals: [States.Timeout], IntervalSeconds: 2, MaxAttempts: 3, BackoffRate: 2 }]
          Catch: [{ ErrorEquals: [States.ALL], Next: Refuse }]
          Next: Enough?
        Enough?:
          Type: Choice
          Choices: [{ Variable: $.total, NumericGreaterThan: 100, Next: Ship }]
          Default: Refuse
        Ship: { Type: Pass, End: true }
        Refuse: { Type: Fail, Error: Refused }
    `,
  },
  'Step Functions in a template of SAM': {
    program: 'AWS Step Functions',
    text: yaml`
      AWSTemplateFormatVersion: '2010-09-09'
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Machine:
          Type: AWS::Serverless::StateMachine
          Properties:
            DefinitionUri: statemachine/machine.asl.json
            Role: !GetAtt Role.Arn
    `,
  },
  'GitHub Actions': {
    program: 'GitHub Actions',
    text: yaml`
      name: CI
      on:
        push: { branches: [main] }
        pull_request:
      jobs:
        test:
          runs-on: ubuntu-latest
          strategy: { matrix: { node: [20, 22] } }
          steps:
            - uses: actions/checkout@v4
            - uses: actions/setup-node@v4
              with: { node-version: "\${{ matrix.node }}" }
            - run: npm ci && npm test
        deploy:
          needs: test
          if: github.ref == 'refs/heads/main'
          runs-on: ubuntu-latest
          steps:
            - run: ./deploy.sh
              env: { TOKEN: "\${{ secrets.TOKEN }}" }
    `,
  },
  'a reused workflow of GitHub Actions': {
    program: 'GitHub Actions',
    text: 'on: workflow_dispatch\njobs:\n  call:\n    uses: ./.github/workflows/build.yml\n    secrets: inherit\n',
  },
  'an action of GitHub Actions': {
    program: 'GitHub Actions',
    text: "name: Setup\ninputs: { version: { default: '1' } }\nruns:\n  using: composite\n  steps: [{ run: make, shell: bash }]\n",
  },
  'Serverless Workflow': {
    program: 'Serverless Workflow',
    isAlsoJson: true,
    text: yaml`
      document: { dsl: '1.0.0', namespace: shop, name: order, version: '0.1.0' }
      do:
        - getOrder:
            call: http
            with: { method: get, endpoint: 'https://shop.example.com/orders/{orderId}' }
        - check:
            switch:
              - paid: { when: '.status == "paid"', then: ship }
              - default: { then: exit }
        - ship:
            try: [{ send: { call: http, with: { method: post, endpoint: 'https://shop.example.com/ship' } } }]
            catch: { errors: { with: { status: 503 } }, retry: { delay: { seconds: 3 } } }
    `,
  },
  'Serverless Workflow before 1.0': {
    program: 'Serverless Workflow',
    isAlsoJson: true,
    text: yaml`
      id: greeting
      version: '1.0'
      specVersion: '0.8'
      name: Greeting
      start: Greet
      functions: [{ name: greet, operation: file://greet.json#greeting }]
      states:
        - name: Greet
          type: operation
          actions: [{ functionRef: { refName: greet, arguments: { name: '\${ .person.name }' } } }]
          end: true
    `,
  },
  Kestra: {
    program: 'Kestra',
    text: yaml`
      id: invoices
      namespace: company.team
      inputs:
        - { id: month, type: STRING, defaults: "2026-01" }
      tasks:
        - id: fetch
          type: io.kestra.plugin.core.http.Request
          uri: "https://api.example.com/invoices?month={{ inputs.month }}"
        - id: each
          type: io.kestra.plugin.core.flow.ForEach
          values: "{{ outputs.fetch.body }}"
          tasks:
            - { id: log, type: io.kestra.plugin.core.log.Log, message: "{{ taskrun.value }}" }
      triggers:
        - { id: monthly, type: io.kestra.plugin.core.trigger.Schedule, cron: "0 0 1 * *" }
    `,
  },
  'a loop of Compozy': {
    program: 'Compozy',
    isAlsoJson: true,
    text: yaml`
      apiVersion: compozy.loop/v1
      kind: Loop
      meta: { name: review, version: 1 }
      concurrency: forbid
      inputs:
        slug: { type: string, required: true }
      contract:
        goal: Review the change
        definition_of_done: The reviewer agrees
        stop_when: nodes.review.status == 'succeeded'
        iteration_cap: 3
        budget: { tokens: 0, wall_clock_sec: 0, on_exceeded: halt }
      graph:
        nodes:
          - { id: slug, class: source, kind: input, input_ref: slug }
          - { id: review, class: action, kind: run-agent, params: { agent: codex, prompt: "Review {{ .inputs.slug }}" } }
        edges:
          - { from: slug, to: review }
      start: [{ kind: manual }]
    `,
  },
  'Microsoft Foundry': {
    program: 'Microsoft Foundry',
    text: yaml`
      kind: Workflow
      trigger:
        kind: OnConversationStart
        id: support
        actions:
          - kind: InvokeAzureAgent
            id: triage
            conversationId: =System.ConversationId
            agent: { name: TriageAgent }
            output: { responseObject: Local.Triage }
          - kind: ConditionGroup
            id: route
            conditions:
              - id: billing
                condition: =Local.Triage.Category = "Billing"
                actions: [{ kind: GotoAction, id: again, actionId: triage }]
          - { kind: SendActivity, id: done, activity: Done. }
    `,
  },
  'Microsoft Foundry, with its actions beside the trigger': {
    program: 'Microsoft Foundry',
    text: 'kind: workflow\nname: w\ntrigger: { kind: OnConversationStart, id: t }\nactions:\n  - { kind: EndConversation, id: e }\n',
  },
  'Azure Logic Apps': {
    program: 'Azure Logic Apps',
    isAlsoJson: true,
    text: yaml`
      definition:
        $schema: https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#
        contentVersion: 1.0.0.0
        triggers: { manual: { type: Request, kind: Http } }
        actions:
          Get: { type: Http, inputs: { method: GET, uri: https://example.com }, runAfter: {} }
    `,
  },
  'Google Cloud Workflows': {
    program: 'Google Cloud Workflows',
    isAlsoJson: true,
    text: yaml`
      main:
        params: [args]
        steps:
          - get: { call: http.get, args: { url: "\${args.url}" }, result: page }
          - done: { return: "\${page.body}" }
    `,
  },
  'Argo Workflows': {
    program: 'Argo Workflows',
    isAlsoJson: true,
    text: yaml`
      apiVersion: argoproj.io/v1alpha1
      kind: Workflow
      metadata: { generateName: hello- }
      spec:
        entrypoint: hello
        templates:
          - name: hello
            container: { image: busybox, command: [echo], args: ["hello"] }
    `,
  },
  'Netflix Conductor': {
    program: 'Netflix Conductor',
    isAlsoJson: true,
    text: yaml`
      name: order
      version: 1
      schemaVersion: 2
      tasks:
        - name: check
          taskReferenceName: check_ref
          type: SIMPLE
          inputParameters: { id: "\${workflow.input.id}" }
    `,
  },
  Dify: {
    program: 'Dify',
    text: yaml`
      app: { mode: workflow, name: Summary }
      kind: app
      version: 0.1.5
      workflow:
        graph:
          nodes: [{ id: start, data: { type: start } }]
          edges: []
    `,
  },
  Windmill: {
    program: 'Windmill',
    isAlsoJson: true,
    text: yaml`
      summary: Sync
      value:
        modules:
          - { id: a, value: { type: rawscript, language: bun, content: "export async function main() {}" } }
    `,
  },
};

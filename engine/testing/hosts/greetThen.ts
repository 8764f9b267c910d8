import { yaml } from '../yaml.ts';

/**
 * A workflow that begins with `greet`, which asks an agent whose model fails once, and continues tasks of its own.
 * @param next the task after `greet`
 * @param tasks the other tasks, as items of a list without indent
 */
export function greetThen(next: string, tasks: string): string {
  return yaml`
    name: Greeter
    agents:
      - id: greeter
        use: core:agent
        config:
          provider: mock
          model: small
          mock: { latency: 20ms, fail_first: 1, responses: [{ text: Hello }] }
        actions:
          - id: greet
            instructions: Greet {{ input.who }}
            output: { type: object, required: [text], properties: { text: { type: string } } }
    tasks:
    - id: greet
      type: basic
      use: agent:greeter
      retry: { attempts: 2, backoff: fixed, interval: 1s }
      on_success: { next: ${next} }
    ${tasks}
  `;
}

import { yaml } from './yaml.ts';

/** A workflow of two calls with a pause between them: room to crash, watch or export in the middle. */
export const TWO_CALLS = yaml`
  tasks:
    - id: first
      type: basic
      use: core:http
      with: {url: /first, method: POST}
      on_success: {next: pause}
    - id: pause
      type: wait
      config: {timeout: 40ms, check_interval: 10ms}
      on_success: {next: second}
    - id: second
      type: basic
      use: core:http
      with: {url: /second, method: POST, body: "{{ tasks.first.output.body.n }}"}
`;

import { yaml } from '../index.ts';

/** A workflow that runs another one; `more` follows its file in `with`. */
export function callOf(file: string, more = ''): string {
  return yaml`
    tasks: [{ id: call, type: basic, use: core:workflow, with: { file: ${file} }${more} }]
    outputs: { it: "{{ tasks.call.output }}" }
  `;
}

/** Two calls that change something, one after the other. */
export const TWO_STEPS = yaml`
  tasks:
    - { id: one, type: basic, use: core:http, with: { url: /, method: POST }, on_success: { next: two } }
    - { id: two, type: basic, use: core:http, with: { url: /, method: POST } }
  outputs: { n: "{{ tasks.two.output.n }}" }
`;

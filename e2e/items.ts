/** Twelve customers; a script fails for two of them, until it is told not to. */
const CUSTOMERS = JSON.stringify(Array.from({ length: 12 }, (_, at) => ({ id: at + 1, name: `Customer ${at + 1}` })));
/** A collection that takes each of them. */
export const WORKFLOW = `schema:
  input:
    type: object
    properties: { broken: { type: boolean, default: true }, customers: { type: array, default: ${CUSTOMERS} } }
tools:
  - id: check
    use: core:javascript
    config:
      code: |
        if (input.broken && input.customer.id % 5 === 3) throw new Error('Customer ' + input.customer.id + ' has no address');
        return { id: input.customer.id, total: input.customer.id * 10 };
    schema: { input: { type: object }, output: { type: object } }
tasks:
  - id: each
    type: collection
    config:
      items: "{{ workflow.input.customers }}"
      continue_on_error: true
    tasks:
      - { id: check, type: basic, use: "tool:check", with: { customer: "{{ item }}", broken: "{{ workflow.input.broken }}" } }
`;

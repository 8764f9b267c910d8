/** A decision without routes, and a task that nothing leads to. */
export const SOURCE = `tasks:
  - id: choose
    type: decision
    config:
      condition: "{{ input.n > 1 }}"
  - id: large
    type: basic
`;

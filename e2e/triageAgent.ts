/** An agent of one action, with a comment of its author; the tasks of a workflow follow it. */
export const TRIAGE = `agents:
  - id: triage # ours
    use: core:agent
    config:
      provider: mock
      model: small
    actions:
      - id: classify
        instructions: Say what it is.
        output: {}
`;

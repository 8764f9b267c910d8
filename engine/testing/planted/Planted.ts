/** A workflow as it should be, with the runs of a person who tried it. */
export interface PlantedFlow {
  readonly name: string;
  readonly text: string;
  /** A test file without expectations: one run that goes well, and those that do not. */
  readonly tests: string;
}

/** A mistake that somebody makes who knows n8n or Step Functions: what was written in the place of a part of a workflow. */
export interface Planted {
  readonly bug: string;
  readonly flow: PlantedFlow;
  readonly right: string;
  readonly wrong: string;
  /** What `check` warns of; null: nothing, for it cannot be known from the text. */
  readonly found: string | null;
}

/** Plants bugs in one workflow. */
export function plantIn(flow: PlantedFlow) {
  return (bug: string, right: string, wrong: string, found: string | null): Planted => ({
    bug,
    flow,
    right,
    wrong,
    found,
  });
}

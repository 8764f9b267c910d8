import { expect } from 'vitest';
import { wrapInContainer } from '../edit/index.ts';
import { editText, refusalOf } from './editText.ts';
import { runScript } from './runScript.ts';
import { yaml } from './yaml.ts';

/** Four tasks one after the other, each with the data of the one before. */
export const CHAIN = yaml`
  # A chain
  outputs: { all: "{{ tasks.d.output }}" }
  tasks:
    - id: a
      type: map
      config: { mapping: { n: "{{ workflow.input.n ?? 1 }}" } }
      on_success:
        next: b # go
        with:
          n: "{{ output.n + 1 }}"

    # doubles
    - id: b
      type: map
      config:
        mapping: { n: "{{ input.n * 2 }}" }
      on_success: { next: c }
    - id: c  # adds
      type: map
      config: { mapping: { n: "{{ tasks.b.output.n + 3 }}" } }
      on_success:
        next: d
        with: { n: "{{ output.n }}", b: "{{ tasks.b.output.n }}" }

    - id: d
      type: map
`;

/** How a run with the input `{n: 5}` ends. */
export function outputOf(text: string) {
  const { view } = runScript(text, { input: { n: 5 } });
  return { status: view.status, output: view.output };
}

/** The text after, proved to give the same when it runs. */
export function wrapSame(text: string, ids: readonly string[], type: 'composite' | 'parallel' = 'composite'): string {
  const after = editText(text, (it) => wrapInContainer(it, { ids, type })).text;
  expect(outputOf(after), after).toEqual(outputOf(text));
  return after;
}

/** The code of the refusal to make tasks the body of a composite; null where it is done. */
export function refused(text: string, ids: readonly string[]): string | null {
  return refusalOf(text, (it) => wrapInContainer(it, { ids, type: 'composite' }));
}

/** For tests of completion: a document with a bit of everything, and what is proposed at a cursor `‸` in one. */
import { applyEdits } from '../text/index.ts';
import { completionsAt } from './completion/completionsAt.ts';
import type { CompletionItem } from './places/LanguageItem.ts';
import { atCursor } from './testing.ts';

/** What is proposed, best first. */
export function complete(marked: string, variables: readonly string[] = []): readonly CompletionItem[] {
  const { analysis, offset } = atCursor(marked);
  return completionsAt(analysis, offset, { variables });
}

/** The names of what is proposed. */
export function labels(marked: string, variables: readonly string[] = []): string[] {
  return complete(marked, variables).map((item) => item.label);
}

/** The whole text after accepting a proposal. */
export function accept(marked: string, label: string): string {
  const { text } = atCursor(marked);
  const item = complete(marked).find((candidate) => candidate.label === label);
  if (item === undefined) throw new Error(`No proposal ${label} among ${labels(marked).join(', ')}`);
  return applyEdits(text, [{ ...item.range, text: item.insertText }]);
}

/** An agent, a tool and tasks of several types; `XXX` marks where {@link withLines} inserts lines. */
export const DOCUMENT = `env:
  REGION: eu
schema:
  input:
    type: object
    properties:
      text: { type: string, description: What the customer wrote. }
agents:
  - id: triage
    use: core:agent
    config: { provider: mock, model: gpt-5-mini }
    actions:
      - id: classify
        instructions: Classify.
        output:
          type: object
          properties:
            topic: { type: string, enum: [refund, technical] }
            score: { type: number }
tools:
  - id: docs
    use: core:http
    schema:
      input: {}
      output: { type: object, properties: { hits: { type: array, items: { type: object, properties: { url: { type: string } } } } } }
tasks:
  - id: classify
    name: Classify ticket
    type: basic
    use: agent:triage
    with:
      ticket: "{{ workflow.input.text }}"
    on_success: { next: route }
  - id: route
    type: decision
    config:
      condition: "{{ tasks.classify.output.topic }}"
  - id: both
    type: parallel
    tasks:
      - id: search-docs
        type: basic
        use: tool:docs
      - id: fetch
        type: basic
        use: core:csv
  - id: last
    type: map
    config:
      mapping: { a: 1, b: "{{ item }}" }
    XXX
`;

/** The document with lines in the place of XXX, indented as that is. */
export function withLines(lines: string): string {
  return DOCUMENT.replace('XXX', lines.replaceAll('\n', '\n    '));
}

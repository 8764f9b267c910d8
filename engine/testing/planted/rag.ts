import { plantIn } from './Planted.ts';

/** A question is answered from what a search finds, with the pages that were used; without pages, or a sure answer, a person gets it. */
const text = `schema:
  input: { type: object, required: [question], properties: { question: { type: string }, tenant: { type: string, default: acme } } }
tools:
  - id: search
    use: core:http
    config: { base_url: "https://search.example.com", timeout: 10s }
    schema:
      input: {}
      output:
        type: object
        properties:
          status: { type: number }
          body:
            type: object
            properties: { hits: { type: array, items: { type: object, properties: { page: { type: string }, text: { type: string }, score: { type: number } } } } }
agents:
  - id: librarian
    use: core:agent
    config: { provider: openai, model: gpt-4.1-mini, api_key: "{{ env.OPENAI_API_KEY }}", temperature: 0 }
    actions:
      - id: answer
        instructions: |
          Answer from these pages alone: {{ input.pages }}
          Question: {{ input.question }}
        output:
          type: object
          required: [text, pages, confidence]
          properties: { text: { type: string }, pages: { type: array, items: { type: string } }, confidence: { type: number, minimum: 0, maximum: 1 } }
tasks:
  - id: find
    type: basic
    use: tool:search
    with: { url: "/{{ workflow.input.tenant }}", query: { q: "{{ workflow.input.question }}", limit: 5 } }
    retry: { attempts: 2, backoff: fixed, interval: 1s }
    on_success: { next: best }
    on_error: { next: hand_over }
  - id: best
    type: map
    config: { mapping: { hits: "{{ tasks.find.output.body.hits | filter(h => h.score >= 0.5) }}" } }
    on_success: { next: any }
  - id: any
    type: decision
    config:
      condition: "{{ len(tasks.best.output.hits) > 0 }}"
      routes: { true: answer, false: hand_over }
  - id: answer
    type: basic
    use: agent:librarian
    action: answer
    with: { question: "{{ workflow.input.question }}", pages: "{{ tasks.best.output.hits | map(h => h.text) }}" }
    config: { timeout: 1m }
    on_success: { next: sure }
    on_error: { next: hand_over }
  - id: sure
    type: decision
    config:
      condition: "{{ tasks.answer.output.confidence >= 0.7 }}"
      routes: { true: tell, false: hand_over }
  - id: tell
    type: map
    config: { mapping: { text: "{{ tasks.answer.output.text }}", sources: "{{ tasks.answer.output.pages }}" } }
    on_success: { next: end }
  - id: hand_over
    type: basic
    use: core:http
    with: { url: https://desk.example.com/tickets, method: POST, json: { question: "{{ workflow.input.question }}", found: "{{ len(tasks.best.output.hits ?? []) }}" } }
    config: { timeout: 10s }
    on_error: { next: failed }
  - id: failed
    type: basic
    use: core:raise
    with: { code: EXECUTION_ERROR, message: "{{ error.message }}" }
outputs: { text: "{{ tasks.tell.output.text ?? 'A person answers you.' }}", sources: "{{ tasks.tell.output.sources ?? [] }}" }
`;

const tests = `defaults:
  env: { OPENAI_API_KEY: secret }
  input: { question: May I work from abroad? }
  answers:
    find: { output: { status: 200, body: { hits: [{ page: p1, text: 'Up to 30 days.', score: 0.9 }, { page: p2, text: Parking., score: 0.2 }] } } }
    hand_over: { output: { status: 201 } }
tests:
  - { name: is sure, answers: { answer: { output: { text: 'Yes, 30 days.', pages: [p1], confidence: 0.9 } } } }
  - { name: is not sure, answers: { answer: { output: { text: Perhaps., pages: [], confidence: 0.4 } } } }
  - { name: finds little, answers: { find: { output: { status: 200, body: { hits: [{ page: p2, text: Parking., score: 0.2 }] } } } } }
  - { name: cannot search, answers: { find: { error: { code: COMMUNICATION_ERROR } } } }
`;

const bug = plantIn({ name: 'answers from pages', text, tests });

export const RAG = [
  bug('hits of a body under another name', 'output.body.hits', 'output.body.results', 'LIKELY_MISSPELT'),
  bug('all that was found goes into the prompt', ' | filter(h => h.score >= 0.5)', '', null),
  bug('the worst are kept', 'h.score >= 0.5', 'h.score <= 0.5', null),
  bug('the prompt reads what the task does not pass', '{{ input.pages }}', '{{ input.context }}', 'UNKNOWN_MEMBER'),
  bug(
    'another key than the prompt reads',
    'with: { question: "{{ workflow.input.question }}", pages',
    'with: { q: "{{ workflow.input.question }}", pages',
    'UNKNOWN_MEMBER',
  ),
  bug('percent where a part of one is meant', 'confidence >= 0.7', 'confidence >= 70', null),
  bug('the names of pages in place of their texts', 'map(h => h.text)', 'map(h => h.page)', null),
  bug(
    'an answer that is not looked at',
    'on_success: { next: sure }',
    'on_success: { next: tell }',
    'UNREACHABLE_TASK',
  ),
  bug(
    'the pages of the search as sources',
    'tasks.answer.output.pages',
    'tasks.answer.output.sources',
    'LIKELY_MISSPELT',
  ),
  bug('another prompt', 'from these pages alone', 'freely, as you like', null),
];

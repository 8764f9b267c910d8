import { plantIn } from './Planted.ts';

/** A trip is booked in three steps, the later two at the same time; what was booked is given back where one fails. */
const text = `schema:
  input: { type: object, required: [trip, from, to], properties: { trip: { type: string }, from: { type: string }, to: { type: string }, nights: { type: integer, default: 1 } } }
tools:
  - id: booking
    use: core:http
    config: { base_url: "https://booking.example.com", timeout: 20s }
    schema:
      input: {}
      output:
        type: object
        properties: { status: { type: number }, body: { type: object, properties: { ref: { type: string }, cents: { type: integer } } } }
tasks:
  - id: flight
    type: basic
    use: tool:booking
    with: { url: /flights, method: POST, json: { trip: "{{ workflow.input.trip }}", from: "{{ workflow.input.from }}", to: "{{ workflow.input.to }}" } }
    on_success: { next: rest }
    on_error: { next: nothing }
  - id: rest
    type: parallel
    config: { fail_fast: false, timeout: 2m }
    tasks:
      - id: hotel
        type: basic
        use: tool:booking
        with: { url: /hotels, method: POST, json: { trip: "{{ workflow.input.trip }}", city: "{{ workflow.input.to }}", nights: "{{ workflow.input.nights }}" } }
      - id: car
        type: basic
        use: tool:booking
        with: { url: /cars, method: POST, json: { trip: "{{ workflow.input.trip }}", city: "{{ workflow.input.to }}" } }
    on_success: { next: sum }
    on_error: { next: undo }
  - id: sum
    type: map
    config:
      mapping:
        cents: "{{ tasks.flight.output.body.cents + tasks.hotel.output.body.cents + tasks.car.output.body.cents }}"
        refs: "{{ [tasks.flight.output.body.ref, tasks.hotel.output.body.ref, tasks.car.output.body.ref] }}"
    on_success: { next: end }
  - id: undo
    type: collection
    config:
      items: "{{ [tasks.flight.output.body.ref, tasks.hotel.output.body.ref, tasks.car.output.body.ref] | filter(r => r != null) }}"
      mode: sequential
      continue_on_error: true
    use: tool:booking
    with: { url: "/cancel/{{ item }}", method: POST, headers: { Idempotency-Key: "cancel-{{ item }}" } }
    on_success: { next: undone }
  - id: undone
    type: decision
    config:
      condition: "{{ tasks.undo.failed_count > 0 }}"
      routes: { true: stranded, false: nothing }
  - { id: stranded, type: basic, use: core:raise, with: { code: NEEDS_A_PERSON, message: "Trip {{ workflow.input.trip }} is half booked." } }
  - { id: nothing, type: basic, use: core:raise, with: { code: NOT_BOOKED, message: "Trip {{ workflow.input.trip }} was not booked." } }
outputs: { cents: "{{ tasks.sum.output.cents }}", refs: "{{ tasks.sum.output.refs }}" }
`;

const booked = (ref: string, cents: number): string =>
  `{ output: { status: 201, body: { ref: ${ref}, cents: ${cents} } } }`;

const tests = `defaults:
  input: { trip: t1, from: BER, to: OSL, nights: 3 }
  answers: { flight: ${booked('f1', 20000)}, hotel: ${booked('h1', 30000)}, car: ${booked('c1', 9000)}, undo: { output: { status: 200 } } }
tests:
  - { name: is booked }
  - { name: has no car, answers: { car: { error: { code: EXECUTION_ERROR } } } }
  - { name: has no flight, answers: { flight: { error: { code: EXECUTION_ERROR } } } }
  - { name: is stranded, answers: { hotel: { error: { code: TIMEOUT_ERROR } }, undo: [{ output: { status: 200 } }, { error: { code: COMMUNICATION_ERROR } }] } }
`;

const bug = plantIn({ name: 'a saga', text, tests });

export const SAGA = [
  bug(
    'what was booked first is not given back',
    '"{{ [tasks.flight.output.body.ref, tasks.hotel.output.body.ref, tasks.car.output.body.ref] | filter',
    '"{{ [tasks.hotel.output.body.ref, tasks.car.output.body.ref] | filter',
    null,
  ),
  bug('nothing is given back', 'on_error: { next: undo }', 'on_error: { next: nothing }', 'UNREACHABLE_TASK'),
  bug('the first failure leaves the other call to itself', 'fail_fast: false', 'fail_fast: true', null),
  bug('a failure that ends what gives back', 'continue_on_error: true', 'continue_on_error: false', null),
  bug('the price of the flight twice', '+ tasks.hotel.output.body.cents', '+ tasks.flight.output.body.cents', null),
  bug(
    'the reference under another name',
    'tasks.car.output.body.ref] }}"\n    on_success',
    'tasks.car.output.body.id] }}"\n    on_success',
    'LIKELY_MISSPELT',
  ),
  bug(
    'one key for all that is given back',
    'Idempotency-Key: "cancel-{{ item }}"',
    'Idempotency-Key: "cancel-{{ workflow.input.trip }}"',
    null,
  ),
  bug('an item where the collection has none', '"/cancel/{{ item }}"', '"/cancel/{{ item.ref }}"', 'UNKNOWN_MEMBER'),
  bug(
    'start and goal are swapped',
    'from: "{{ workflow.input.from }}", to: "{{ workflow.input.to }}"',
    'from: "{{ workflow.input.to }}", to: "{{ workflow.input.from }}"',
    null,
  ),
  bug(
    'a nights that nobody asks for',
    '"{{ workflow.input.nights }}"',
    '"{{ workflow.input.night }}"',
    'LIKELY_MISSPELT',
  ),
];

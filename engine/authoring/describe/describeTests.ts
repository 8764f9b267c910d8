import { isJsonObject, type Json } from '../../base/index.ts';
import { testSchemaAt } from '../../testFile/index.ts';

/** The parts of a test file, with a path that leads to one. */
const PARTS: Readonly<Record<string, readonly (string | number)[]>> = {
  file: [],
  case: ['tests', 0],
  answers: ['tests', 0, 'answers', 'task'],
  expect: ['tests', 0, 'expect'],
  'expected-task': ['tests', 0, 'expect', 'tasks', 'task'],
};

/** A test file as one would begin it. */
export const TEST_EXAMPLE = `tests:
  - name: a call that fails twice is made again
    input: { id: SO-1 }
    answers:
      fetch:
        - { error: { code: COMMUNICATION_ERROR } }
        - { error: { code: TIMEOUT_ERROR } }
        - { output: { status: 200, ok: true, headers: {}, body: {} } }
    expect:
      path: [fetch, store]
      tasks: { fetch: { attempts: 3 } }
      that: ["{{ duration < 60000 }}"]
`;

/** The names of the parts. */
export const TEST_PARTS: readonly string[] = Object.keys(PARTS);

/** What a part of a test file has: its keys with what they mean, and an example of a file. */
export function tellTestPart(name: string): string {
  const schema = testSchemaAt(PARTS[name] ?? []);
  const properties: Json = schema?.['properties'] ?? {};
  const keys = isJsonObject(properties) ? Object.entries(properties) : [];
  const lines = keys.map(([key, value]) => {
    const about: Json = isJsonObject(value) ? (value['description'] ?? '') : '';
    return typeof about === 'string' && about !== '' ? `- ${key}: ${about}` : `- ${key}`;
  });
  return `${name}: a part of a test file, NAME.test.yaml next to NAME.yaml\n\n${lines.join('\n')}\n\nExample:\n${TEST_EXAMPLE}`;
}

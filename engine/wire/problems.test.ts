import { expect, test } from 'vitest';
import type { Json } from '../base/index.ts';
import { readAs, writeAs } from './MessageShape.ts';
import { explainProblem, type ProblemMessage, problemWith, readProblem } from './problems.ts';

const PROBLEM: ProblemMessage = {
  type: 'urn:signalbox:problem:invalid-body',
  title: 'The body does not fit',
  status: 422,
  detail: 'The body at /inputs is not expected here.',
  code: 'INVALID_BODY',
  errors: [{ path: '/inputs', message: 'is not expected here' }],
  diagnostics: [{ code: 'UNKNOWN_TASK', severity: 'error', message: 'No task', path: ['tasks', 0] }],
  run_id: 'run-1',
  idempotency_key: 'k1',
};

const SHAPE = problemWith(['INVALID_BODY', 'NOT_FOUND']);

test('a problem is read as it was written', () => {
  expect(readProblem(writeAs(SHAPE, PROBLEM))).toEqual(PROBLEM);
});

test.each<[Json, ProblemMessage]>([
  [null, {}],
  ['<h1>502</h1>', {}],
  [[], {}],
  [{}, {}],
  [
    { title: 'Bad Gateway', status: 502, instance: '/a' },
    { title: 'Bad Gateway', status: 502 },
  ],
  [{ detail: 7, code: 'NOT_FOUND' }, { code: 'NOT_FOUND' }],
  [{ detail: 'No.', status: '404', run_id: null }, { detail: 'No.' }],
  [{ detail: 'No.', errors: [{ path: '/a', message: 'is missing' }, { path: 7 }] }, { detail: 'No.' }],
  [JSON.parse('{"detail": "No.", "__proto__": {"code": "A"}}'), { detail: 'No.' }],
])('a member that is not as it should be is ignored, and the others are read: %j', (answer, problem) => {
  expect(readProblem(answer)).toEqual(problem);
});

test('a code of a newer version is read', () => {
  expect(readProblem({ code: 'TEAPOT' })).toEqual({ code: 'TEAPOT' });
  expect(readAs(SHAPE, writeAs(SHAPE, { ...PROBLEM, code: 'TEAPOT' })).ok).toBe(true);
});

test('the schema asks for what is always written, has the codes, and allows what others add', () => {
  const { required, properties, additionalProperties } = SHAPE.schema;
  expect(required).toEqual(['type', 'title', 'status', 'detail', 'code']);
  expect(properties).toMatchObject({ code: { enum: ['INVALID_BODY', 'NOT_FOUND'] } });
  expect(additionalProperties).toBeUndefined();
});

test('a refusal is explained in the words of the server, and without any by its status', () => {
  expect(explainProblem(422, PROBLEM)).toBe(PROBLEM.detail);
  const unknown =
    'The server answers with the status 502 and no reason: check whether “signalbox serve” is at this address.';
  expect(explainProblem(502, {})).toBe(unknown);
  expect(explainProblem(502, { detail: '' })).toBe(unknown);
});

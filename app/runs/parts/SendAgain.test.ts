import { expect, test } from 'vitest';
import { questionBeforeSending } from './SendAgain.tsx';

const url = 'http://api.test:8080/orders?page=1';

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a %s is asked about: it may change something, and where', (method) => {
  expect(questionBeforeSending({ method, url })).toBe(
    `${method} may change something at api.test:8080. It is sent as another request, with a new idempotency key.`,
  );
});

test.each(['GET', 'HEAD', 'OPTIONS'])('a %s changes nothing, and is sent at once', (method) => {
  expect(questionBeforeSending({ method, url })).toBeNull();
});

import { expect, it } from 'vitest';
import { readStorageReason } from '#engine/worker';
import { StorageFailure, toStorageFailure } from './StorageFailure.ts';

it.each([
  ['QuotaExceededError', 'quota', /no room left/],
  ['SecurityError', 'unavailable', /store anything/],
  ['InvalidStateError', 'unavailable', /store anything/],
  ['VersionError', 'outdated', /newer version/],
  ['UnknownError', 'failed', /could not be written/],
])('%s has the reason that it has for runs too: %s', (name, reason, words) => {
  const error = new DOMException('no', name);
  expect(readStorageReason(error)).toBe(reason);
  expect(toStorageFailure(error)).toMatchObject({ reason, message: expect.stringMatching(words), cause: error });
});

it('knows a browser in which a person has blocked what sites keep', () => {
  const error = new DOMException('The user denied permission to access the database.', 'UnknownError');
  expect(toStorageFailure(error).reason).toBe('unavailable');
});

it('keeps a failure that is one already, and knows a browser without the name', () => {
  const failure = new StorageFailure('gone');
  expect(toStorageFailure(failure)).toBe(failure);
  expect(toStorageFailure(new ReferenceError('indexedDB is not defined')).reason).toBe('unavailable');
});

import type { Serde } from '@restatedev/restate-sdk';

const DECODER = new TextDecoder();
const ENCODER = new TextEncoder();

/** Texts in the state of a run as they are: JSON in JSON would be escaped. */
export const asText: Serde<string> = {
  contentType: 'application/json',
  serialize: (text) => ENCODER.encode(text),
  deserialize: (bytes) => DECODER.decode(bytes),
};

/** Values as JSON. */
export function asJson<T>(): Serde<T> {
  return {
    contentType: 'application/json',
    serialize: (value) => ENCODER.encode(JSON.stringify(value)),
    deserialize: (bytes) => JSON.parse(DECODER.decode(bytes)),
  };
}

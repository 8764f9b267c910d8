import { err, ok, type Result } from '#engine';
import type { Json } from '#engine/values';

/** Reads JSON the user wrote; the error is a message for the user. */
export function parseJson(text: string): Result<Json, string> {
  try {
    return ok(JSON.parse(text) as Json);
  } catch (error) {
    return err(`This is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

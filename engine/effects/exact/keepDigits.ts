import { quoteIntegers } from '../../base/index.ts';
import { rewriteStream } from './rewriteStream.ts';

/**
 * An answer that streams JSON in lines, with the integers that no number holds as texts of their digits: a library that reads it
 * would round them. JSON inside of a text stays as it is.
 */
export function keepDigits(response: Response): Response {
  const { body } = response;
  return body === null ? response : new Response(body.pipeThrough(rewriteStream('\n', quoteIntegers)), response);
}

import { quoteIntegers } from '../../base/index.ts';

/**
 * Writes the parts of a stream of UTF-8 again, each of which ends with `end`, and what is left when it ends; null: the stream as a
 * whole. `end` has one or two characters.
 */
export function rewriteStream(
  end: '\n' | '\n\n' | null,
  change: (part: string) => string,
): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const encoder = new TextEncoder();
  let pieces: string[] = [];
  return new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      const piece = decoder.decode(chunk, { stream: true });
      // An end may be split between two chunks.
      const isEnded = end !== null && ((pieces.at(-1) ?? '').slice(-1) + piece).includes(end);
      pieces.push(piece);
      if (!isEnded) return;
      const parts = pieces.join('').split(end);
      pieces = [parts.pop() ?? ''];
      controller.enqueue(encoder.encode(parts.map((part) => change(part) + end).join('')));
    },
    flush: (controller) => {
      const rest = pieces.join('') + decoder.decode();
      if (rest !== '') controller.enqueue(encoder.encode(change(rest)));
    },
  });
}

/**
 * An answer that streams JSON in lines, with the integers that no number holds as texts of their digits: a library that reads it
 * would round them. JSON inside of a text stays as it is.
 */
export function keepDigits(response: Response): Response {
  const { body } = response;
  return body === null ? response : new Response(body.pipeThrough(rewriteStream('\n', quoteIntegers)), response);
}

import type { IncomingMessage } from 'node:http';
import { type ExactJson, type Json, readExactly, tellLost } from '../../../base/index.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { ApiParts } from '../Route.ts';
import type { BodyGate } from './BodyBounds.ts';
import { JsonGate } from './JsonGate.ts';

/** What reading a body needs of the server. */
type BodyParts = Pick<ApiParts, 'limits' | 'turns'>;

/** Bodies of more bytes are read in turns, so that other requests are answered between them. */
const LARGE = 64 * 1024;

/** The body of a request as JSON; null where it has none. Rejects with an {@link ApiProblem}, also for an integer that no number holds. */
export async function readJsonBody(incoming: IncomingMessage, parts: BodyParts): Promise<Json> {
  const { headers } = incoming;
  if (!hasBody(incoming)) return null;
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json')
    throw new ApiProblem('MEDIA_TYPE_REFUSED', 'Send JSON, with the header Content-Type: application/json.');
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    throw new ApiProblem('MEDIA_TYPE_REFUSED', 'Send the body as it is, without Content-Encoding.');
  const bytes = await readBytes(incoming, new JsonGate(parts.limits.body), parts);
  const { value, lost } = parseJsonBody(bytes);
  await waitAfter(bytes, parts);
  const problem = tellLost(lost, 'The body');
  if (problem !== null) throw new ApiProblem('BAD_JSON', problem);
  return value;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** What was sent as JSON. Throws an {@link ApiProblem}. */
export function parseJsonBody(bytes: Uint8Array): ExactJson {
  try {
    return readExactly(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : 'It is not in UTF-8, or nests too deeply.';
    throw new ApiProblem('BAD_JSON', `The body cannot be read as JSON: ${why}`, { cause: error });
  }
}

/** What was sent beyond what is read cannot be told from the next request. */
const CLOSE = { Connection: 'close' } as const;

/** The body of a request as it was sent, empty where it has none, once `gate` let it through; rejects with an {@link ApiProblem}. */
export async function readBytes(incoming: IncomingMessage, gate: BodyGate, parts: BodyParts): Promise<Uint8Array> {
  if (!hasBody(incoming)) return new Uint8Array();
  const bytes = await collectBytes(incoming, gate, parts);
  await waitAfter(bytes, parts);
  return bytes;
}

/** Lets others have their turn after a step of the work on a large body. */
export async function waitAfter(bytes: Uint8Array, { turns }: BodyParts): Promise<void> {
  if (bytes.length > LARGE) await turns.next();
}

/** Listens instead of iterating: ending that early would cut off the answer, too. */
function collectBytes(
  incoming: IncomingMessage,
  gate: BodyGate,
  { limits: { bodyBytes, bodyTime } }: BodyParts,
): Promise<Uint8Array> {
  const tooLarge = (): ApiProblem =>
    new ApiProblem('TOO_LARGE', `The body is larger than ${Math.floor(bodyBytes / 1024)} KiB. Send less.`, {
      headers: CLOSE,
    });
  if (Number(incoming.headers['content-length'] ?? 0) > bodyBytes) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (problem: ApiProblem | null): void => {
      clearTimeout(timer);
      incoming.off('data', take).off('end', end).off('error', fail).off('close', fail);
      if (problem === null) return resolve(Buffer.concat(chunks));
      incoming.on('error', ignore);
      reject(problem);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > bodyBytes) return settle(tooLarge());
      chunks.push(chunk);
      const problem = problemOf(() => gate.take(chunk));
      if (problem !== null) settle(problem);
    };
    const end = (): void => settle(problemOf(() => gate.end()));
    const fail = (): void => settle(new ApiProblem('BAD_REQUEST', 'The body ended early.', { headers: CLOSE }));
    const timer = setTimeout(
      () =>
        settle(
          new ApiProblem('BODY_TIMEOUT', `The body did not arrive within ${bodyTime / 1000} s. Send it faster.`, {
            headers: CLOSE,
          }),
        ),
      bodyTime,
    );
    incoming.on('data', take).on('end', end).on('error', fail).on('close', fail);
  });
}

/** Why a gate refuses; null where it does not. */
function problemOf(look: () => void): ApiProblem | null {
  try {
    look();
    return null;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return new ApiProblem(error.code, error.message, { headers: CLOSE });
  }
}

function ignore(): void {
  // Told to whoever asked already.
}

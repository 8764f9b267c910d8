import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { formatStored, LARGEST_PROPOSAL, MOST_PENDING, proposalIdAt, proposalPath } from '../author/index.ts';
import type { FolderBranches } from './FolderBranches.ts';
import type { FolderCommits } from './FolderCommits.ts';
import type { FolderWatch } from './FolderWatch.ts';
import type { Gate } from './Gate.ts';
import { Problem } from './Problem.ts';
import type { ServedFolder } from './ServedFolder.ts';
import { LARGEST } from './servedNames.ts';

/** What an answer of the API consists of. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

/** What the API is made of. */
export interface FolderApiParts {
  readonly gate: Gate;
  readonly folder: ServedFolder;
  readonly watch: FolderWatch;
  readonly commits: FolderCommits;
  readonly branches: FolderBranches;
  /** How the folder is shown. */
  readonly name: string;
}

/** Where the API is. */
export const API = '/api/';

const FILES = '/api/folder/files/';

const COMMITS = '/api/folder/commits/';

/** How long a question for changes waits for some, in ms. */
const PATIENCE = 25_000;

/** Most bytes of a token as it is sent. */
const LARGEST_TOKEN = 1024;

/**
 * What the app asks of the folder. Every request but the first carries the key.
 *
 * | request | answer |
 * |---|---|
 * | `POST /api/session` `{token}` | `{key}` |
 * | `GET /api/folder` | `{name, version, paths, proposals, refused}`: paths of workflows and layouts, and of the proposals that wait |
 * | `GET /api/folder/changes?since=VERSION` | `{version, paths, isGone}` once there are changes, after 25 s without; `paths` null: any |
 * | `GET /api/folder/files/PATH` | the bytes, `ETag` with their hash; 304 for `If-None-Match`; 204 where there is no such file |
 * | `GET /api/folder/commits/PATH` | `{commits}`: those that changed the file, newest first, each with `id`, `at`, `author`, `subject` |
 * | `GET /api/folder/commits/PATH?id=ID` | the bytes that the file had in it; 204 where there was none |
 * | `GET /api/folder/branches` | `{branches}`: of the repository, but for the one that is checked out, the latest first, each with `name`, `at` |
 * | `POST /api/folder/branches?name=NAME` | 204: what it changes waits as a proposal |
 * | `PUT …/files/PATH` with `If-Match`, or `If-None-Match: *` for a new file | 204 and the new `ETag`; 412 where something else is there |
 * | `DELETE …` with `If-Match` | 204; 412 |
 */
export class FolderApi {
  readonly #parts: FolderApiParts;

  constructor(parts: FolderApiParts) {
    this.#parts = parts;
  }

  /** Answers a request; rejects with a {@link Problem}. @param ends aborts when no one waits for the answer any more */
  async answer(request: IncomingMessage, ends: AbortSignal): Promise<HttpAnswer> {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    if (path === '/api/session') return this.#openSession(request);
    this.#parts.gate.expectKey(request);
    if (path === '/api/folder') return this.#list(request);
    if (path === '/api/folder/changes') {
      expectMethod(request, ['GET']);
      const since = new URLSearchParams(query).get('since') ?? '';
      return toJsonAnswer(await this.#parts.watch.waitForChanges(since, ends, PATIENCE));
    }
    if (path.startsWith(FILES)) return this.#answerFile(request, decodePath(path.slice(FILES.length)));
    if (path.startsWith(COMMITS)) {
      expectMethod(request, ['GET']);
      return this.#answerCommits(decodePath(path.slice(COMMITS.length)), new URLSearchParams(query).get('id'));
    }
    if (path === '/api/folder/branches') return this.#answerBranches(request, new URLSearchParams(query).get('name'));
    throw new Problem('NOT_FOUND', `There is nothing at ${path}.`);
  }

  async #openSession(request: IncomingMessage): Promise<HttpAnswer> {
    expectMethod(request, ['POST']);
    const body = await readBody(request, LARGEST_TOKEN);
    return toJsonAnswer({ key: this.#parts.gate.exchange(readToken(body)) });
  }

  async #list(request: IncomingMessage): Promise<HttpAnswer> {
    expectMethod(request, ['GET']);
    const { watch, name } = this.#parts;
    await watch.look();
    const { version, scan, isGone } = watch.present;
    if (isGone) throw new Problem('FOLDER_GONE', `The folder ${name} is gone from the disk. Put it back.`);
    const { marks, proposals, refused } = scan;
    return toJsonAnswer({ name, version, paths: [...marks.keys()], proposals: [...proposals.keys()], refused });
  }

  async #answerFile(request: IncomingMessage, path: string): Promise<HttpAnswer> {
    expectMethod(request, ['GET', 'PUT', 'DELETE']);
    const { folder } = this.#parts;
    if (request.method === 'GET') return this.#readFile(path, readHash(request.headers['if-none-match']));
    const seen = readHash(request.headers['if-match']);
    const isNew = request.headers['if-none-match'] === '*';
    if (seen === null && (!isNew || request.method === 'DELETE'))
      throw new Problem(
        'CONDITION_NEEDED',
        'If-Match must say which content is replaced, or If-None-Match: * that none is.',
      );
    if (request.method === 'DELETE') await folder.remove(path, seen ?? '');
    else {
      const bytes = await readBody(request, LARGEST);
      return { status: 204, headers: tagOf(await folder.write(path, bytes, seen)), body: null };
    }
    return { status: 204, headers: {}, body: null };
  }

  async #answerCommits(path: string, id: string | null): Promise<HttpAnswer> {
    const { commits } = this.#parts;
    if (id === null) return toJsonAnswer({ commits: await commits.list(path) });
    const bytes = await commits.read(id, path);
    if (bytes === null) return { status: 204, headers: {}, body: null };
    return { status: 200, headers: { 'Content-Type': 'application/octet-stream' }, body: bytes };
  }

  async #answerBranches(request: IncomingMessage, name: string | null): Promise<HttpAnswer> {
    expectMethod(request, ['GET', 'POST']);
    const { branches, folder, watch } = this.#parts;
    if (request.method === 'GET') return toJsonAnswer({ branches: await branches.list() });
    const { proposal, base } = await branches.propose(name ?? '', async (file) => (await folder.read(file)) !== null);
    await watch.look();
    const { proposals } = watch.present.scan;
    if (proposals.size >= MOST_PENDING)
      throw new Problem('TOO_LARGE', `${proposals.size} proposals wait already. Accept or dismiss some of them first.`);
    const at = new Date().toISOString();
    const id = proposalIdAt(at, randomBytes(3).toString('hex'));
    const bytes = Buffer.from(formatStored({ id, at, proposal, base }));
    if (bytes.length > LARGEST_PROPOSAL)
      throw new Problem(
        'TOO_LARGE',
        `The branch ${name} changes too much to be reviewed here. Merge it with git instead.`,
      );
    await folder.write(proposalPath(id), bytes, null);
    return { status: 204, headers: {}, body: null };
  }

  async #readFile(path: string, known: string | null): Promise<HttpAnswer> {
    const file = await this.#parts.folder.read(path);
    // No error: whether a file is there is the question.
    if (file === null) return { status: 204, headers: {}, body: null };
    const headers = tagOf(file.hash);
    if (file.hash === known) return { status: 304, headers, body: null };
    return { status: 200, headers: { ...headers, 'Content-Type': 'application/octet-stream' }, body: file.bytes };
  }
}

function toJsonAnswer(value: object): HttpAnswer {
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}

function expectMethod({ method = '' }: IncomingMessage, allowed: readonly string[]): void {
  if (!allowed.includes(method)) throw new Problem('METHOD_REFUSED', `${method} does not apply here.`);
}

function tagOf(hash: string): { readonly ETag: string } {
  return { ETag: `"${hash}"` };
}

/** The hash of an entity tag; null for anything else. */
function readHash(tag: string | undefined): string | null {
  return /^"([0-9a-f]{64})"$/.exec(tag ?? '')?.[1] ?? null;
}

function readToken(body: Uint8Array): string {
  try {
    const { token }: { readonly token?: unknown } = JSON.parse(new TextDecoder().decode(body));
    if (typeof token === 'string') return token;
  } catch {
    // As a body without a token.
  }
  throw new Problem('BAD_REQUEST', 'The body must be {"token": "…"}.');
}

function decodePath(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    throw new Problem('BAD_REQUEST', 'The path of the file is not encoded as addresses are.', error);
  }
}

/** All of a request's body, at most `most` bytes. Rejects with a {@link Problem}. */
async function readBody(request: IncomingMessage, most: number): Promise<Uint8Array> {
  const tooLarge = (): Problem =>
    new Problem(
      'TOO_LARGE',
      `What was sent is larger than ${Math.ceil(most / 1024)} KiB. Split it into several files.`,
    );
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > most) throw tooLarge();
      chunks.push(bytes);
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('BAD_REQUEST', 'The request ended early.', error);
  }
  return Buffer.concat(chunks);
}

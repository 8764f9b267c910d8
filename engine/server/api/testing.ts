import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { validateJson } from '../../schema/index.ts';
import { type ApiOptions, type ApiServer, serveApi } from '../index.ts';
import { createDocument, ROUTES } from './openApi.ts';

import { RunsInMemory } from './testingRuns.ts';

/** What a server answered. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body where it is JSON, else null. */
  readonly body: Json;
  /** The code of a problem, else null. */
  readonly code: Json;
}

export interface RequestParts {
  readonly headers?: Readonly<Record<string, string>>;
  /** As it is sent; an object is sent as JSON. */
  readonly body?: string | Uint8Array | JsonObject;
}

/** The API on a free port, over runs that do what the test says. Each answer is held to the document of the API. */
export class ApiUnderTest {
  readonly runs = new RunsInMemory();
  /** What the server was told of as a defect. */
  readonly defects: unknown[] = [];
  #server: ApiServer | null = null;
  token: string | null = null;

  static async start(options: Partial<ApiOptions> = {}): Promise<ApiUnderTest> {
    const api = new ApiUnderTest();
    api.#server = await serveApi({
      service: api.runs,
      host: '127.0.0.1',
      port: 0,
      tokens: null,
      cors: [],
      onDefect: (error) => api.defects.push(error),
      ...options,
    });
    return api;
  }

  get address(): string {
    return this.#server?.address ?? '';
  }

  get port(): number {
    return Number(new URL(this.address).port);
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
    return this.ask('GET', path, { headers });
  }

  post(
    path: string,
    body?: string | Uint8Array | JsonObject,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered> {
    return this.ask('POST', path, { headers, ...(body === undefined ? {} : { body }) });
  }

  /** Sends a request as it is given, and holds the answer to the document. */
  async ask(method: string, path: string, { headers = {}, body }: RequestParts = {}): Promise<Answered> {
    const own = {
      ...(this.token === null ? {} : { Authorization: `Bearer ${this.token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const answered = await new Promise<Answered>((resolve, reject) => {
      const asking = request(
        { host: '127.0.0.1', port: this.port, path, method, headers: { ...own, ...headers } },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => (text += chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const type = answer.headers['content-type'] ?? '';
            const value: Json = /[/+]json$/.test(type) && text !== '' ? JSON.parse(text) : null;
            const code = type === 'application/problem+json' && isJsonObject(value) ? (value['code'] ?? null) : null;
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, body: value, code });
          });
        },
      );
      asking.on('error', reject);
      asking.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
    });
    expectDescribed(method, path, answered);
    return answered;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }
}

/** Throws where an answer is not what the document says of its address. */
function expectDescribed(method: string, path: string, { status, headers, body, text }: Answered): void {
  const document = createDocument();
  const type = (headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  const [plain = ''] = path.split('?', 1);
  const route = ROUTES.find(
    (one) => (method === 'HEAD' ? 'GET' : method) === one.method && toPattern(one.path).test(plain),
  );
  if (route === undefined) {
    if (status >= 400) expectFit(schemaAt(document, ['components', 'schemas', 'Problem']), body, document);
    return;
  }
  const answers = schemaAt(document, ['paths', route.path, route.method.toLowerCase(), 'responses']);
  const described = isJsonObject(answers) ? answers[String(status)] : undefined;
  if (!isJsonObject(described))
    throw new Error(`${method} ${path}: the document has no answer with status ${status}: ${text}`);
  if (method === 'HEAD') return;
  if (!('content' in described)) {
    if (text !== '') throw new Error(`${method} ${path}: there is a body, and the document has none.`);
    return;
  }
  const schema = schemaAt(described, ['content', type, 'schema']);
  if (schema === null) throw new Error(`${method} ${path}: the document has no ${type} for ${status}.`);
  expectFit(schema, /[/+]json$/.test(type) ? body : text, document);
}

function expectFit(schema: Json, value: Json, document: JsonObject): void {
  const local = JSON.stringify({
    ...(isJsonObject(schema) ? schema : {}),
    $defs: schemaAt(document, ['components', 'schemas']),
  });
  const { errors } = validateJson(JSON.parse(local.replaceAll('#/components/schemas/', '#/$defs/')), value);
  if (errors.length > 0) throw new Error(`An answer is not as the document says: ${JSON.stringify({ errors, value })}`);
}

function schemaAt(value: Json, keys: readonly string[]): Json {
  return keys.reduce<Json>((at, key) => (isJsonObject(at) ? (at[key] ?? null) : null), value);
}

function toPattern(path: string): RegExp {
  return new RegExp(
    `^${path
      .replaceAll('.', '\\.')
      .replace('{path}', '.+')
      .replaceAll(/\{\w+\}/g, '[^/]+')}$`,
  );
}

/** One server-sent event. */
interface SentEvent {
  readonly id: string | null;
  readonly event: string | null;
  readonly data: Json;
}

/** Reads a stream of server-sent events one by one. */
export class EventReader {
  readonly #answer: IncomingMessage;
  readonly #events: SentEvent[] = [];
  #text = '';
  #hasEnded = false;
  #wake: (() => void) | null = null;
  /** How many comments came. */
  comments = 0;

  private constructor(answer: IncomingMessage) {
    this.#answer = answer;
    answer.setEncoding('utf8');
    answer.on('data', (chunk: string) => this.#take(chunk));
    for (const event of ['end', 'close', 'error'])
      answer.on(event, () => {
        this.#hasEnded = true;
        this.#wake?.();
      });
  }

  static open(api: ApiUnderTest, path: string, headers: Readonly<Record<string, string>> = {}): Promise<EventReader> {
    return new Promise((resolve, reject) => {
      const own = {
        Accept: 'text/event-stream',
        ...(api.token === null ? {} : { Authorization: `Bearer ${api.token}` }),
      };
      const asking = request({
        host: '127.0.0.1',
        port: api.port,
        path,
        agent: false,
        headers: { ...own, ...headers },
      });
      asking.on('response', (answer) => {
        if (answer.statusCode === 200) resolve(new EventReader(answer));
        else reject(new Error(`There is no stream: ${answer.statusCode}`));
      });
      asking.on('error', reject);
      asking.end();
    });
  }

  get headers(): IncomingHttpHeaders {
    return this.#answer.headers;
  }

  /** The next event; null at the end of the stream. */
  async next(): Promise<SentEvent | null> {
    while (this.#events.length === 0 && !this.#hasEnded)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.#events.shift() ?? null;
  }

  /** Reads nothing more, and stays connected. */
  pause(): void {
    this.#answer.pause();
  }

  close(): void {
    this.#answer.destroy();
  }

  #take(chunk: string): void {
    const parts = (this.#text + chunk).split('\n\n');
    this.#text = parts.pop() ?? '';
    for (const part of parts) this.#read(part);
    this.#wake?.();
  }

  #read(part: string): void {
    const fields = new Map(
      part.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*: ?/, '')]),
    );
    const data = fields.get('data');
    if (data !== undefined)
      this.#events.push({ id: fields.get('id') ?? null, event: fields.get('event') ?? null, data: JSON.parse(data) });
    if (fields.has('')) this.comments += 1;
  }
}

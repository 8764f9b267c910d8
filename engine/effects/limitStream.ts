import { JSON_LIMITS, JsonLimitError, type JsonLimits, JsonMeter } from './limitJson.ts';

/** How much a streamed answer may bring before it is cut off. Bytes as a whole are capped where every answer comes in. */
export interface StreamLimits {
  /** Events that carry something. Others cost nothing, since they are not passed on. */
  readonly events: number;
  /** Events since the reader last called `renew`. */
  readonly idleEvents: number;
  /** Bytes of one event. */
  readonly eventBytes: number;
  /** JSON of one event; of the answer as a whole where it is one value. */
  readonly json: JsonLimits;
}

/** A turn of a model: the longest answers there are have about 130,000 tokens, most with an event for each. */
export const MODEL_STREAM: StreamLimits = {
  events: 200_000,
  idleEvents: 20_000,
  eventBytes: 8 * 1024 * 1024,
  json: JSON_LIMITS,
};

/** A turn that streams in lines: each of them is used, or an error that its reader writes to the console. */
export const MODEL_LINES: StreamLimits = { ...MODEL_STREAM, idleEvents: 1_000 };

/** An answer of an MCP server, whose messages are read one by one; `values` bounds each. */
export const MCP_STREAM: StreamLimits = {
  events: 20_000,
  idleEvents: 20_000,
  eventBytes: 32 * 1024 * 1024,
  json: { depth: 512, values: 500_000 },
};

/** What a stream that goes past a limit is cut off with. */
export class StreamLimitError extends Error {
  readonly reason: keyof typeof MEANINGS;
  readonly limit: number;
  constructor(reason: keyof typeof MEANINGS, limit: number) {
    super(`${MEANINGS[reason]} (limit: ${limit}).`);
    this.reason = reason;
    this.limit = limit;
  }
}

const MEANINGS = {
  too_many_events: 'The answer comes in too many events',
  idle_events: 'The answer comes in empty events',
  event_too_large: 'One event of the answer is too large, in bytes',
  json_depth: 'The answer nests too deeply',
  json_values: 'The answer holds too many values',
  too_many_tools: 'The server lists too many tools',
};

/** An answer within limits; `renew` reports that its last event was used. */
export interface LimitedResponse {
  readonly response: Response;
  readonly renew: () => void;
}

/** How an answer comes: events of server-sent events, a line for each (NDJSON), or one value. */
export type StreamForm = 'events' | 'lines' | 'json';

/** How an answer is bounded. */
export interface StreamPolicy {
  readonly form: StreamForm;
  readonly limits: StreamLimits;
  /** Called with the error it was cut off with. */
  readonly onLimit?: (error: StreamLimitError) => void;
}

/**
 * An answer whose body errors with a {@link StreamLimitError} past a limit. Events are passed on whole, with `\n` alone
 * between lines, and without comments and events that are empty: readers take a time that grows with the square of an
 * event that comes in pieces, and as long for an empty event as for any.
 */
export function limitResponse(response: Response, { form, limits, onLimit }: StreamPolicy): LimitedResponse {
  const { body } = response;
  if (body === null) return { response, renew: () => undefined };
  const meter = form === 'json' ? createJsonCheck(limits) : new EventMeter(limits, form === 'lines');
  const pass = (controller: TransformStreamDefaultController<Uint8Array>, measure: () => Uint8Array): void => {
    try {
      const events = measure();
      if (events.length > 0) controller.enqueue(events);
    } catch (error) {
      if (error instanceof StreamLimitError) onLimit?.(error);
      throw error;
    }
  };
  const cap = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => pass(controller, () => meter.read(chunk)),
    flush: (controller) => pass(controller, () => meter.end()),
  });
  return { response: new Response(body.pipeThrough(cap), response), renew: () => meter.renew() };
}

type Meter = Pick<EventMeter, 'read' | 'end' | 'renew'>;

function createJsonCheck({ json }: StreamLimits): Meter {
  const meter = new JsonMeter(json);
  return {
    read: (chunk) => {
      addAll(meter, chunk, 0, chunk.length);
      return chunk;
    },
    end: () => new Uint8Array(),
    renew: () => undefined,
  };
}

function addAll(meter: JsonMeter, bytes: Uint8Array, from: number, until: number): void {
  try {
    for (let at = from; at < until; at += 1) meter.add(bytes[at] ?? 0);
  } catch (error) {
    if (!(error instanceof JsonLimitError)) throw error;
    throw new StreamLimitError(`json_${error.reason}`, error.limit);
  }
}

/** Bounds of the `retry` field, in ms. */
const SHORTEST_RETRY = 100;
const LONGEST_RETRY = 60_000;

const LF = 10;
const CR = 13;
const COLON = 58;
const SPACE = 32;
const DATA = new TextEncoder().encode('data:');
const ID = new TextEncoder().encode('id:');
const RETRY = new TextEncoder().encode('retry:');
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;

/** Cuts a stream into events and counts them. Throws a {@link StreamLimitError} past a limit. */
class EventMeter {
  readonly #limits: StreamLimits;
  /** True: each line is an event. */
  readonly #isLines: boolean;
  /** What was not passed on yet: whole events, then the beginning of one. */
  #bytes = new Uint8Array(65_536);
  #length = 0;
  /** Where the event, and in it the line, begins that is being read. */
  #event = 0;
  #line = 0;
  #isMeant = false;
  #wasCr = false;
  #isBegun = false;
  #events = 0;
  #idle = 0;

  constructor(limits: StreamLimits, isLines: boolean) {
    this.#limits = limits;
    this.#isLines = isLines;
  }

  renew(): void {
    this.#idle = 0;
  }

  /** The events that end in a piece of the stream. */
  read(chunk: Uint8Array): Uint8Array {
    // More than it is long: a line may get an end that was split, or a longer `retry`.
    this.#makeRoom(chunk.length * 2 + 32);
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      const isEnd = byte === LF || byte === CR;
      const isSecond = byte === LF && this.#wasCr;
      this.#wasCr = byte === CR;
      if (isSecond) continue;
      if (isEnd) this.#endLine();
      else this.#bytes[this.#length++] = byte;
    }
    if (this.#length - this.#event > this.#limits.eventBytes)
      throw new StreamLimitError('event_too_large', this.#limits.eventBytes);
    return this.#take(this.#event);
  }

  /** What is left when the stream ends. */
  end(): Uint8Array {
    if (this.#isLines && this.#length > this.#line) this.#checkJson();
    return this.#take(this.#length);
  }

  #take(until: number): Uint8Array {
    const taken = this.#bytes.slice(0, until);
    this.#bytes.copyWithin(0, until, this.#length);
    this.#length -= until;
    this.#line -= until;
    this.#event = 0;
    return taken;
  }

  #makeRoom(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array((this.#length + count) * 2);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }

  #endLine(): void {
    this.#skipByteOrderMark();
    const isEmpty = this.#length === this.#line;
    if (isEmpty || this.#bytes[this.#line] === COLON) this.#length = this.#line;
    else {
      if (!this.#isLines) this.#boundRetry();
      this.#isMeant ||= this.#isLines || this.#saysSomething();
      this.#bytes[this.#length++] = LF;
      this.#line = this.#length;
    }
    if (isEmpty || this.#isLines) this.#endEvent();
  }

  #endEvent(): void {
    if (!this.#isMeant) {
      this.#length = this.#event;
      this.#line = this.#event;
      return;
    }
    this.#isMeant = false;
    const { events, idleEvents } = this.#limits;
    this.#events += 1;
    this.#idle += 1;
    if (this.#events > events) throw new StreamLimitError('too_many_events', events);
    if (this.#idle > idleEvents) throw new StreamLimitError('idle_events', idleEvents);
    this.#checkJson();
    if (!this.#isLines) this.#bytes[this.#length++] = LF;
    this.#event = this.#length;
    this.#line = this.#length;
  }

  /** True for data, for an id and for `retry`, the delay before reconnecting. */
  #saysSomething(): boolean {
    if (!this.#begins(DATA)) return this.#begins(ID) || this.#begins(RETRY);
    for (let at = this.#line + DATA.length; at < this.#length; at += 1) if (this.#bytes[at] !== SPACE) return true;
    return false;
  }

  /** The server sets how soon a reader reconnects, within bounds: 0 would be a storm of requests. */
  #boundRetry(): void {
    if (!this.#begins(RETRY)) return;
    const value = this.#bytes.subarray(this.#line + RETRY.length, Math.min(this.#length, this.#line + 32));
    const wanted = String.fromCharCode(...value).trim();
    this.#length = this.#line;
    if (!/^\d+$/.test(wanted)) return;
    const bounded = Math.min(LONGEST_RETRY, Math.max(SHORTEST_RETRY, Number(wanted)));
    for (const byte of new TextEncoder().encode(`retry: ${bounded}`)) this.#bytes[this.#length++] = byte;
  }

  #begins(field: Uint8Array): boolean {
    if (this.#length - this.#line < field.length) return false;
    for (let at = 0; at < field.length; at += 1) if (this.#bytes[this.#line + at] !== field[at]) return false;
    return true;
  }

  /** A short event can hold neither many values nor many levels. */
  #checkJson(): void {
    const { json } = this.#limits;
    if (this.#length - this.#event <= json.depth) return;
    const meter = new JsonMeter(json);
    for (let line = this.#event; line < this.#length; ) {
      const found = this.#bytes.indexOf(LF, line);
      const end = found === -1 || found > this.#length ? this.#length : found;
      // Other fields than `data` are no JSON: a quotation mark in one would hide what follows.
      if (this.#isLines || this.#bytes[line] === DATA[0]) addAll(meter, this.#bytes, line, end);
      line = end + 1;
    }
  }

  /** The mark before the first line is none of its characters. */
  #skipByteOrderMark(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    if (!BYTE_ORDER_MARK.every((byte, index) => this.#bytes[index] === byte)) return;
    this.#bytes.copyWithin(0, BYTE_ORDER_MARK.length, this.#length);
    this.#length -= BYTE_ORDER_MARK.length;
  }
}

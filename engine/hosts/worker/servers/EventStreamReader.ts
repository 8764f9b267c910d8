/** One server-sent event. */
export interface ServerSentEvent {
  /** The last id that was sent; empty while there was none. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

/** Reads server-sent events from chunks of their bytes (HTML, 9.2.6), which may be cut anywhere. */
export class EventStreamReader {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #id = '';
  #type = '';
  #data: string[] = [];

  /** The events that are whole with this chunk. */
  read(chunk: Uint8Array): readonly ServerSentEvent[] {
    const text = this.#rest + this.#decoder.decode(chunk, { stream: true });
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    const events: ServerSentEvent[] = [];
    for (const line of lines) {
      const event = this.#take(line);
      if (event !== null) events.push(event);
    }
    return events;
  }

  #take(line: string): ServerSentEvent | null {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.#data.push(value);
    else if (name === 'id') this.#id = value;
    else if (name === 'event') this.#type = value;
    return null;
  }

  #dispatch(): ServerSentEvent | null {
    const [type, data] = [this.#type, this.#data];
    [this.#type, this.#data] = ['', []];
    return data.length === 0 ? null : { id: this.#id, type: type === '' ? 'message' : type, data: data.join('\n') };
  }
}

/** One of the workflows that come with the app. */
export interface Sample {
  /** Name of its file below `samples/`. */
  readonly file: string;
  readonly name: string;
  readonly description: string;
}

/** Lists the samples that come with the app. Rejects with an `Error` for the user when they cannot be fetched. */
export async function listSamples(): Promise<readonly Sample[]> {
  const list: unknown = JSON.parse(await fetchText('index.json'));
  return Array.isArray(list) ? list.filter(isSample) : [];
}

/** Reads one sample's text. Rejects with an `Error` for the user when it cannot be fetched. */
export function readSample(file: string): Promise<string> {
  return fetchText(file);
}

async function fetchText(name: string): Promise<string> {
  const response = await fetch(new URL(`samples/${name}`, document.baseURI)).catch(() => null);
  if (!response?.ok)
    throw new Error('The samples that come with Signalbox could not be fetched. Check the connection and try again.');
  return response.text();
}

function isSample(value: unknown): value is Sample {
  if (typeof value !== 'object' || value === null) return false;
  return ['file', 'name', 'description'].every((key) => key in value && typeof Reflect.get(value, key) === 'string');
}

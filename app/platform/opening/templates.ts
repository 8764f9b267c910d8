/** One of the workflows that come with the app, to begin from. */
export interface Template {
  readonly id: string;
  /** What it is for, in a word or two: templates of one job are listed together. */
  readonly job: string;
  readonly name: string;
  readonly description: string;
  /** What else a person may look for. */
  readonly words: string;
  /** What a real run needs, in parts with `; ` between them; null: it is not said. */
  readonly needs: string | null;
  /** What to change in it, as the rest of a sentence. */
  readonly change: string | null;
  /** How many tests it has. */
  readonly tests: number;
  /** Its files below the folder of the app: the workflow, its tests, then what it needs next to it. */
  readonly files: readonly string[];
  readonly sketch: TemplateSketch;
}

type Four = readonly [x: number, y: number, width: number, height: number];

/** How a workflow looks from afar, px. Colours are names of tokens. */
export interface TemplateSketch {
  readonly view: Four;
  readonly frames: readonly Four[];
  readonly cards: readonly (readonly [...Four, tone: string])[];
  /** Each with its way as SVG path data. */
  readonly lines: readonly (readonly [tone: string, path: string])[];
}

/** Lists the templates that come with the app, in their order. Rejects with an `Error` for the user when they cannot be fetched. */
export async function listTemplates(): Promise<readonly Template[]> {
  return JSON.parse(await fetchText('templates/index.json'));
}

/** Reads the texts of a template, by the names that its files have. Rejects with an `Error` for the user when they cannot be fetched. */
export async function readTemplate({ files }: Template): Promise<ReadonlyMap<string, string>> {
  const texts = await Promise.all(files.map(async (file) => [nameOf(file), await fetchText(file)] as const));
  return new Map(texts);
}

function nameOf(file: string): string {
  return file.split('/').at(-1) ?? file;
}

async function fetchText(file: string): Promise<string> {
  const response = await fetch(new URL(file, document.baseURI)).catch(() => null);
  if (!response?.ok)
    throw new Error('The templates that come with Signalbox could not be fetched. Check the connection and try again.');
  return response.text();
}

/** Reads an example of the docs, where the app is on one site with them. Rejects with an `Error` for the user when there is none. */
export async function readExample(name: string): Promise<string> {
  const response = await fetch(new URL(`examples/${name}.yaml`, document.baseURI)).catch(() => null);
  if (!response?.ok)
    throw new Error(
      `The example ${name} was not opened: it could not be fetched from the site of this app. Check the connection, or copy the example from the docs and paste it.`,
    );
  return response.text();
}

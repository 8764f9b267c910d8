import { type Data, isDataMap } from '../base/index.ts';
import { collectReferences, parseTemplate } from '../expression/index.ts';
import { hasScheme, joinUrl } from '../model/index.ts';

/**
 * The origin of an address by the platform's own URL parser, against a base where one is given: `https://host:8443` in
 * ASCII. Null where it is no address that can be called over HTTP.
 */
export type ParseOrigin = (address: string, base?: string) => string | null;

/** Where an address can lead. Nothing at all: it is none that can be called. */
export interface Destination {
  readonly origins: readonly string[];
  /** True: to the site of the app's page, since it is relative. */
  readonly isSite: boolean;
  /** True: the text does not determine the host. */
  readonly isAnywhere: boolean;
}

/** A text as far as it is known before a run. */
interface KnownText {
  readonly text: string;
  /** False: what a run computes follows. */
  readonly isWhole: boolean;
}

const NOWHERE: Destination = { origins: [], isSite: false, isAnywhere: false };
const SITE: Destination = { ...NOWHERE, isSite: true };
const ANYWHERE: Destination = { ...NOWHERE, isAnywhere: true };

/** Placeholder for the site of the page while addresses are resolved; of both schemes, since `https:x` differs between them. */
const SITE_HOST = 'site.invalid';
const SITES = [`http://${SITE_HOST}/app/`, `https://${SITE_HOST}/app/`];

/**
 * A host that is complete before what a run computes begins: nothing that follows can change it. No blank, `\` or `@` may
 * be in it, which URL parsers drop, read as `/`, or take for the end of a user name.
 */
const CLOSED_HOST = /^https?:\/\/[^\s\\/?#@]+[/?#]/i;

/** A relative address that stays one, whatever follows: not `/`, which `/host` would make another host. */
const CLOSED_PATH = /^(?:\/[\w.~-]|\.{1,2}\/|[\w.~-]+\/|[?#])/;

/** Where an address as a task writes it leads, when it is called as it is. */
export function reachOfAddress(address: Data, parse: ParseOrigin): Destination {
  const known = readKnown(address);
  return known === null ? ANYWHERE : resolve(known, parse);
}

/** Where an address leads that something is appended to before it is called: that of a model or of a memory. */
export function reachOfServer(address: Data, parse: ParseOrigin): Destination {
  const known = readKnown(address);
  if (known === null) return ANYWHERE;
  const text = known.text.trim();
  if (!known.isWhole) return resolve({ text, isWhole: false }, parse);
  return text === '' ? NOWHERE : resolve({ text: `${text.replace(/\/+$/, '')}/`, isWhole: false }, parse);
}

/**
 * Where a call of `core:http` leads that has a `base_url`. Each of `bases` may be the one that counts: maps are merged over
 * each other, and one that is no text counts as none.
 */
export function reachOfCall(url: Data, bases: readonly Data[], parse: ParseOrigin): Destination {
  const known = readKnown(url);
  if (known === null || (!known.isWhole && mayBecomeScheme(known.text))) return ANYWHERE;
  if (bases.length === 0 || hasScheme(known.text)) return resolve(known, parse);
  return joinDestinations(
    bases.map((data) => {
      const base = typeof data === 'string' ? readKnown(data) : { text: '', isWhole: true };
      if (base === null) return ANYWHERE;
      if (!base.isWhole) return resolve(base, parse);
      return resolve({ text: joinUrl(base.text, known.text), isWhole: known.isWhole }, parse);
    }),
  );
}

/** The origins a text names outright; none where it is relative, computed or no address. */
export function originsIn(text: string, parse: ParseOrigin): readonly string[] {
  return reachOfAddress(text, parse).origins;
}

/** All places that several addresses lead to. */
export function joinDestinations(all: readonly Destination[]): Destination {
  return {
    origins: [...new Set(all.flatMap(({ origins }) => origins))],
    isSite: all.some(({ isSite }) => isSite),
    isAnywhere: all.some(({ isAnywhere }) => isAnywhere),
  };
}

/** Null for what is no text, or a template that cannot be read: its value is not known. */
function readKnown(data: Data): KnownText | null {
  if (typeof data !== 'string') return null;
  const template = parseTemplate(data);
  if (template.errors.length > 0) return null;
  switch (template.kind) {
    case 'literal':
      return { text: template.text, isWhole: true };
    case 'expression':
      return { text: '', isWhole: false };
    case 'text': {
      const [first] = template.parts;
      return { text: typeof first === 'string' ? first : '', isWhole: false };
    }
  }
}

function mayBecomeScheme(text: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*)?$/i.test(text);
}

function resolve({ text, isWhole }: KnownText, parse: ParseOrigin): Destination {
  if (isWhole) return resolveWhole(text, parse);
  const closed = CLOSED_HOST.exec(text)?.[0];
  if (closed !== undefined) {
    const origin = parse(closed);
    return origin === null ? ANYWHERE : { ...NOWHERE, origins: [origin] };
  }
  return CLOSED_PATH.test(text) ? SITE : ANYWHERE;
}

/** Some readers trim an address before they parse it, and some do not: both count. */
function resolveWhole(text: string, parse: ParseOrigin): Destination {
  const origins = new Set<string>();
  let isSite = false;
  for (const address of new Set([text, text.trim()])) {
    for (const base of [undefined, ...SITES]) {
      const origin = parse(address, base);
      if (origin === null) continue;
      if (origin.endsWith(`//${SITE_HOST}`)) isSite = true;
      else origins.add(origin);
    }
  }
  return { origins: [...origins], isSite, isAnywhere: false };
}

/** What texts read and name, wherever in them it is. */
interface TextReach {
  readonly origins: ReadonlySet<string>;
  /** Names read as `env.NAME`. */
  readonly variables: ReadonlySet<string>;
  /** True: `env` is read as a whole, or by a name that is computed. */
  readonly readsAllVariables: boolean;
}

/** Keys whose text is an address; `default` is one where a schema fills in what is missing. */
const ADDRESS_KEYS: ReadonlySet<string> = new Set(['url', 'base_url', 'default']);

/** Keys whose text is an expression without braces. */
const BARE_KEYS: ReadonlySet<string> = new Set(['condition', 'items', 'filter']);

/**
 * Reads whole documents rather than the fields that are known to be read: a field that is forgotten here would be one that
 * a stranger's file uses.
 */
export function reachOfText(documents: readonly Data[], parse: ParseOrigin): TextReach {
  const origins = new Set<string>();
  const variables = new Set<string>();
  let readsAllVariables = false;
  const noteText = (text: string, isBare: boolean): void => {
    for (const { root, path } of collectReferences(text, { bare: isBare })) {
      if (root !== 'env') continue;
      const [name] = path;
      if (typeof name === 'string') variables.add(name);
      else readsAllVariables = true;
    }
  };
  const visit = (data: Data, key: string | null): void => {
    if (typeof data === 'string') {
      noteText(data, false);
      if (key !== null && BARE_KEYS.has(key)) noteText(data, true);
      if (key !== null && ADDRESS_KEYS.has(key)) for (const origin of originsIn(data, parse)) origins.add(origin);
    } else if (Array.isArray(data)) for (const item of data) visit(item, key);
    else if (isDataMap(data)) for (const [name, value] of data) visit(value, name);
  };
  for (const document of documents) visit(document, null);
  return { origins, variables, readsAllVariables };
}

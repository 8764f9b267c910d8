import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#engine/values';
import { type HttpRequest, toCurl, toHttpRequest } from './toHttpRequest.ts';

const BASE = 'https://app.test/deep/';

function requestOf(input: JsonObject, config: JsonObject = {}): HttpRequest | null {
  return toHttpRequest({ kind: 'tool', request: { use: 'core:http', input, config } }, BASE);
}

/** The words that a shell makes of a command, without `curl`; variables are as given. */
function wordsOf(command: string, variables: Readonly<Record<string, string>> = {}): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const said = execFileSync('/bin/sh', ['-c', script], { env: variables, encoding: 'utf8', cwd: '/' });
  return said.split('\0').slice(0, -1);
}

describe('a request as it went out', () => {
  test('has the address with its query, the headers of both, and the body as text', () => {
    const input = {
      url: '/orders?page=1',
      method: 'POST',
      query: { tag: ['a b', 'c&d'], none: null },
      headers: { 'X-Team': 'red', 'X-Gone': null },
      json: { n: 1 },
    };
    expect(
      requestOf(input, { base_url: 'https://api.test/v1/', headers: { 'x-team': 'blue', 'x-gone': '1' } }),
    ).toEqual({
      method: 'POST',
      url: 'https://api.test/v1/orders?page=1&tag=a+b&tag=c%26d',
      headers: [
        ['content-type', 'application/json'],
        ['x-team', 'red'],
      ],
      body: '{"n":1}',
    });
    expect(requestOf({ url: 'data/a.json' })).toEqual({
      method: 'GET',
      url: 'https://app.test/deep/data/a.json',
      headers: [],
      body: null,
    });
  });

  test('is none for another tool, a model, and an address that curl would read from the disk', () => {
    expect(toHttpRequest({ kind: 'tool', request: { use: 'core:log', input: { url: 'https://a.test' } } }, BASE)).toBe(
      null,
    );
    expect(toHttpRequest({ kind: 'model', request: { use: 'core:http' } }, BASE)).toBe(null);
    expect(requestOf({ url: 'file:///etc/passwd' })).toBe(null);
  });
});

describe('the command', () => {
  test.each([
    `it's; rm -rf / #`,
    '$(touch /tmp/hit) `touch /tmp/hit` ${HOME}',
    '"; echo "$HOME',
    '@/etc/passwd',
    '-o /tmp/hit',
    'two\nlines\\\n\ttab',
    '{a,b}[1-3]*?~!!',
    '–ünï “quotes”',
  ])('sends a value as it is, whatever it holds: %j', (text) => {
    const request = {
      method: 'POST',
      url: `https://a.test/?q=${encodeURIComponent(text)}`,
      headers: [['x-a', text]],
      body: text,
    } as const;
    expect(wordsOf(toCurl(request))).toEqual([
      '--globoff',
      '--request',
      'POST',
      '--url',
      request.url,
      '--header',
      `x-a: ${text.replaceAll('\n', ' ')}`,
      '--data-raw',
      text,
    ]);
  });

  test('has a variable of the shell where a secret was', () => {
    const request = requestOf({
      url: 'https://a.test/',
      method: 'POST',
      query: { key: '••••••' },
      headers: { 'x-api-key': '••••••', 'x-note': "it's ⟦secret:TEAM_KEY.a1b2⟧" },
      body: 'pin=⟦secret:PIN⟧',
    });
    const command = request === null ? '' : toCurl(request);
    expect(command).toContain('"$X_API_KEY"');
    expect(wordsOf(command, { X_API_KEY: 'k 1', TEAM_KEY: `'"$x`, PIN: '7', SECRET: 's' })).toEqual([
      '--globoff',
      '--request',
      'POST',
      '--url',
      'https://a.test/?key=s',
      '--header',
      'x-api-key: k 1',
      '--header',
      `x-note: it's '"$x`,
      '--data-raw',
      'pin=7',
    ]);
  });

  test('leaves out a header whose name is none: curl would read a file for one that begins with an @', () => {
    const headers = [
      ['@/etc/passwd', 'x'],
      ['a b', 'x'],
      ['x-b', '1'],
    ] as const;
    const words = wordsOf(toCurl({ method: 'GET', url: 'https://a.test/', headers, body: null }));
    expect(words.filter((word) => word.includes(': '))).toEqual(['x-b: 1']);
  });
});

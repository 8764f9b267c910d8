import { expect, test } from 'vitest';
import { isProxied, type ProxyGiven } from './isProxied.ts';

const PROXY = 'http://proxy.example:3128';
const TOLD = { NODE_USE_ENV_PROXY: '1' };

function given(env: ProxyGiven['env'], version = '24.5.0', options: readonly string[] = []): ProxyGiven {
  return { env, options, version };
}

test.each([
  ['told by the environment', given({ ...TOLD, HTTP_PROXY: PROXY }), true],
  ['told by an option', given({ http_proxy: PROXY }, '22.21.0', ['--use-env-proxy']), true],
  ['told by NODE_OPTIONS', given({ http_proxy: PROXY, NODE_OPTIONS: '--no-warnings --use-env-proxy' }), true],
  ['not told', given({ HTTP_PROXY: PROXY }), false],
  ['told not to', given({ NODE_USE_ENV_PROXY: '0', HTTP_PROXY: PROXY }), false],
  ['an option that only contains it', given({ HTTP_PROXY: PROXY, NODE_OPTIONS: '--no-use-env-proxy' }), false],
  ['without a proxy', given(TOLD), false],
  ['with an empty one', given({ ...TOLD, HTTP_PROXY: '' }), false],
  ['with one for https alone', given({ ...TOLD, HTTPS_PROXY: PROXY }), false],
  ['a version that cannot', given({ ...TOLD, HTTP_PROXY: PROXY }, '20.20.2'), false],
  ['a version of 22 that cannot', given({ ...TOLD, HTTP_PROXY: PROXY }, '22.20.0'), false],
  ['a version that has no option yet', given({ HTTP_PROXY: PROXY }, '24.0.0', ['--use-env-proxy']), false],
])('http, %s: %s', (_, process, expected) => expect(isProxied(new URL('http://a.example/'), process)).toBe(expected));

test.each([
  [{ HTTPS_PROXY: PROXY }, true],
  [{ HTTP_PROXY: PROXY }, true],
  [{ https_proxy: '', HTTPS_PROXY: PROXY }, false],
  [{}, false],
])('https, with %o: %s', (env, expected) => {
  expect(isProxied(new URL('https://a.example/'), given({ ...TOLD, ...env }))).toBe(expected);
});

test.each([
  ['*', 'http://a.example/', false],
  ['a.example', 'http://a.example/', false],
  ['A.Example', 'http://a.example/', false],
  ['.example', 'http://a.example/', false],
  ['*.example', 'http://a.example/', false],
  ['*ample', 'http://a.example/', false],
  ['example', 'http://a.example/', false],
  ['other, a.example', 'http://a.example/', false],
  ['a.example:80', 'http://a.example/', false],
  ['a.example:443', 'https://a.example/', false],
  ['127.0.0.1', 'http://127.0.0.1:4000/', false],
  ['a.example:81', 'http://a.example/', true],
  ['ample', 'http://a.example/', true],
  ['b.example', 'http://a.example/', true],
  ['', 'http://a.example/', true],
  [' , ', 'http://a.example/', true],
])('with “%s” in NO_PROXY, %s goes by the proxy: %s', (list, url, expected) => {
  expect(isProxied(new URL(url), given({ ...TOLD, HTTP_PROXY: PROXY, NO_PROXY: list }))).toBe(expected);
});

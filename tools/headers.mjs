/**
 * The security headers, in one place: `vite preview`, the dev server, the `_headers` file for static hosts and the
 * `<meta>` policy are all made from here. docs/decisions/0004-content-security-policy.md gives the reason for each line.
 */

/** @type {Readonly<Record<string, readonly string[]>>} */
const DIRECTIVES = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'worker-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'", 'https:', 'http:'],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
};

/**
 * The content security policy as header text.
 * @param {{ scriptHashes?: readonly string[], connect?: readonly string[], isMeta?: boolean }} [extra]
 *   `scriptHashes` are of the scripts inside of the page; `connect` is what the dev server adds; `isMeta` omits what a `<meta>`
 *   cannot carry.
 */
export function contentSecurityPolicy(extra = {}) {
  return Object.entries(DIRECTIVES)
    .filter(([name]) => !(extra.isMeta && name === 'frame-ancestors'))
    .map(([name, sources]) => {
      const added =
        name === 'script-src' ? (extra.scriptHashes ?? []) : name === 'connect-src' ? (extra.connect ?? []) : [];
      return [name, ...sources, ...added].join(' ');
    })
    .join('; ');
}

/**
 * The policy of the worker that starts the threads of `core:javascript`, and of those threads, which inherit it: they
 * compile WebAssembly, load nothing and reach nothing. The threads come from `data:` URLs, which have no origin.
 */
const SANDBOX_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'; worker-src data:; connect-src 'none'";

/** The same for the dev server, where that worker is not one file but several. */
const SANDBOX_POLICY_OF_DEV = SANDBOX_POLICY.replace('script-src ', "script-src 'self' ");

/** Folder of the built site that holds that worker: a host can give a folder separate headers. */
export const SANDBOX_FOLDER = 'sandbox';

/** Whether a path of a request is that of the sandbox's worker. @param {string} url */
export function isSandbox(url) {
  return url.includes(`/${SANDBOX_FOLDER}/`) || url.includes('/sandbox.worker.ts');
}

/**
 * Every header a response carries, workers and assets included.
 * @param {Parameters<typeof contentSecurityPolicy>[0] & { isSandbox?: boolean, isDev?: boolean }} [extra]
 * @returns {Record<string, string>}
 */
export function securityHeaders(extra) {
  return {
    'Content-Security-Policy':
      extra?.isSandbox !== true
        ? contentSecurityPolicy(extra)
        : extra.isDev === true
          ? SANDBOX_POLICY_OF_DEV
          : SANDBOX_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}

/**
 * The `_headers` file that Netlify, Cloudflare Pages and others read. They join the values of several rules for one header, and
 * two policies allow only what both allow: so the policy is sent with what runs (pages, their scripts and workers), and the
 * sandbox has a separate one.
 * @param {readonly string[]} scriptHashes of the scripts inside of the page
 */
export function headersFile(scriptHashes) {
  const { 'Content-Security-Policy': policy, ...others } = securityHeaders({ scriptHashes });
  const lines = Object.entries(others).map(([name, value]) => `  ${name}: ${value}`);
  const pages = ['/', '/index.html', '/sw.js', '/assets/*'].map(
    (path) => `${path}\n  Content-Security-Policy: ${policy}`,
  );
  const sandbox = `/${SANDBOX_FOLDER}/*\n  Content-Security-Policy: ${SANDBOX_POLICY}`;
  return `${[`/*\n${lines.join('\n')}`, ...pages, sandbox].join('\n')}\n`;
}

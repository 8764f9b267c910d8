/**
 * The security headers, in one place: `vite preview`, the dev server, the `_headers` file for static hosts and the
 * `<meta>` policy are all made from here. docs/decisions/0004-content-security-policy.md says why each line stands.
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
 *   `scriptHashes` and `connect` are what the dev server adds; `isMeta` leaves out what a `<meta>` cannot carry.
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
 * Every header a response carries, workers and assets included.
 * @param {Parameters<typeof contentSecurityPolicy>[0]} [extra]
 * @returns {Record<string, string>}
 */
export function securityHeaders(extra) {
  return {
    'Content-Security-Policy': contentSecurityPolicy(extra),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}

/** The `_headers` file that Netlify, Cloudflare Pages and others read. */
export function headersFile() {
  const lines = Object.entries(securityHeaders()).map(([name, value]) => `  ${name}: ${value}`);
  return `/*\n${lines.join('\n')}\n`;
}

declare global {
  /** Absent where the browser has no Trusted Types. */
  var trustedTypes: PolicyFactory | undefined;
}

interface PolicyFactory {
  createPolicy(name: string, rules: { readonly createScriptURL: (url: string) => string }): unknown;
}

/**
 * Makes the page's one Trusted Types policy: scripts and workers load from this origin alone, and no text becomes HTML or
 * code. Importing this file first, before anything that starts a worker, is what makes it hold.
 */
export function createDefaultPolicy(): void {
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, document.baseURI).origin === location.origin) return url;
      throw new TypeError(`A script from another origin was refused: ${url}`);
    },
  });
}

createDefaultPolicy();

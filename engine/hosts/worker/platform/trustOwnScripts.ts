interface PolicyFactory {
  createPolicy(name: string, rules: { readonly createScriptURL: (url: string) => string }): unknown;
}

let isTrusted = false;

/** Sets the default Trusted Types policy of this worker, which allows scripts of this origin; the policy of the page does not apply here. */
export function trustOwnScripts(): void {
  if (isTrusted) return;
  isTrusted = true;
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
  if (!isPolicyFactory(factory)) return;
  factory.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, location.href).origin === location.origin) return url;
      throw new TypeError(`A script from another origin was refused: ${url}`);
    },
  });
}

function isPolicyFactory(value: unknown): value is PolicyFactory {
  return typeof value === 'object' && value !== null && 'createPolicy' in value;
}

/** A variable that an expression reads: `env.NAME`, `env['NAME']`. */
const VARIABLE = /\benv\s*(?:\??\.\s*([A-Za-z_][\w-]*)|\??\.?\s*\[\s*(["'])(.*?)\2\s*\])/g;

/**
 * Names of the variables that are templated into the user name, the password or the query of an address: what is there signs a
 * request as often as not (`?api_key=`), and is stored and logged by others where it does not.
 */
export function findAddressVariables(url: string): readonly string[] {
  const written = hideExpressions(url);
  const user = /\/\/([^/?#]*)@/.exec(written);
  const query = written.indexOf('?');
  const parts = [
    ...(user === null ? [] : [url.slice(user.index, user.index + user[0].length)]),
    ...(query === -1 ? [] : [url.slice(query)]),
  ];
  return parts.flatMap((part) => [...part.matchAll(VARIABLE)].map(([, name, , quoted]) => name ?? quoted ?? ''));
}

/** An address with blanks for what its expressions hold outside of quotes: a `?` there is an operator. */
function hideExpressions(url: string): string {
  return url.replace(/\{\{.*?\}\}/gs, (template) =>
    template.replace(/"[^"]*"|'[^']*'|./gs, (part) => (part.length > 1 ? part : ' ')),
  );
}

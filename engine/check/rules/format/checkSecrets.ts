import { childrenOf, type ExpressionNode, type ExpressionReference, parseTemplate } from '../../../expression/index.ts';
import { type FieldPlace, isCredentialKey } from '../../../schema/index.ts';
import { type FieldRule, fixBySetting } from '../../subject/Rule.ts';

/** Credentials by the look of them: keys of well-known services, bearer tokens, private keys. */
const LOOKS = new RegExp(
  [
    String.raw`\b(?:sk|rk|pk)[-_](?:live_|ant-|proj-)?[\w-]{16,}`,
    String.raw`\b(?:gh[pousr]_|github_pat_|glpat-|npm_|hf_)[\w-]{20,}`,
    String.raw`\bxox[abeoprs]-[\w-]{10,}`,
    String.raw`\b(?:AKIA|ASIA)[0-9A-Z]{16}\b`,
    String.raw`\bAIza[\w-]{30,}`,
    // JSON Web Tokens.
    String.raw`\beyJ[\w-]{10,}\.eyJ[\w-]{10,}`,
    '-----BEGIN [A-Z ]*PRIVATE KEY-----',
    String.raw`^(?:Bearer|Basic|Token) [\w.~+/=-]{16,}$`,
    // A name and a password in an address; what is in angle brackets or starred is a placeholder.
    String.raw`^[a-z][a-z+]*://[^\s/:@<{*]+:[^\s/@<{*]{4,}@`,
    String.raw`[?&](?:api[_-]?key|access[_-]?token|token|secret)=[^\s&<{*]{8,}`,
  ].join('|'),
);

/** Credentials in the text, where everybody who gets the file can read them. */
export const checkSecrets: FieldRule = function* (fields, subject) {
  for (const field of fields) {
    const { path, part } = field;
    if (typeof part !== 'string' || !isSecret(field, part)) continue;
    const name = variableName(field);
    const message = `This looks like a secret in clear. Keep it in the variable ${name} and write "{{ env.${name} }}" here.`;
    const fixes = fixBySetting(subject, path, `{{ env.${name} }}`, `Read it from env.${name}`);
    yield { code: 'SECRET_IN_CLEAR', path, message, fixes };
  }
};

/** Functions that read a text: they find no value in a secret, and fail. */
const READING: ReadonlySet<string> = new Set(
  'contains endsWith fromJson len lower matches replace slice split startsWith toBool toNumber trim upper'.split(' '),
);

/** Variables in credential fields that a function takes apart: their values are put in as they are sent, and not before. */
export const checkChangedSecrets: FieldRule = function* (fields) {
  for (const field of fields) {
    const { path, part } = field;
    if (typeof part !== 'string' || !part.includes('{{') || !isCredential(field)) continue;
    for (const { ast, references } of parseTemplate(part).expressions) {
      const read = references.filter(({ root }) => root === 'env');
      const name = ast === null || read.length === 0 ? null : findReader(ast, read);
      if (name === null) continue;
      const message = `${name}() cannot read a secret: the run has only a placeholder for it. Set the variable to exactly what should be sent; only base64, encodeURI and encodeURIComponent can be used on it.`;
      yield { code: 'SECRET_CHANGED', path, message };
    }
  }
};

/** The name of a function that reads one of some references, from outside in. */
function findReader(node: ExpressionNode, read: readonly ExpressionReference[]): string | null {
  const isReader = node.kind === 'call' && READING.has(node.name);
  if (isReader && read.some(({ start, end }) => start > node.start && end <= node.end)) return node.name;
  for (const child of childrenOf(node)) {
    const found = findReader(child, read);
    if (found !== null) return found;
  }
  return null;
}

function isCredential({ path, isSecret: isMarked }: FieldPlace): boolean {
  return isMarked || isCredentialKey(String(path.at(-1)));
}

function isSecret({ path, kind, isSecret: isCredential }: FieldPlace, text: string): boolean {
  if (text.includes('{{') || kind === 'code' || kind === 'schema') return false;
  if (LOOKS.test(text)) return true;
  const isPlaceholder = text.trim() === '' || /^<.*>$/.test(text.trim()) || /^\*+$/.test(text);
  if (isPlaceholder) return false;
  return (
    isCredential || (isCredentialKey(String(path.at(-1))) && text.length >= 8 && !/\s/.test(text.replace(/^\w+ /, '')))
  );
}

/** `api_key` of the agent `triage` becomes `API_KEY`; a name in an `env` map stays. */
function variableName({ path }: FieldPlace): string {
  const key = path.findLast((step) => typeof step === 'string') ?? 'SECRET';
  return key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase();
}

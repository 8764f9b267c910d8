import { type FieldPlace, isCredentialKey } from '../../../schema/index.ts';
import { fixBySetting } from '../../subject/fixes.ts';
import type { FieldRule } from '../../subject/Rule.ts';

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

import { type FieldPlace, isCredentialKey } from '../../schema/index.ts';
import { fixBySetting } from '../fixes.ts';
import type { Rule } from '../Rule.ts';

/** Credentials by the look of them: keys of well-known services, bearer tokens, private keys. */
const LOOKS =
  /\b(?:sk-[\w-]{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,})\b|-----BEGIN [A-Z ]*PRIVATE KEY-----|^Bearer [\w.~+/-]{16,}/;

/** Credentials that stand in the text, where everybody who gets the file can read them. */
export const checkSecrets: Rule = function* (subject) {
  for (const field of subject.fields) {
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

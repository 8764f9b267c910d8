import type { Variable } from '#engine/worker';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const SECRET = /(key|token|secret|password|passwd|credential|auth)/i;

/** Why a variable cannot have a name, as a message for the user; null when it can. */
export function checkVariableName(name: string, variables: readonly Variable[]): string | null {
  if (!NAME.test(name)) return 'A name has letters, digits and _, and does not start with a digit.';
  if (variables.some((variable) => variable.name === name)) return `${name} is set already.`;
  return null;
}

/** Whether a name looks like that of a secret: such a variable starts as one. */
export function looksSecret(name: string): boolean {
  return SECRET.test(name);
}

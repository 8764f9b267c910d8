export function parse(expression: string): (context: Readonly<Record<string, unknown>>) => unknown;

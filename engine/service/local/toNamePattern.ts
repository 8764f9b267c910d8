/** Matches whole names of workflows; `*` stands for any characters. */
export function toNamePattern(name: string): RegExp {
  const parts = name.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

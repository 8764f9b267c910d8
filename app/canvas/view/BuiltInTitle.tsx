import type { ReactNode } from 'react';
import { builtInNamed } from '#engine/model';

/** What the built-in of a `use` is called: `core:http` is an HTTP request. One that is not known is called as it is written. */
export function BuiltInTitle({ use }: { readonly use: string }): ReactNode {
  return builtInNamed(use.slice(use.indexOf(':') + 1))?.title ?? use;
}

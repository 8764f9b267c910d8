import type { ReactNode } from 'react';
import { PlugIcon } from '../icons.ts';
import { BUILT_IN_ICONS } from './builtInIcons.ts';

/** The icon of a built-in; that of tools for one it does not know. */
export function BuiltInIcon({ use }: { readonly use: string }): ReactNode {
  const Icon = BUILT_IN_ICONS[use] ?? PlugIcon;
  return <Icon />;
}

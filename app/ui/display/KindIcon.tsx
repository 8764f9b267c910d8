import type { ComponentType } from 'react';
import { classes } from '../base/classes.ts';
import { lazyPart } from '../base/lazyPart.tsx';
import {
  BotIcon,
  BracesIcon,
  BrainIcon,
  CircleAlertIcon,
  GitForkIcon,
  GroupIcon,
  LayersIcon,
  PlugIcon,
  SplitIcon,
  SquareIcon,
  TimerIcon,
  WorkflowIcon,
} from '../icons.ts';
import styles from './KindIcon.module.css';

const BuiltInIcon = lazyPart(
  () => import('./BuiltInIcon.tsx').then((module) => module.BuiltInIcon),
  () => <PlugIcon />,
);

/** What a card, a row or a form is about: a task's type, or what a basic task uses; a built-in by how its `use` is written. */
export type Kind = KindFamily | `core:${string}`;

/** What kinds look alike: one icon and one colour; built-ins have the colour of tools and icons of their own. */
export type KindFamily =
  | 'basic'
  | 'agent'
  | 'tool'
  | 'memory'
  | 'parallel'
  | 'decision'
  | 'collection'
  | 'wait'
  | 'map'
  | 'composite'
  | 'workflow'
  | 'unknown';

const KINDS: Record<KindFamily, { readonly Icon: ComponentType<{ 'aria-hidden'?: boolean }>; readonly tone: string }> =
  {
    basic: { Icon: SquareIcon, tone: 'neutral' },
    agent: { Icon: BotIcon, tone: 'agent' },
    tool: { Icon: PlugIcon, tone: 'tool' },
    memory: { Icon: BrainIcon, tone: 'container' },
    parallel: { Icon: GitForkIcon, tone: 'container' },
    decision: { Icon: SplitIcon, tone: 'warning' },
    collection: { Icon: LayersIcon, tone: 'container' },
    wait: { Icon: TimerIcon, tone: 'wait' },
    map: { Icon: BracesIcon, tone: 'neutral' },
    composite: { Icon: GroupIcon, tone: 'neutral' },
    workflow: { Icon: WorkflowIcon, tone: 'accent' },
    unknown: { Icon: CircleAlertIcon, tone: 'error' },
  };

export interface KindIconProps {
  readonly kind: Kind;
  /** `plain` is the bare icon in its colour; the others are a soft tile of 24, 28 or 32 px. */
  readonly size?: 'plain' | 'small' | 'medium' | 'large' | undefined;
}

/** The name of the tokens that a kind is coloured with: `<tone>` and `<tone>-soft`; `neutral` has a soft one only. */
export function toneOfKind(kind: Kind): string {
  return KINDS[familyOf(kind)].tone;
}

/** What a kind looks like, but for its icon. */
export function familyOf(kind: Kind): KindFamily {
  return isBuiltIn(kind) ? 'tool' : kind;
}

function isBuiltIn(kind: Kind): kind is `core:${string}` {
  return kind.startsWith('core:');
}

/** The icon of a kind in its colour. Decorative: the name is next to it. */
export function KindIcon({ kind, size = 'medium' }: KindIconProps) {
  const { Icon, tone } = KINDS[familyOf(kind)];
  return (
    <span className={classes(styles.tile, styles[tone], styles[size])} aria-hidden>
      {isBuiltIn(kind) ? <BuiltInIcon use={kind} /> : <Icon />}
    </span>
  );
}

import type { ComponentType } from 'react';
import {
  BrainIcon,
  CodeXmlIcon,
  DatabaseIcon,
  FileIcon,
  GlobeIcon,
  HashIcon,
  ListChecksIcon,
  OctagonAlertIcon,
  PanelsTopLeftIcon,
  ScrollTextIcon,
  TableIcon,
  WorkflowIcon,
} from '../icons.ts';

/** The icon of each built-in, by how its `use` is written. */
export const BUILT_IN_ICONS: Readonly<Record<string, ComponentType>> = {
  'core:http': GlobeIcon,
  'core:javascript': CodeXmlIcon,
  'core:csv': TableIcon,
  'core:html': PanelsTopLeftIcon,
  'core:validate': ListChecksIcon,
  'core:raise': OctagonAlertIcon,
  'core:log': ScrollTextIcon,
  'core:hash': HashIcon,
  'core:kv': DatabaseIcon,
  'core:file': FileIcon,
  'core:memory': BrainIcon,
  'core:workflow': WorkflowIcon,
};

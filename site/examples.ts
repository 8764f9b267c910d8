import path from 'node:path';
import type { Page } from './listPages.ts';

/** A complete workflow that a page of the docs shows. */
export interface Example {
  /** Its name on the site, by page and place: `format-3`. */
  readonly name: string;
  readonly text: string;
}

/** Whether a text is a workflow that the app can draw, not a part of one. */
export function isWorkflow(text: string): boolean {
  return /^tasks:/m.test(text);
}

/** The name of the example that is in this place of a page, counted from 1. */
export function exampleName({ file }: Pick<Page, 'file'>, place: number): string {
  return `${path.posix.basename(file, '.md').toLowerCase()}-${place}`;
}

/** The address of an example in the app, from the root of the site; of a recipe the template, which has its tests. */
export function openAddress(name: string, template: string | null): string {
  return template === null ? `app/#/?example=${name}` : `app/#/?template=${template}`;
}

import { type Options, selectAll } from 'css-select';
import { type DomHandler, ElementType } from 'htmlparser2';

export type ChildNode = DomHandler['dom'][number];
export type Element = Extract<ChildNode, { readonly attribs: unknown }>;
export type TextNode = Extract<ChildNode, { readonly type: ElementType.ElementType.Text }>;

export function isTag(node: ChildNode): node is Element {
  return 'attribs' in node;
}

export function isText(node: ChildNode): node is TextNode {
  return node.type === ElementType.Text;
}

/** How often one selector may look at a node of a page: `:has` and `~` look at many for each. */
const MOST_LOOKS = 3_000_000;

/** The elements of a page that a selector fits, in its order. Throws a {@link PageLimitError}, and for a selector that is none. */
export function selectElements(selector: string, roots: readonly ChildNode[]): readonly Element[] {
  let left = MOST_LOOKS;
  const look = (count: number): void => {
    left -= count;
    if (left < 0) throw new PageLimitError('select', MOST_LOOKS, 'The selector looks at too much of the page');
  };
  const childrenOf = (node: ChildNode): ChildNode[] => ('children' in node ? node.children : []);
  const siblingsOf = (node: ChildNode): ChildNode[] => (node.parent === null ? [...roots] : childrenOf(node.parent));
  const textOf = (node: ChildNode): string => {
    look(1);
    return isText(node) ? node.data : childrenOf(node).map(textOf).join('');
  };
  const adapter: NonNullable<Options<ChildNode, Element>['adapter']> = {
    isTag: (node): node is Element => {
      look(1);
      return isTag(node);
    },
    getName: ({ name }) => name,
    getAttributeValue: ({ attribs }, name) => (Object.hasOwn(attribs, name) ? attribs[name] : undefined),
    hasAttrib: ({ attribs }, name) => Object.hasOwn(attribs, name),
    getChildren: childrenOf,
    getParent: ({ parent }) => parent,
    getSiblings: (node) => {
      const siblings = siblingsOf(node);
      look(siblings.length / 4);
      return siblings;
    },
    prevElementSibling: (node) => {
      let before = node.previousSibling;
      for (; before !== null && !isTag(before); before = before.previousSibling) look(1);
      return before;
    },
    getText: textOf,
    removeSubsets: (nodes) => {
      const all = new Set(nodes);
      return [...all].filter((node) => {
        for (let above = node.parent; above !== null; above = above.parent) if (all.has(above)) return false;
        return true;
      });
    },
  };
  return selectAll<ChildNode, Element>(selector, [...roots], { adapter });
}

/** A page, or what is read of it, is past a limit. */
export class PageLimitError extends Error {
  readonly reason: 'depth' | 'too_large' | 'select' | 'output';
  readonly limit: number;
  constructor(reason: PageLimitError['reason'], limit: number, what: string) {
    super(`${what} (limit: ${limit}).`);
    this.reason = reason;
    this.limit = limit;
  }
}

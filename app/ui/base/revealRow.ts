/**
 * Scrolls a list of rows of equal height as little as needed to show one; nothing for the index -1.
 * @param rowHeight in px
 */
export function revealRow(scroller: HTMLElement | null, index: number, rowHeight: number): void {
  if (!scroller || index < 0) return;
  const top = index * rowHeight;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + rowHeight > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = top + rowHeight - scroller.clientHeight;
}

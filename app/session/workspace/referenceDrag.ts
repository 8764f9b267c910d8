/** What a drag of a value of a run carries; other drops have none of it. */
const FORMAT = 'application/x-signalbox-reference';

/** Puts a value on a drag, as it is read: `tasks.fetch.output.body`. Plain text gets it as a template. */
export function startReferenceDrag(transfer: DataTransfer, reference: string): void {
  transfer.setData(FORMAT, reference);
  transfer.setData('text/plain', `{{ ${reference} }}`);
  transfer.effectAllowed = 'copy';
}

/** Whether a drag carries a value; which one is readable only on drop. */
export function hasReferenceDrag(transfer: DataTransfer): boolean {
  return transfer.types.includes(FORMAT);
}

/** The value of a drop, as it is read; null when it carries none. */
export function readReferenceDrag(transfer: DataTransfer): string | null {
  const text = transfer.getData(FORMAT);
  return text === '' ? null : text;
}

import { type ReactNode, useState } from 'react';
import type { Path } from '#engine';
import { LinkIcon } from '../../ui/icons.ts';
import { Button, Popover } from '../../ui/index.ts';
import { ReferenceTree } from './ReferenceTree.tsx';

export interface ReferencePickerProps {
  /** The field it is for. */
  readonly path: Path;
  readonly onPick: (reference: string) => void;
}

/** A button that opens all that a field can read. */
export function ReferencePicker({ path, onPick }: ReferencePickerProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const pick = (reference: string) => {
    setIsOpen(false);
    onPick(reference);
  };
  return (
    <Popover
      label="Values that can be read here"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button size="small" icon={<LinkIcon />}>
          Insert a value
        </Button>
      }
    >
      <ReferenceTree path={path} onPick={pick} />
    </Popover>
  );
}

interface ReferencesAtProps extends ReferencePickerProps {
  /** The button that was pressed. */
  readonly at: DOMRect;
  readonly onClose: () => void;
}

/** The same below a button that is drawn elsewhere. */
export function ReferencesAt({ at, path, onPick, onClose }: ReferencesAtProps): ReactNode {
  return (
    <Popover
      label="Values that can be read here"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      at={{ x: at.left, y: at.bottom }}
    >
      <ReferenceTree path={path} onPick={onPick} />
    </Popover>
  );
}

import { type ReactNode, useEffect, useState } from 'react';
import type { Path } from '#engine';
import { LinkIcon } from '../../ui/icons.ts';
import { Button, CommandMenu, Popover } from '../../ui/index.ts';
import { loadLanguage } from '../language/languageService.ts';
import { readableAt } from '../language/referencesFor.ts';

export interface ReferencePickerProps {
  /** The field it is for. */
  readonly path: Path;
  readonly onPick: (reference: string) => void;
}

/** A list of all that a field can read, found by typing. */
export function ReferencePicker({ path, onPick }: ReferencePickerProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    let isShown = true;
    loadLanguage().then(
      () => isShown && setIsLoaded(true),
      () => null,
    );
    return () => {
      isShown = false;
    };
  }, []);
  const items = isOpen && isLoaded ? readableAt(path) : [];
  return (
    <Popover
      label="What can be read here"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button size="small" icon={<LinkIcon />}>
          Insert a reference
        </Button>
      }
    >
      <CommandMenu
        label="What can be read here"
        placeholder="Find a value"
        groups={[
          {
            heading: 'Values',
            items: items.map(({ text, type }) => ({
              id: text,
              label: text,
              hint: type,
              onSelect: () => {
                setIsOpen(false);
                onPick(text);
              },
            })),
          },
        ]}
      />
    </Popover>
  );
}

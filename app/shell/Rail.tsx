import { togglePanel, useSession } from '../session/index.ts';
import { LoadBoundary, lazyPart } from '../ui/index.ts';
import styles from './Rail.module.css';
import { BarButton, MAIN_PANELS } from './railEntries.tsx';

const MorePanels = lazyPart(() => import('./RailMenus.tsx').then((module) => module.MorePanels));
const RailFoot = lazyPart(() => import('./RailMenus.tsx').then((module) => module.RailFoot));

/** The column of side panels. */
export function Rail() {
  const open = useSession((state) => state.view.panel);
  return (
    <nav className={styles.rail} aria-label="Panels">
      <div className={styles.group}>
        {MAIN_PANELS.map(({ name, label, word, icon }) => (
          <BarButton
            key={name}
            label={label}
            word={word}
            icon={icon}
            isActive={open === name}
            onClick={() => togglePanel(name)}
          />
        ))}
        <LoadBoundary message="A menu is missing.">
          <MorePanels />
        </LoadBoundary>
      </div>
      <div className={styles.group}>
        <LoadBoundary message="A menu is missing.">
          <RailFoot />
        </LoadBoundary>
      </div>
    </nav>
  );
}

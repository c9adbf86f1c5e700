/** The button «Ayuda» of every patient page. The panel and its texts are loaded when it is pressed. */
import { IconHelp } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import classes from './help-button.module.css'

const HelpPanel = lazyComponent(async () => (await import('./help-panel.tsx')).HelpPanel)

export function HelpButton() {
  const [opened, setOpened] = useState(false)
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <>
      <button type="button" className={classes.button} onClick={() => setOpened(true)}>
        <IconHelp size={24} stroke={1.75} aria-hidden />
        <span className={classes.words}>Ayuda</span>
      </button>
      {opened && (
        <Suspense>
          <HelpPanel pathname={pathname} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

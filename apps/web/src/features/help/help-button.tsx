/** Opens the help of the present page. The panel and its texts are loaded when it is pressed. */
import { IconHelpCircle } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const HelpPanel = lazyComponent(async () => (await import('./help-panel.tsx')).HelpPanel)

interface HelpButtonProps {
  className: string
  /** Starts the booking by chat; absent where there is none. */
  onChat?: () => void
  children: ReactNode
}

export function HelpButton({ className, onChat, children }: HelpButtonProps) {
  const [opened, setOpened] = useState(false)
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <>
      <button type="button" className={className} onClick={() => setOpened(true)}>
        <IconHelpCircle size={22} stroke={1.75} aria-hidden />
        {children}
      </button>
      {opened && (
        <Suspense>
          <HelpPanel pathname={pathname} onChat={onChat} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

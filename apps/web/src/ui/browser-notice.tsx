import { IconBrandChrome, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { dismissBrowserNotice, isBrowserNoticeDismissed } from '../lib/session.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/**
 * Recommends Google Chrome: a quiet line for its users, a warning for others. A dismissed notice does not return in
 * this browser.
 */
export function BrowserNotice(props: { isChrome: boolean }) {
  const [isDismissed, setIsDismissed] = useState(isBrowserNoticeDismissed)
  if (isDismissed) return null
  const dismiss = (
    <Button
      size="xs"
      variant="subtle"
      aria-label="No mostrar más la recomendación del navegador"
      onClick={() => {
        dismissBrowserNotice()
        setIsDismissed(true)
      }}
    >
      <IconX size={20} stroke={1.75} aria-hidden />
    </Button>
  )
  if (!props.isChrome) {
    return (
      <Notice kind="warning" icon={IconBrandChrome}>
        <div className="flex items-center justify-between gap-x-2 type-meta">
          <span>Recomendamos usar el navegador Google Chrome.</span>
          {dismiss}
        </div>
      </Notice>
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-2 type-meta text-muted">
      <IconBrandChrome size={18} stroke={1.75} aria-hidden />
      Recomendamos usar Google Chrome.
      {dismiss}
    </div>
  )
}

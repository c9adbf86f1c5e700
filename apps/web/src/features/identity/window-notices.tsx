/** What a page says while the identity check of its form runs in a window of its own. */
import type { ReactNode } from 'react'
import { Notice } from '../../ui/notice.tsx'

export function OpenWindowNotice() {
  return (
    <Notice kind="info" announce title="Sigue en la ventana que se abrió">
      Esta página avanza sola cuando termines.
    </Notice>
  )
}

export function BlockedWindowNotice({ actions }: { actions?: ReactNode }) {
  return (
    <Notice kind="error" title="Tu navegador bloqueó la ventana de validación" actions={actions}>
      Habilita las ventanas emergentes para este sitio en tu navegador y presiona CONFIRMAR otra vez.
    </Notice>
  )
}

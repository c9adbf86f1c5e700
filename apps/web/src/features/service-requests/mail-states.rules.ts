/** How staff read what became of a mail to a patient. */
import type { PageMail } from '@mi-portal/contract/front-desk'
import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react'

export const mailStates = {
  queued: { text: 'En camino', icon: IconClock, look: 'text-muted' },
  sending: { text: 'En camino', icon: IconClock, look: 'text-muted' },
  sent: { text: 'Enviado', icon: IconCircleCheck, look: 'text-success' },
  expired: { text: 'Venció sin enviarse', icon: IconAlertCircle, look: 'text-error' },
  parked: { text: 'No se pudo enviar', icon: IconAlertCircle, look: 'text-error' },
  withdrawn: { text: 'Ya no era necesario', icon: IconClock, look: 'text-muted' },
} as const satisfies Record<PageMail['state'], object>

import type { NotificationTopic } from '@mi-portal/contract/notifications/notifications'
import type { Channel } from '@mi-portal/contract/notifications/preferences'
import type { TextChannel } from '@mi-portal/contract/notifications/text-messages'

export const topicLabels: Readonly<Record<NotificationTopic, { name: string; hint: string }>> = {
  reminders: { name: 'Recordatorios', hint: 'Los días antes de cada hora.' },
  appointments: {
    name: 'Cambios de horas',
    hint: 'Cuando la clínica u otra persona reserva, cambia o cancela.',
  },
  results: { name: 'Resultados', hint: 'Cuando llega o se corrige un resultado.' },
  answers: { name: 'Respuestas de la clínica', hint: 'A tus solicitudes, presupuestos y contactos.' },
  family: { name: 'Grupo familiar', hint: 'Solicitudes y cambios de tu grupo.' },
}

export const channelLabels: Readonly<Record<Channel, string>> = {
  email: 'Correo electrónico',
  push: 'Aviso en mis dispositivos',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
}

/** Returns the names of text channels as they stand in a sentence: `SMS`, or `SMS o WhatsApp`. */
export function textChannelNames(offered: readonly TextChannel[]): string {
  return offered.map((channel) => channelLabels[channel]).join(' o ')
}

/** Returns the order after the channel at `index` moved one place up. Channels that are not offered stay behind the others. */
export function moveUp(order: readonly Channel[], offered: readonly Channel[], index: number): Channel[] {
  const shown = order.filter((channel) => offered.includes(channel))
  const moved = shown[index]
  const before = shown[index - 1]
  if (moved === undefined || before === undefined) return [...order]
  return [
    ...shown.slice(0, index - 1),
    moved,
    before,
    ...shown.slice(index + 1),
    ...order.filter((channel) => !offered.includes(channel)),
  ]
}

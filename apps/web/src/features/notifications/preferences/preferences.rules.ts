import type { NotificationTopic } from '@mi-portal/contract/notifications'
import type { Channel } from '@mi-portal/contract/notifications/preferences'

export const topicLabels: Readonly<Record<NotificationTopic, { name: string; hint: string }>> = {
  reminders: { name: 'Recordatorios', hint: 'Una semana y un día antes de cada hora.' },
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
}

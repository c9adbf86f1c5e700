/** Finds the page that shows what a notification is about. */

import type { Notification } from '@mi-portal/contract/notifications/notifications'
import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import { linkOptions } from '@tanstack/react-router'

/**
 * Returns the page of the exact item of the exact person. `ownId` is the signed-in user: the address names another patient, and the page
 * then shows whose record it is.
 */
export function findDestination(notification: Notification, ownId: number | undefined) {
  const { patient_id, exam, id_appointment, request, request_family_group_id } = notification
  const whose = patient_id === null || patient_id === ownId ? {} : { patient_id }
  switch (notification.notification_type.name) {
    case 'family_group':
      return linkOptions({
        to: '/dashboard/mi-grupo-familiar',
        search:
          request_family_group_id === null ? {} : { tab: 'requests', request_id: request_family_group_id },
      })
    case 'exams_procedures':
      return linkOptions({
        to: '/dashboard/mis-examenes/{-$id}',
        params: { id: exam?.type === 'imaging' ? 'otros-examenes' : undefined },
        search: { ...whose, examen: exam?.attention_id ?? undefined },
      })
    case 'personal_data':
      return linkOptions({ to: '/dashboard/perfil/datos-personales' })
    case 'requests':
      return toRequestLink(request?.matter ?? 'privacy', request?.id)
    case 'appointments':
      return id_appointment === null
        ? linkOptions({
            to: '/dashboard/consultas-medicas/{-$id}',
            params: { id: undefined },
            search: whose,
          })
        : linkOptions({ to: '/reservas', search: { reservada: id_appointment } })
  }
}

/** Returns the page on which a patient reads a request. */
export function toRequestLink(matter: Matter, id: number | undefined) {
  if (matter === 'privacy' || id === undefined)
    return linkOptions({ to: '/dashboard/perfil/datos-personales' })
  if (matter === 'complaints')
    return linkOptions({ to: '/dashboard/contactanos', search: { tab: 'anteriores', solicitud: id } })
  return linkOptions({ to: '/dashboard/solicitudes/$matter/$id', params: { matter, id: String(id) } })
}

import type { Matter } from '@mi-portal/contract/service-requests/inbox'

export const matterNames: Readonly<Record<Matter, string>> = {
  documents: 'Documentos',
  budgets: 'Presupuestos',
  contact: 'Contacto',
  imaging: 'Imagenología',
  privacy: 'Datos personales',
  complaints: 'Reclamos',
}

const hourMs = 3_600_000

/** Returns the age of a request, in whole hours and later in days. */
export function formatAge(created_at: string, at: Date): string {
  const hours = Math.max(0, Math.floor((at.getTime() - Date.parse(created_at)) / hourMs))
  if (hours < 1) return 'hace menos de 1 hora'
  if (hours < 48) return hours === 1 ? 'hace 1 hora' : `hace ${hours} horas`
  return `hace ${Math.floor(hours / 24)} días`
}

/** Returns a time span in hours, or in days above 72 hours. */
function formatSpan(hours: number): string {
  if (hours > 72) return `${Math.floor(hours / 24)} días`
  return hours === 1 ? '1 hora' : `${hours} horas`
}

/** Returns the time left until the request is due, or by how much it is late; `soon` in the last twelve hours. */
export function describeDeadline(due_at: string, at: Date): { text: string; look: 'late' | 'soon' | 'well' } {
  const left = Date.parse(due_at) - at.getTime()
  const hours = Math.ceil(Math.abs(left) / hourMs)
  const span = formatSpan(hours)
  if (left < 0) return { text: `Atrasada ${span}`, look: 'late' }
  return {
    text: hours === 1 ? `Queda ${span}` : `Quedan ${span}`,
    look: left <= 12 * hourMs ? 'soon' : 'well',
  }
}

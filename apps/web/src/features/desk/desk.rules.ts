import type { Matter } from '@mi-portal/contract/desk'

export const matterNames: Readonly<Record<Matter, string>> = {
  documents: 'Documentos',
  budgets: 'Presupuestos',
  contact: 'Contacto',
  imaging: 'Imagenología',
  privacy: 'Datos personales',
}

const hour = 3_600_000

/** How long ago something came, in whole hours, then in days. */
export function ageText(created_at: string, at: Date): string {
  const hours = Math.max(0, Math.floor((at.getTime() - Date.parse(created_at)) / hour))
  if (hours < 1) return 'hace menos de 1 hora'
  if (hours < 48) return hours === 1 ? 'hace 1 hora' : `hace ${hours} horas`
  return `hace ${Math.floor(hours / 24)} días`
}

/** In how many hours; in days where that many hours are hard to picture. */
function spanOf(hours: number): string {
  if (hours > 72) return `${Math.floor(hours / 24)} días`
  return hours === 1 ? '1 hora' : `${hours} horas`
}

/** What is left of the promised time, or by how much it is over; `soon` within its last twelve hours. */
export function clockOf(due_at: string, at: Date): { text: string; look: 'late' | 'soon' | 'well' } {
  const left = Date.parse(due_at) - at.getTime()
  const hours = Math.ceil(Math.abs(left) / hour)
  const words = spanOf(hours)
  if (left < 0) return { text: `Atrasada ${words}`, look: 'late' }
  return {
    text: hours === 1 ? `Queda ${words}` : `Quedan ${words}`,
    look: left <= 12 * hour ? 'soon' : 'well',
  }
}

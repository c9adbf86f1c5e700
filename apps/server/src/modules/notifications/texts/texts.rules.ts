import type { TextPhone } from '@mi-portal/contract/notifications/text-messages'
import { isMobile } from '@mi-portal/contract/values/phone'

export const codeMinutes = 10

export const codeAttempts = 5

export function internationalNumber(phone: string): string {
  return `+56${phone}`
}

/** Returns the words of a message about a notification. Other people may see the telephone, so it says nothing of the matter. */
export function notificationText(brand: string, url: string): string {
  return `${brand}: tienes una novedad en tu portal. Ábrela en ${url}`
}

export function codeText(brand: string, code: string): string {
  return `${brand}: tu código es ${code}. Vale ${codeMinutes} minutos. No lo compartas con nadie.`
}

type StoredPhone = {
  readonly phone: string | null
  readonly confirmed: boolean
  readonly code_expires_at: Date | null
}

export function phoneState({ phone, confirmed, code_expires_at }: StoredPhone, now: Date): TextPhone {
  if (phone === null) return { number: null, state: 'absent', waits_for_code: false }
  if (!isMobile(phone)) return { number: phone, state: 'landline', waits_for_code: false }
  if (confirmed) return { number: phone, state: 'confirmed', waits_for_code: false }
  return {
    number: phone,
    state: 'unconfirmed',
    waits_for_code: code_expires_at !== null && code_expires_at > now,
  }
}

export function isReference(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

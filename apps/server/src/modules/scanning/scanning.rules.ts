import type { Matter } from '@mi-portal/contract/desk'

const hourMs = 3_600_000

/**
 * Returns the milliseconds until a file that the scanner could not check is scanned again: an hour, then longer, at
 * most a day.
 */
export function pauseAfterRejection(attempts: number): number {
  return Math.min(24, 2 ** Math.max(0, attempts - 1)) * hourMs
}

/**
 * Returns the milliseconds until a file is scanned again whose scan got no answer: a minute, then longer, at most an
 * hour. The file itself may be the cause and must not delay all later files.
 */
export function pauseAfterSilence(attempts: number): number {
  return Math.min(60, 2 ** Math.max(0, attempts - 1)) * 60_000
}

const purposeLabels: Readonly<Record<string, string>> = {
  request: 'Archivo de una solicitud',
  answer: 'Archivo de una respuesta del personal',
  profile: 'Fotografía de perfil',
  passport: 'Fotografía de un pasaporte',
  'passport-patient': 'Fotografía de una persona con su pasaporte',
  publication: 'Imagen de una publicación',
  professional: 'Fotografía de un profesional',
  order: 'Orden médica de una hora',
  exam: 'Informe de examen',
  image: 'Imagen de un examen',
}

/** Returns the kind of a file as staff read it. */
export function fileKindLabels(purpose: string): string {
  return purposeLabels[purpose] ?? 'Archivo'
}

/** Returns the mailbox for an infected file: that of the inbox it was sent to, otherwise customer service. */
export function staffMailbox(
  matter: Matter | null,
  mailboxes: Readonly<Record<Matter, string>>,
  supportEmail: string,
): string {
  return matter === null ? supportEmail : mailboxes[matter]
}

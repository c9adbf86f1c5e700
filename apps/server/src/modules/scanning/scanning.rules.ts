import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import { backOff } from '../../platform/queue/back-off.rules.ts'

const minute = 60_000
const hour = 60 * minute

export const pauseAfterRejection = (attempts: number) =>
  backOff(attempts, { first: hour, longest: 24 * hour })

/**
 * Returns the milliseconds until a file is scanned again whose scan got no answer. The file itself may be the cause and must not delay
 * all later files.
 */
export const pauseAfterSilence = (attempts: number) => backOff(attempts, { first: minute, longest: hour })

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

export function fileKindLabels(purpose: string): string {
  return purposeLabels[purpose] ?? 'Archivo'
}

export function staffMailbox(
  matter: Matter | null,
  mailboxes: Readonly<Record<Matter, string>>,
  supportEmail: string,
): string {
  return matter === null ? supportEmail : mailboxes[matter]
}

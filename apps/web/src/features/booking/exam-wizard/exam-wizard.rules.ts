/** The names of the wizard's steps, as addresses carry them: apart from what they mean, because every page's script knows the addresses. */

export const entryNames = [
  'imagenologia',
  'laboratorio',
  'vacunatorio',
  'banco_sangre',
  'providencia_examenes',
  'maipu_examenes',
] as const
export type Entry = (typeof entryNames)[number]

/** The way in through a site. */
export const entryOfSite = { PROVIDENCIA: 'providencia_examenes', MAIPU: 'maipu_examenes' } as const

/** What comes after the exam is known. */
export const laterSteps = [
  'questions',
  'presencial',
  'callcenter',
  'reserva',
  'solicitar-contacto',
  'thank-you-page',
] as const

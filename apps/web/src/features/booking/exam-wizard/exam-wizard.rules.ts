/**
 * The names of the wizard's steps in the address. They are apart from the step table, because the code of every page
 * includes the addresses.
 */

export const entryNames = [
  'imagenologia',
  'laboratorio',
  'vacunatorio',
  'banco_sangre',
  'providencia_examenes',
  'maipu_examenes',
] as const
export type Entry = (typeof entryNames)[number]

/** The entry page of each site. */
export const entryOfSite = { PROVIDENCIA: 'providencia_examenes', MAIPU: 'maipu_examenes' } as const

/** The steps after the exam is chosen. */
export const laterSteps = [
  'questions',
  'presencial',
  'callcenter',
  'reserva',
  'solicitar-contacto',
  'thank-you-page',
] as const

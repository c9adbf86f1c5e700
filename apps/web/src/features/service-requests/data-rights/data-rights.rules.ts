/** Explains the six rights, and which data the law requires to retain. */
import {
  answerDays,
  blockingDays,
  type DataRight,
  dataRequestDraft,
  dataRequestNames,
  dataRights,
} from '@mi-portal/contract/service-requests/data-rights'
import * as z from 'zod/mini'

export const rightMeanings: Readonly<Record<DataRight, string>> = {
  access: 'Saber qué datos tuyos guardamos, para qué los usamos y a quién se los entregamos.',
  rectification: 'Corregir un dato equivocado, incompleto o desactualizado.',
  erasure: 'Eliminar los datos que ya no necesitamos o que ya no quieres que usemos.',
  objection: 'Oponerte a un uso de tus datos que no sea tu atención de salud ni un deber legal.',
  portability: 'Recibir tus datos en un formato que otro sistema pueda leer.',
  blocking: 'Suspender por un tiempo el uso de tus datos mientras se resuelve otra solicitud.',
}

/** Returns the text about the term for answering, which starts on the day of the request. */
export function describeTerm(right: DataRight): string {
  return right === 'blocking'
    ? `La ley nos da ${blockingDays} días hábiles para responder.`
    : `La ley nos da ${answerDays} días corridos para responder. Se pueden extender una sola vez, con un motivo que te diremos.`
}

export const rightOptions = dataRights.map((right) => ({
  id: right,
  name: dataRequestNames[right],
}))

/** Data that is always retained, with the legal rule. */
export const retainedByLaw: readonly string[] = [
  'Tu ficha clínica (consultas, exámenes, resultados y recetas), por 15 años desde la última atención (Ley 20.584, art. 13, y Decreto 41 de 2012).',
  'El registro de quién vio o cambió tus datos y la constancia de tus consentimientos, por el mismo plazo.',
  'Los documentos tributarios y de cobro, por los plazos de la ley tributaria.',
]
export const erasable: readonly string[] = [
  'Tus datos de contacto, tus fotografías y tus favoritos.',
  'Lo que respondiste en encuestas y lo que compartiste con otras personas.',
]

export type DataRequestErrors = Partial<Record<'right' | 'message' | 'read_what_is_kept', string>>

/** Returns the errors of the form by the server's own rule. */
export function validateDataRequest(form: {
  right: string
  message: string
  read_what_is_kept: boolean
}): DataRequestErrors {
  const read = z.safeParse(dataRequestDraft, form)
  return read.success
    ? {}
    : Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message]))
}

import { code, oneOf, positive, searchParams } from '../../../lib/search-params.ts'
import type { Choices } from './exam-wizard.flow.ts'
import { entryNames, entryOfSite, laterSteps } from './exam-wizard.rules.ts'

const readChoices = searchParams({
  // `start` and `examenes` mean that nothing is chosen yet.
  paso: oneOf(...entryNames, ...laterSteps),
  desde: oneOf(...entryNames),
  sucursal: oneOf('PROVIDENCIA', 'MAIPU'),
  paciente: positive,
  cambia: positive,
  tipo: oneOf('pediatrica', 'adulto'),
  prestacion: code,
  parte: oneOf('cabeza', 'brazos', 'tronco', 'piernas'),
  examen: positive,
  menor: oneOf('si', 'no'),
})

/** Exam wizard: the choices, which are only codes and numbers. An address with a site has already chosen the entry. */
export function examWizardSearch(raw: Readonly<Record<string, unknown>>): Choices {
  const { paso, ...choices } = readChoices(raw)
  return { ...choices, paso: paso ?? (choices.sucursal && entryOfSite[choices.sucursal]) }
}

import { code, matchingAny, positive, searchParams, siteCode } from '../../../lib/search-params.ts'
import type { Choices } from './exam-wizard.flow.ts'
import { entryOfSite, laterSteps, readEntry } from './exam-wizard.rules.ts'

const laterStep = matchingAny(...laterSteps)

const readChoices = searchParams({
  // `start` and `examenes` mean that nothing is chosen yet.
  paso: (value) => readEntry(value) ?? laterStep(value),
  desde: readEntry,
  sucursal: siteCode,
  paciente: positive,
  cambia: positive,
  tipo: matchingAny('pediatrica', 'adulto'),
  prestacion: code,
  parte: matchingAny('cabeza', 'brazos', 'tronco', 'piernas'),
  examen: positive,
  menor: matchingAny('si', 'no'),
})

/** Exam wizard: the choices, which are only codes and numbers. An address with a site has already chosen the entry. */
export function examWizardSearch(raw: Readonly<Record<string, unknown>>): Choices {
  const { paso, ...choices } = readChoices(raw)
  const { sucursal } = choices
  return { ...choices, paso: paso ?? (sucursal === undefined ? undefined : readEntry(entryOfSite(sucursal))) }
}

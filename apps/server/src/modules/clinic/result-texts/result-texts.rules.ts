import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { isReviewOverdue } from '@mi-portal/contract/clinic/parts/result-texts'
import { removeAccents } from '@mi-portal/contract/fields/accents'
import type { Day } from '@mi-portal/contract/values/dates'

type TestPurpose = ClinicPackage['testPurposes'][number]
type Analyte = ClinicPackage['laboratoryAnalytes'][number]

type NamedMeasure = { readonly code: string; readonly name: string }

const wordsOfProduct = {
  critical: 'Contacta a tu médico hoy. Si te sientes mal, acude a urgencia o llama al {emergencyPhone}.',
  criticalWithoutPhone: 'Contacta a tu médico hoy. Si te sientes mal, acude a urgencia.',
  neverShown: {
    reason:
      'Son exámenes de banco de sangre. La clínica los entrega en persona, para que alguien del laboratorio compruebe tu identidad y te los explique.',
    how_to_obtain:
      'Pídelos en el mesón de la clínica con tu cédula de identidad o pasaporte. Si tienes dudas, pregúntale a tu médico tratante.',
  },
  reserved: {
    reason:
      'Desde los {ageReserve} años, la ley reserva a la persona adolescente algunos resultados: VIH, infecciones de transmisión sexual, embarazo, fertilidad, salud mental y drogas. El portal no los muestra a quien la representa, ni dice si existen.',
    how_to_obtain:
      'La persona adolescente puede verlos con su propia cuenta o pedirlos en la clínica con su cédula de identidad. También puede conversarlos contigo o con su médico cuando quiera.',
  },
} as const

/** Returns what a patient does after a critical result. Words that need an emergency number are used only if the clinic has one. */
export function readCriticalAdvice({ resultTexts, clinic }: ClinicPackage): string {
  const { emergency_phone } = clinic
  const words = resultTexts.critical_advice ?? wordsOfProduct.critical
  if (emergency_phone === '' && words.includes('{emergencyPhone}')) return wordsOfProduct.criticalWithoutPhone
  return words.replaceAll('{emergencyPhone}', emergency_phone)
}

export function describeWithheldResults({ resultTexts }: ClinicPackage, ageReserve: number) {
  const withAge = (words: string) => words.replaceAll('{ageReserve}', String(ageReserve))
  const write = ({ reason, how_to_obtain }: { reason: string; how_to_obtain: string }) => ({
    reason: withAge(reason),
    how_to_obtain: withAge(how_to_obtain),
  })
  return {
    never_shown: write(resultTexts.never_shown ?? wordsOfProduct.neverShown),
    reserved: write(resultTexts.reserved ?? wordsOfProduct.reserved),
  }
}

/** A text is shown while its approval is valid, the day of the next review included, and always in the demonstration. */
function isPurposeOffered(purpose: TestPurpose, today: Day, isDemonstration: boolean): boolean {
  if (isDemonstration) return true
  const { approved_by, approved_on, next_review_on } = purpose
  if (approved_by === null || approved_on === null || next_review_on === null) return false
  return approved_on <= today && !isReviewOverdue(purpose, today)
}

export function countOverduePurposes({ testPurposes }: ClinicPackage, today: Day): number {
  return testPurposes.filter((purpose) => isReviewOverdue(purpose, today)).length
}

export function offeredPurposes({ testPurposes }: ClinicPackage, today: Day, isDemonstration: boolean) {
  return testPurposes.filter((one) => isPurposeOffered(one, today, isDemonstration))
}

const plain = (name: string) => removeAccents(name).toLowerCase().trim()

/**
 * Returns the tests of the catalogue that a measure is. Another system may use a code of the catalogue for another test, so
 * such a code counts only together with the name. A LOINC code counts alone.
 */
function findAnalytes({ code, name }: NamedMeasure, analytes: readonly Analyte[]): Analyte[] {
  const own = analytes.filter(
    (one) => one.code === code && [one.name, one.print_name].some((known) => plain(known) === plain(name)),
  )
  return own.length > 0 ? own : analytes.filter(({ loinc }) => loinc !== null && loinc === code)
}

const isLoinc = (code: string) => /^\d{1,7}-\d$/.test(code)

function findPurpose(measure: NamedMeasure, analytes: readonly Analyte[], purposes: readonly TestPurpose[]) {
  const found = findAnalytes(measure, analytes)
  const codes = new Set([
    ...(isLoinc(measure.code) ? [measure.code] : []),
    ...found.flatMap(({ code, loinc }) => [code, ...(loinc === null ? [] : [loinc])]),
  ])
  return purposes.find(({ code }) => codes.has(code))?.text ?? null
}

/** Returns the one panel to which all measures of an exam belong; null if there is none. One measure alone is no panel. */
function findPanel(measures: readonly NamedMeasure[], clinic: ClinicPackage) {
  if (measures.length < 2) return null
  const panels = measures.map(
    (measure) => new Set(findAnalytes(measure, clinic.laboratoryAnalytes).map(({ panel }) => panel)),
  )
  const common = clinic.laboratoryPanels.filter(({ code }) => panels.every((one) => one.has(code)))
  return common.length === 1 ? (common[0] ?? null) : null
}

export function explainMeasures(
  measures: readonly NamedMeasure[],
  clinic: ClinicPackage,
  purposes: readonly TestPurpose[],
): { readonly panel: string | null; readonly measures: readonly (string | null)[] } {
  const panel = findPanel(measures, clinic)
  return {
    panel: panel === null ? null : (purposes.find(({ code }) => code === panel.code)?.text ?? null),
    measures: measures.map((measure) => findPurpose(measure, clinic.laboratoryAnalytes, purposes)),
  }
}

/** Reads the exams and measures of a transaction, and their errors. */
import type { FieldError } from '@mi-portal/contract/api-error'
import {
  type InboundObservation,
  type InboundReport,
  unstoredElements,
} from '@mi-portal/contract/fhir-inbound'
import { type ReadMeasure, readObservation } from '@mi-portal/contract/results/fhir/observation'
import { conclusionOf } from '@mi-portal/contract/results/fhir/report-conclusion'
import { hasReleaseTag } from '@mi-portal/contract/results/release/result-release'
import { isTextType } from '@mi-portal/contract/results/report/report-text'
import { type ResultStatus, resultStatuses } from '@mi-portal/contract/results/reported-result'
import { isShowable } from '@mi-portal/contract/results/value-text'
import { dayOf, momentOf } from '@mi-portal/contract/values/dates'
import { codesOf, isLabelled, wordsOf } from './elements.rules.ts'
import { issueAt } from './transaction.rules.ts'

const laboratory = ['LAB', 'laboratory', 'LP29693-6', '26436-6', '11502-2']

type Timed = Pick<InboundReport, 'effectiveDateTime' | 'effectivePeriod' | 'issued'>

/**
 * Returns when something was measured, and which element says so. A date without a time becomes noon, which is on
 * that day in Chile.
 */
function takenAt({
  effectiveDateTime,
  effectivePeriod,
  issued,
}: Timed): { at: Date; isDay: boolean; element: string } | null {
  const given: readonly (readonly [string, string | undefined])[] = [
    ['effectiveDateTime', effectiveDateTime],
    ['effectivePeriod.start', effectivePeriod?.start],
    ['effectivePeriod.end', effectivePeriod?.end],
    ['issued', issued],
  ]
  for (const [element, text] of given) {
    if (text === undefined) continue
    const isDay = !text.includes('T')
    return { at: isDay ? momentOf(text, '12:00') : new Date(text), isDay, element }
  }
  return null
}

/** Returns the time of a report or result, or its errors. */
function timeOf(
  resource: Timed,
  at: number,
  now: Date,
): { taken_at: Date | null; fieldErrors: FieldError[] } {
  const time = takenAt(resource)
  if (time === null) return { taken_at: null, fieldErrors: [] }
  const element = `resource.${time.element}`
  if (Number.isNaN(time.at.getTime()))
    return { taken_at: null, fieldErrors: [issueAt(at, element, 'No es una fecha')] }
  const isFuture = time.isDay ? dayOf(time.at) > dayOf(now) : time.at > now
  return { taken_at: time.at, fieldErrors: isFuture ? [issueAt(at, element, 'Está en el futuro')] : [] }
}

const notStored = 'El portal no puede guardar este elemento'

function unstoredIssues(resource: InboundReport | InboundObservation, at: number): FieldError[] {
  return unstoredElements(resource).map((element) => issueAt(at, `resource.${element}`, notStored))
}

const isGoneStatus = (status: string) => status === 'cancelled' || status === 'entered-in-error'

function statusOf(status: string): ResultStatus {
  return resultStatuses.find((one) => one === status) ?? 'final'
}

/** Returns the attached PDF of a report with its element; undefined without one. */
export function attachedPdfOf({ presentedForm = [] }: InboundReport) {
  const index = presentedForm.findIndex(({ contentType }) => !isTextType(contentType))
  const attachment = presentedForm[index]
  return attachment && { attachment, element: `resource.presentedForm[${index}]` }
}

/** Returns an exam as its report was sent, and its errors. */
export function examOf(report: InboundReport, at: number, now: Date) {
  const time = timeOf(report, at, now)
  const issues: FieldError[] = [...time.fieldErrors, ...unstoredIssues(report, at)]
  if (time.taken_at === null && time.fieldErrors.length === 0)
    issues.push(
      issueAt(at, 'resource.effectiveDateTime', 'Falta effectiveDateTime, effectivePeriod o issued'),
    )
  const type_exam = wordsOf(report.code) ?? ''
  if (type_exam === '') issues.push(issueAt(at, 'resource.code', 'Falta text o coding.display'))
  const attention = report.encounter?.identifier?.value ?? report.identifier[0]?.value ?? ''
  const accession_number =
    report.identifier.find(({ type }) => codesOf(type && [type]).includes('ACSN'))?.value?.trim() || null
  if (accession_number !== null && accession_number.length > 64)
    issues.push(issueAt(at, 'resource.identifier', 'El número de acceso (ACSN) tiene más de 64 caracteres'))
  const doctor = report.basedOn?.find(({ display }) => display !== undefined)?.display ?? 'No informado'
  if (Buffer.byteLength(attention) > 40)
    issues.push(issueAt(at, 'resource.identifier', 'El número de atención tiene más de 40 bytes'))
  if (Buffer.byteLength(type_exam) > 500 || Buffer.byteLength(doctor) > 300)
    issues.push(issueAt(at, 'resource', 'Texto demasiado largo'))
  const conclusion = conclusionOf(report)
  if (conclusion !== null && Buffer.byteLength(conclusion) > 20_000)
    issues.push(issueAt(at, 'resource.conclusion', 'Texto demasiado largo'))
  const categories = codesOf(report.category)
  const isLaboratory =
    categories.length === 0
      ? (report.result ?? []).length > 0
      : categories.some((code) => laboratory.includes(code))
  return {
    fieldErrors: issues,
    exam: {
      attention_number: attention,
      accession_number,
      type: isLaboratory ? ('laboratory' as const) : ('imaging' as const),
      type_exam,
      codes: codesOf([report.code]),
      doctor_solicite: doctor,
      taken_at: time.taken_at ?? now,
      status: statusOf(report.status),
      conclusion,
      isGone: isGoneStatus(report.status),
      labelled: isLabelled(report),
      isReleased: hasReleaseTag(report.meta?.tag),
    },
  }
}

/** Returns the exam of a result without a report, such as a vital sign. */
export function looseExamOf(observation: InboundObservation, at: number, name: string, now: Date) {
  const time = timeOf(observation, at, now)
  const issues: FieldError[] = [...time.fieldErrors]
  if (time.taken_at === null && issues.length === 0)
    issues.push(
      issueAt(at, 'resource.effectiveDateTime', 'Falta effectiveDateTime, effectivePeriod o issued'),
    )
  const attention_number = observation.identifier[0]?.value ?? ''
  if (Buffer.byteLength(attention_number) > 40)
    issues.push(issueAt(at, 'resource.identifier', 'El número de atención tiene más de 40 bytes'))
  if (Buffer.byteLength(name) > 500) issues.push(issueAt(at, 'resource.code', 'Texto demasiado largo'))
  return {
    fieldErrors: issues,
    exam: {
      attention_number,
      accession_number: null,
      type: 'laboratory' as const,
      type_exam: name,
      codes: codesOf([observation.code]),
      doctor_solicite: 'No informado',
      taken_at: time.taken_at ?? now,
      status: statusOf(observation.status),
      conclusion: null,
      isGone: isGoneStatus(observation.status),
      labelled: isLabelled(observation),
      isReleased: hasReleaseTag(observation.meta?.tag),
    },
  }
}
export type ReceivedExam = ReturnType<typeof examOf>['exam'] | ReturnType<typeof looseExamOf>['exam']

export type ReceivedMeasure = ReadMeasure & {
  /** When the measure was taken, if the result has a time of its own. */
  readonly taken_at: Date | null
  readonly isGone: boolean
  readonly labelled: boolean
}

/** Returns the measures of an observation, and errors for what cannot be stored. */
export function measuresOf(
  observation: InboundObservation,
  at: number,
  now: Date,
): { fieldErrors: FieldError[]; measures: ReceivedMeasure[] } {
  const isGone = isGoneStatus(observation.status)
  const time = timeOf(observation, at, now)
  const read = readObservation(observation)
  const issues: FieldError[] = [
    ...time.fieldErrors,
    ...unstoredIssues(observation, at),
    ...read.unread.map((element) => issueAt(at, `resource.${element}`, notStored)),
  ]
  const measures = read.measures.map((measure) => ({
    ...measure,
    taken_at: time.taken_at,
    isGone,
    labelled: isLabelled(observation),
  }))
  for (const { element, name, codes, result } of measures) {
    const place = element === '' ? 'resource' : `resource.${element}`
    if (name === null && codes.length === 0) issues.push(issueAt(at, `${place}.code`, 'Falta text o coding'))
    if (result.value.kind === 'none' && !isShowable(result) && !isGone)
      issues.push(issueAt(at, place, 'Falta el valor o dataAbsentReason'))
  }
  return { fieldErrors: issues, measures: isGone ? [] : measures }
}

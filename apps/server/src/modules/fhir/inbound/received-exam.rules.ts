import type { FieldError } from '@mi-portal/contract/calls/api-error'
import {
  type InboundObservation,
  type InboundReport,
  notStored,
  unstoredElements,
} from '@mi-portal/contract/fhir/fhir-inbound'
import { type ReadMeasure, readObservation } from '@mi-portal/contract/results/fhir/observation'
import { formatConclusion } from '@mi-portal/contract/results/fhir/report-conclusion'
import { hasReleaseTag } from '@mi-portal/contract/results/release/result-release'
import { isTextType } from '@mi-portal/contract/results/report/report-text'
import { type ResultStatus, resultStatuses } from '@mi-portal/contract/results/reported-result'
import { isShowable } from '@mi-portal/contract/results/value-text'
import { type DatePrecision, isInFuture, readPartialDate } from '@mi-portal/contract/values/partial-date'
import { isLabelled, listCodes, readWords } from './elements.rules.ts'
import { issueAt } from './transaction.rules.ts'

const laboratory = ['LAB', 'laboratory', 'LP29693-6', '26436-6', '11502-2']

type Timed = Pick<InboundReport, 'effectiveDateTime' | 'effectivePeriod' | 'issued'>

function takenAt({ effectiveDateTime, effectivePeriod, issued }: Timed) {
  const given: readonly (readonly [string, string | undefined])[] = [
    ['effectiveDateTime', effectiveDateTime],
    ['effectivePeriod.start', effectivePeriod?.start],
    ['effectivePeriod.end', effectivePeriod?.end],
    ['issued', issued],
  ]
  for (const [element, text] of given)
    if (text !== undefined) return { ...readPartialDate(text), element: `resource.${element}` }
  return null
}

type TakenAt = { readonly taken_at: Date; readonly taken_precision: DatePrecision }

function readTime(
  resource: Timed,
  at: number,
  now: Date,
): { time: TakenAt | null; fieldErrors: FieldError[] } {
  const time = takenAt(resource)
  if (time === null) return { time: null, fieldErrors: [] }
  if (Number.isNaN(time.at.getTime()))
    return { time: null, fieldErrors: [issueAt(at, time.element, 'No es una fecha')] }
  return {
    time: { taken_at: time.at, taken_precision: time.precision },
    fieldErrors: isInFuture(time, now) ? [issueAt(at, time.element, 'Está en el futuro')] : [],
  }
}

function timeOfExam(resource: Timed, at: number, now: Date): { time: TakenAt; fieldErrors: FieldError[] } {
  const { time, fieldErrors } = readTime(resource, at, now)
  const missing = 'Falta effectiveDateTime, effectivePeriod o issued'
  return {
    time: time ?? { taken_at: now, taken_precision: 'time' },
    fieldErrors:
      time === null && fieldErrors.length === 0
        ? [issueAt(at, 'resource.effectiveDateTime', missing)]
        : fieldErrors,
  }
}

function unstoredIssues(resource: InboundReport | InboundObservation, at: number): FieldError[] {
  return unstoredElements(resource).map((element) => issueAt(at, `resource.${element}`, notStored))
}

const isGoneStatus = (status: string) => status === 'cancelled' || status === 'entered-in-error'

function readStatus(status: string): ResultStatus {
  return resultStatuses.find((one) => one === status) ?? 'final'
}

function readAttentionNumber({ encounter }: InboundReport | InboundObservation, at: number) {
  const attention_number = encounter?.identifier?.value ?? ''
  const isTooLong = Buffer.byteLength(attention_number) > 255
  const fieldErrors = isTooLong ? [issueAt(at, 'resource.encounter', 'Texto demasiado largo')] : []
  return { attention_number, fieldErrors }
}

export function findAttachedPdf({ presentedForm = [] }: InboundReport) {
  const index = presentedForm.findIndex(({ contentType }) => !isTextType(contentType))
  const attachment = presentedForm[index]
  return attachment && { attachment, element: `resource.presentedForm[${index}]` }
}

export function readExam(report: InboundReport, at: number, now: Date) {
  const { time, fieldErrors } = timeOfExam(report, at, now)
  const attention = readAttentionNumber(report, at)
  const issues: FieldError[] = [...fieldErrors, ...attention.fieldErrors, ...unstoredIssues(report, at)]
  const type_exam = readWords(report.code) ?? ''
  if (type_exam === '') issues.push(issueAt(at, 'resource.code', 'Falta text o coding.display'))
  const accession_number =
    report.identifier.find(({ type }) => listCodes(type && [type]).includes('ACSN'))?.value?.trim() || null
  if (accession_number !== null && accession_number.length > 64)
    issues.push(issueAt(at, 'resource.identifier', 'El número de acceso (ACSN) tiene más de 64 caracteres'))
  const doctor = report.basedOn?.find(({ display }) => display !== undefined)?.display ?? 'No informado'
  if (Buffer.byteLength(type_exam) > 500 || Buffer.byteLength(doctor) > 300)
    issues.push(issueAt(at, 'resource', 'Texto demasiado largo'))
  const conclusion = formatConclusion(report)
  if (conclusion !== null && Buffer.byteLength(conclusion) > 20_000)
    issues.push(issueAt(at, 'resource.conclusion', 'Texto demasiado largo'))
  const categories = listCodes(report.category)
  const isLaboratory =
    categories.length === 0
      ? (report.result ?? []).length > 0
      : categories.some((code) => laboratory.includes(code))
  return {
    fieldErrors: issues,
    exam: {
      attention_number: attention.attention_number,
      accession_number,
      type: isLaboratory ? ('laboratory' as const) : ('imaging' as const),
      type_exam,
      codes: listCodes([report.code]),
      categories,
      doctor_solicite: doctor,
      ...time,
      status: readStatus(report.status),
      conclusion,
      isGone: isGoneStatus(report.status),
      labelled: isLabelled(report),
      isReleased: hasReleaseTag(report.meta?.tag),
    },
  }
}

export function readLooseExam(observation: InboundObservation, at: number, name: string, now: Date) {
  const { time, fieldErrors } = timeOfExam(observation, at, now)
  const attention = readAttentionNumber(observation, at)
  const issues: FieldError[] = [...fieldErrors, ...attention.fieldErrors]
  if (Buffer.byteLength(name) > 500) issues.push(issueAt(at, 'resource.code', 'Texto demasiado largo'))
  return {
    fieldErrors: issues,
    exam: {
      attention_number: attention.attention_number,
      accession_number: null,
      type: 'laboratory' as const,
      type_exam: name,
      codes: listCodes([observation.code]),
      categories: listCodes(observation.category),
      doctor_solicite: 'No informado',
      ...time,
      status: readStatus(observation.status),
      conclusion: null,
      isGone: isGoneStatus(observation.status),
      labelled: isLabelled(observation),
      isReleased: hasReleaseTag(observation.meta?.tag),
    },
  }
}
export type ReceivedExam = ReturnType<typeof readExam>['exam'] | ReturnType<typeof readLooseExam>['exam']

export type ReceivedMeasure = ReadMeasure & {
  readonly taken_at: Date | null
  readonly isGone: boolean
  readonly labelled: boolean
}

export function readObservedMeasures(
  observation: InboundObservation,
  at: number,
  now: Date,
): { fieldErrors: FieldError[]; measures: ReceivedMeasure[] } {
  const isGone = isGoneStatus(observation.status)
  const { time, fieldErrors } = readTime(observation, at, now)
  const read = readObservation(observation)
  const issues: FieldError[] = [
    ...fieldErrors,
    ...unstoredIssues(observation, at),
    ...read.unread.map((element) => issueAt(at, `resource.${element}`, notStored)),
  ]
  const measures = read.measures.map((measure) => ({
    ...measure,
    taken_at: time?.taken_at ?? null,
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

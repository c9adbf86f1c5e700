import { reportNarrative } from '@mi-portal/contract/results/fhir/report-narrative'
import type { SentElements } from '@mi-portal/contract/results/fhir/sent-elements'
import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'
import type { ReportedResult, ResultStatus } from '@mi-portal/contract/results/reported-result'
import { type DatePrecision, writePartialDate } from '@mi-portal/contract/values/partial-date'
import type {
  Attachment,
  Binary,
  CodeableConcept,
  DiagnosticReport,
  DocumentReference,
  Observation,
} from 'fhir/r4'
import { concept, ownSystem, type Publisher, profiles, reference, systems } from './cl-core.rules.ts'
import { omitEmpty } from './present-members.rules.ts'
import { toMeasured } from './reported-values.rules.ts'
import { organizationId } from './visits.rules.ts'

export type Sent = {
  /** Null or missing for data that no other system sent. */
  readonly sent?: SentElements | null
  readonly changed_at?: Date
}

export type ExamRow = Sent & {
  readonly id: number
  readonly attention_number: string
  readonly patient_id: number
  readonly type: 'laboratory' | 'imaging'
  readonly type_exam: string
  readonly doctor_solicite: string
  readonly taken_at: Date
  readonly taken_precision?: DatePrecision
  readonly status: ResultStatus
  readonly conclusion: string | null
}

export type MeasureRow = {
  readonly exam_id: number
  readonly position: number
  readonly code: string
  readonly name: string
  readonly loinc: string | null
  readonly reported: ReportedResult
}

const categories = {
  laboratory: { observation: 'laboratory', report: { code: 'LAB', display: 'Laboratory' } },
  imaging: { observation: 'imaging', report: { code: 'IMG', display: 'Diagnostic Imaging' } },
} as const

export function observationId(examId: number, position: number | null, sourceId: number): string {
  return position === null ? `${examId}-p${sourceId}` : `${examId}-${position}`
}

function toId({ exam_id, position }: MeasureRow): string {
  return `${exam_id}-${position}`
}

function toCode(publisher: Publisher, { loinc, code, name }: MeasureRow): CodeableConcept {
  return {
    coding: [
      ...(loinc === null ? [] : [{ system: systems.loinc, code: loinc }]),
      { system: ownSystem(publisher, 'analyte'), code, display: name },
    ],
    text: name,
  }
}

/** Returns the elements of the date as they were sent; otherwise the exam's date as precisely as it is known. */
function toEffective({ taken_at, taken_precision = 'time', ...exam }: ExamRow, { sent }: Sent) {
  const { effectiveDateTime, effectivePeriod, issued } = sent ?? {}
  const own = omitEmpty({ effectiveDateTime, effectivePeriod, issued })
  const ofExam: Partial<SentElements> = exam.sent ?? {}
  if (effectiveDateTime !== undefined || effectivePeriod !== undefined) return own
  if (ofExam.effectiveDateTime !== undefined) return { ...own, effectiveDateTime: ofExam.effectiveDateTime }
  if (ofExam.effectivePeriod !== undefined) return { ...own, effectivePeriod: ofExam.effectivePeriod }
  return { ...own, effectiveDateTime: writePartialDate(taken_at, taken_precision) }
}

function toMeta({ changed_at }: Sent, profile?: string) {
  if (changed_at === undefined && profile === undefined) return {}
  return { meta: omitEmpty({ lastUpdated: changed_at?.toISOString(), profile: profile && [profile] }) }
}

/** Returns the FHIR status of a single result, for which FHIR has no `appended`. */
function observationStatus(status: ResultStatus): Observation['status'] {
  return status === 'appended' ? 'amended' : status
}

/** The components of an observation, whether it has a value of its own besides, and the ids of the members of a panel. */
export type Parts = {
  readonly components: readonly MeasureRow[]
  readonly hasOwn: boolean
  readonly members: readonly string[]
}

function observedHead(
  publisher: Publisher,
  exam: ExamRow,
  id: string,
  own: Sent,
  members: readonly string[],
) {
  const { sent } = own
  return {
    resourceType: 'Observation' as const,
    id,
    ...toMeta(own, profiles.observation),
    ...(sent ? { identifier: [...sent.identifier] } : {}),
    category: sent?.category
      ? [...sent.category]
      : [
          concept({
            system: 'http://terminology.hl7.org/CodeSystem/observation-category',
            code: categories[exam.type].observation,
          }),
        ],
    subject: reference('Patient', exam.patient_id),
    ...toEffective(exam, own),
    performer: [reference('Organization', organizationId, publisher.brand)],
    ...omitEmpty({ hasMember: members.map((one) => reference('Observation', one)) }),
  }
}

export function panelResource(
  publisher: Publisher,
  exam: ExamRow,
  panel: Sent & { readonly id: string; readonly sent: SentElements; readonly members: readonly string[] },
): Observation {
  return {
    ...observedHead(publisher, exam, panel.id, panel, panel.members),
    status: observationStatus(panel.sent.status as ResultStatus),
    code: panel.sent.code ?? {},
  }
}

/** Measures of one observation that was sent, such as the pressures of a blood pressure, are its components again. */
export function observationResource(
  publisher: Publisher,
  exam: ExamRow,
  measure: MeasureRow & Sent,
  { components, hasOwn, members }: Parts = { components: [], hasOwn: true, members: [] },
): Observation {
  const { reported, sent } = measure
  return {
    ...observedHead(publisher, exam, toId(measure), measure, members),
    status: observationStatus(reported.status),
    code: hasOwn ? toCode(publisher, measure) : (sent?.code ?? toCode(publisher, measure)),
    ...(hasOwn ? toMeasured(reported) : {}),
    ...omitEmpty({
      note: reported.notes.map((text) => ({ text })),
      bodySite: reported.body_site === null ? null : { text: reported.body_site },
      method: reported.method === null ? null : { text: reported.method },
      component: components.map((one) => ({ code: toCode(publisher, one), ...toMeasured(one.reported) })),
    }),
  }
}

export function diagnosticReportResource(
  publisher: Publisher,
  exam: ExamRow & { readonly report_text: readonly ReportBlock[] },
  measures: readonly MeasureRow[],
): DiagnosticReport {
  const text = reportNarrative(exam.report_text)
  const attention = { system: ownSystem(publisher, 'attention'), value: exam.attention_number }
  const identifier = [...(exam.attention_number === '' ? [] : [attention]), ...(exam.sent?.identifier ?? [])]
  return {
    resourceType: 'DiagnosticReport',
    id: String(exam.id),
    ...toMeta(exam),
    ...omitEmpty({ text, identifier, conclusion: exam.conclusion }),
    ...(exam.doctor_solicite === '' ? {} : { basedOn: [{ display: exam.doctor_solicite }] }),
    status: exam.status,
    category: exam.sent?.category
      ? [...exam.sent.category]
      : [
          concept({
            system: 'http://terminology.hl7.org/CodeSystem/v2-0074',
            ...categories[exam.type].report,
          }),
        ],
    code: { ...exam.sent?.code, text: exam.type_exam },
    subject: reference('Patient', exam.patient_id),
    ...toEffective(exam, exam),
    performer: [reference('Organization', organizationId, publisher.brand)],
    ...omitEmpty({
      result: measures.map((measure) => reference('Observation', toId(measure), measure.name)),
    }),
  }
}

type DocumentRow = {
  readonly id: string
  readonly patient_id: number
  readonly kind: string
  readonly title: string
  readonly media_type: string
  readonly bytes: number | null
  readonly created_at: Date
  /** The resource that the document belongs to, such as `DiagnosticReport/12`; null if it is no resource. */
  readonly belongs_to: string | null
}

export function documentReferenceResource(publisher: Publisher, row: DocumentRow): DocumentReference {
  const attachment: Attachment = {
    contentType: row.media_type,
    url: `Binary/${row.id}`,
    ...(row.bytes === null ? {} : { size: row.bytes }),
    title: row.title,
    creation: row.created_at.toISOString(),
  }
  return {
    resourceType: 'DocumentReference',
    id: row.id,
    status: 'current',
    type: { text: row.kind },
    subject: reference('Patient', row.patient_id),
    date: row.created_at.toISOString(),
    custodian: reference('Organization', organizationId, publisher.brand),
    content: [{ attachment }],
    ...(row.belongs_to === null ? {} : { context: { related: [{ reference: row.belongs_to }] } }),
  }
}

export function binaryResource(row: Pick<DocumentRow, 'id' | 'media_type'>, data: string): Binary {
  return { resourceType: 'Binary', id: row.id, contentType: row.media_type, data }
}

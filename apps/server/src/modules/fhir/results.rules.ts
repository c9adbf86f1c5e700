/** Exams, their results and their documents as FHIR resources: LOINC says what was measured, UCUM in which unit. */
import type {
  Attachment,
  Binary,
  CodeableConcept,
  DiagnosticReport,
  DocumentReference,
  Observation,
} from 'fhir/r4'
import { concept, type House, ownSystem, profiles, reference, systems } from './cl-core.rules.ts'
import { organizationId } from './visits.rules.ts'

export type ExamRow = {
  readonly id: number
  readonly attention_number: string
  readonly patient_id: number
  readonly type: 'laboratory' | 'imaging'
  readonly type_exam: string
  readonly doctor_solicite: string
  readonly taken_at: Date
}

export type MeasureRow = {
  readonly exam_id: number
  readonly position: number
  readonly code: string
  readonly name: string
  readonly loinc: string | null
  readonly value: number | null
  readonly text: string | null
  readonly unit: string | null
  readonly ucum: string | null
  readonly low: number | null
  readonly high: number | null
  readonly reference_text: string | null
}

const categories = {
  laboratory: { observation: 'laboratory', report: { code: 'LAB', display: 'Laboratory' } },
  imaging: { observation: 'imaging', report: { code: 'IMG', display: 'Diagnostic Imaging' } },
} as const

function observationId({ exam_id, position }: MeasureRow): string {
  return `${exam_id}-${position}`
}

function codeOf(house: House, { loinc, code, name }: MeasureRow): CodeableConcept {
  return {
    coding: [
      ...(loinc === null ? [] : [{ system: systems.loinc, code: loinc }]),
      { system: ownSystem(house, 'analyte'), code, display: name },
    ],
    text: name,
  }
}

function quantity(value: number, { unit, ucum }: MeasureRow) {
  return {
    value,
    ...(unit === null ? {} : { unit }),
    ...(ucum === null ? {} : { system: systems.ucum, code: ucum }),
  }
}

function valueIn(
  measure: MeasureRow,
): Pick<Observation, 'valueQuantity' | 'valueString' | 'dataAbsentReason'> {
  if (measure.value !== null) return { valueQuantity: quantity(measure.value, measure) }
  if (measure.text !== null && measure.text !== '') return { valueString: measure.text }
  return {
    dataAbsentReason: concept({
      system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
      code: 'unknown',
    }),
  }
}

/** The ends belong to the range, as they do on screen. */
function interpretationOf({ value, low, high }: MeasureRow): CodeableConcept[] | undefined {
  if (value === null || (low === null && high === null)) return undefined
  const [code, display] =
    low !== null && value < low
      ? ['L', 'Low']
      : high !== null && value > high
        ? ['H', 'High']
        : ['N', 'Normal']
  return [
    concept({ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code, display }),
  ]
}

function rangeOf(measure: MeasureRow): Observation['referenceRange'] {
  const { low, high, reference_text: text } = measure
  if (low === null && high === null && !text) return undefined
  return [
    {
      ...(low === null ? {} : { low: quantity(low, measure) }),
      ...(high === null ? {} : { high: quantity(high, measure) }),
      ...(text ? { text } : {}),
    },
  ]
}

export function observationResource(house: House, exam: ExamRow, measure: MeasureRow): Observation {
  const interpretation = interpretationOf(measure)
  const referenceRange = rangeOf(measure)
  return {
    resourceType: 'Observation',
    id: observationId(measure),
    meta: { profile: [profiles.observation] },
    status: 'final',
    category: [
      concept({
        system: 'http://terminology.hl7.org/CodeSystem/observation-category',
        code: categories[exam.type].observation,
      }),
    ],
    code: codeOf(house, measure),
    subject: reference('Patient', exam.patient_id),
    effectiveDateTime: exam.taken_at.toISOString(),
    performer: [reference('Organization', organizationId, house.brand)],
    ...valueIn(measure),
    ...(interpretation === undefined ? {} : { interpretation }),
    ...(referenceRange === undefined ? {} : { referenceRange }),
  }
}

/** A report with its results; its document, where there is one, hangs on a `DocumentReference` that names the report. */
export function diagnosticReportResource(
  house: House,
  exam: ExamRow,
  measures: readonly MeasureRow[],
): DiagnosticReport {
  return {
    resourceType: 'DiagnosticReport',
    id: String(exam.id),
    identifier: [{ system: ownSystem(house, 'attention'), value: exam.attention_number }],
    ...(exam.doctor_solicite === '' ? {} : { basedOn: [{ display: exam.doctor_solicite }] }),
    status: 'final',
    category: [
      concept({ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', ...categories[exam.type].report }),
    ],
    code: { text: exam.type_exam },
    subject: reference('Patient', exam.patient_id),
    effectiveDateTime: exam.taken_at.toISOString(),
    performer: [reference('Organization', organizationId, house.brand)],
    ...(measures.length === 0
      ? {}
      : {
          result: measures.map((measure) => reference('Observation', observationId(measure), measure.name)),
        }),
  }
}

type DocumentRow = {
  /** The resource's id; that of its bytes is the same. */
  readonly id: string
  readonly patient_id: number
  /** What it is, in words. */
  readonly kind: string
  readonly title: string
  readonly media_type: string
  readonly bytes: number | null
  readonly created_at: Date
  /** What it belongs to, such as `DiagnosticReport/12`; null where it is no resource. */
  readonly belongs_to: string | null
}

export function documentReferenceResource(house: House, row: DocumentRow): DocumentReference {
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
    custodian: reference('Organization', organizationId, house.brand),
    content: [{ attachment }],
    ...(row.belongs_to === null ? {} : { context: { related: [{ reference: row.belongs_to }] } }),
  }
}

/** The bytes of a document, in base 64. */
export function binaryResource(row: Pick<DocumentRow, 'id' | 'media_type'>, data: string): Binary {
  return { resourceType: 'Binary', id: row.id, contentType: row.media_type, data }
}

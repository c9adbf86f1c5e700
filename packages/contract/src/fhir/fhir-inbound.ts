/** The FHIR R4 transaction that a service account sends: the resources that the portal accepts, and the message of each error. */

import * as z from 'zod/mini'
import { atMost } from '../fields/text.ts'

export const tooManyReports = 'Un PDF y un texto por informe como máximo'

export const mostEntries = 500

const text = (most: number) =>
  z.string('Falta').check(z.minLength(1, 'Falta'), atMost(most, `Máximo ${most} caracteres`))
const maybe = z.optional(z.string().check(atMost(500, 'Máximo 500 caracteres')))
/** A document in base64. A transaction's body may have 24 MB, so no document can be longer. */
const documentData = z.string('Falta').check(atMost(24 * 1024 * 1024, 'El documento es demasiado grande'))
const instant = z
  .string('Falta')
  .check(
    atMost(40, 'Debe ser un momento con zona horaria'),
    z.regex(
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/,
      'Debe ser un momento con zona horaria',
    ),
  )
const day = z
  .string()
  .check(
    atMost(10, 'Debe ser un día AAAA-MM-DD'),
    z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Debe ser un día AAAA-MM-DD'),
  )

const coding = z.object({ system: maybe, code: maybe, display: maybe })
const concept = z.object({ coding: z.optional(z.array(coding)), text: maybe })
export type InboundConcept = z.output<typeof concept>
/** CL Core's extension with the country that issued a document. */
const countryExtension = z.object({ url: text(500), valueCodeableConcept: z.optional(concept) })
const identifier = z.object({
  extension: z.optional(z.array(z.object({ url: text(500), valueString: maybe }))),
  type: z.optional(z.object({ ...concept.shape, extension: z.optional(z.array(countryExtension)) })),
  use: maybe,
  system: maybe,
  value: z.optional(z.string().check(atMost(255, 'Máximo 255 caracteres'))),
})
const identifiers = z.array(identifier, 'Falta').check(z.minLength(1, 'Falta'))
const reference = z.object({
  reference: z.optional(text(1000)),
  display: maybe,
  identifier: z.optional(identifier),
})
export type InboundReference = z.output<typeof reference>
const meta = z.optional(z.object({ security: z.optional(z.array(coding)), tag: z.optional(z.array(coding)) }))
const attachment = z.object({
  contentType: maybe,
  data: z.optional(documentData),
  url: maybe,
  title: maybe,
})

export const notStored = 'El portal no puede guardar este elemento'

/** What may change the meaning of a resource, so that no receiver may leave it out. */
const withoutModifiers = {
  modifierExtension: z.optional(z.undefined(notStored)),
  implicitRules: z.optional(z.undefined(notStored)),
}

/** A date of FHIR: a year, a month, a day or a timestamp with its time zone. */
const dateTime = z
  .string()
  .check(
    atMost(40, 'Debe ser un año, un mes, un día o un momento con zona horaria'),
    z.regex(
      /^\d{4}(-(0[1-9]|1[0-2])(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?)?)?$/,
      'Debe ser un año, un mes, un día o un momento con zona horaria',
    ),
  )

const inboundPatient = z.looseObject({
  resourceType: z.literal('Patient'),
  identifier: identifiers,
  active: z.optional(z.boolean()),
  deceasedBoolean: z.optional(z.boolean()),
  deceasedDateTime: z.optional(dateTime),
  link: z.optional(z.array(z.looseObject({ type: text(40) }))),
  name: z
    .array(
      z.object({
        use: maybe,
        family: maybe,
        given: z.optional(z.array(text(100))),
        _family: z.optional(
          z.object({ extension: z.optional(z.array(z.object({ url: text(500), valueString: maybe }))) }),
        ),
      }),
      'Falta',
    )
    .check(z.minLength(1, 'Falta')),
  birthDate: z.optional(day),
  gender: z.optional(z.enum(['male', 'female', 'other', 'unknown'], 'Código inválido')),
})
export type InboundPatient = z.output<typeof inboundPatient>

const inboundAppointment = z.object({
  resourceType: z.literal('Appointment'),
  ...withoutModifiers,
  meta,
  identifier: identifiers,
  status: z.enum(
    ['booked', 'arrived', 'checked-in', 'fulfilled', 'cancelled', 'noshow', 'entered-in-error'],
    'Estado no admitido',
  ),
  specialty: z.array(concept, 'Falta').check(z.minLength(1, 'Falta')),
  serviceType: z.optional(z.array(concept)),
  appointmentType: z.optional(concept),
  start: instant,
  end: instant,
  patientInstruction: maybe,
  participant: z.array(z.object({ actor: reference }), 'Falta').check(z.minLength(1, 'Falta')),
})
export type InboundAppointment = z.output<typeof inboundAppointment>

const statuses = [
  'preliminary',
  'final',
  'amended',
  'corrected',
  'appended',
  'cancelled',
  'entered-in-error',
] as const

const measuredAt = {
  effectiveDateTime: z.optional(dateTime),
  effectivePeriod: z.optional(z.object({ start: z.optional(dateTime), end: z.optional(dateTime) })),
  issued: z.optional(instant),
}
const long = z.optional(z.string().check(atMost(10_000, 'Máximo 10000 caracteres')))
/** A narrative in XHTML, read as `presentedForm` in HTML is. */
const narrative = z.string().check(atMost(1024 * 1024, 'Máximo 1048576 caracteres'))
const references = z.optional(z.array(reference).check(atMost(200, 'Máximo 200 resultados')))

const inboundReport = z.looseObject({
  resourceType: z.literal('DiagnosticReport'),
  meta,
  identifier: identifiers,
  status: z.enum(statuses, 'Estado no admitido'),
  category: z.optional(z.array(concept)),
  code: concept,
  subject: reference,
  encounter: z.optional(reference),
  basedOn: z.optional(z.array(reference)),
  ...measuredAt,
  result: references,
  conclusion: long,
  conclusionCode: z.optional(z.array(concept)),
  /** One PDF and one text at most. */
  presentedForm: z.optional(z.array(attachment).check(atMost(2, tooManyReports))),
  text: z.optional(z.object({ status: maybe, div: z.optional(narrative) })),
})
export type InboundReport = z.output<typeof inboundReport>

/** An observation. `readObservation` reads its values, components, ranges and notes from the original resource. */
const inboundObservation = z.looseObject({
  resourceType: z.literal('Observation'),
  meta,
  identifier: identifiers,
  status: z.enum(statuses, 'Estado no admitido'),
  category: z.optional(z.array(concept)),
  code: concept,
  subject: reference,
  encounter: z.optional(reference),
  ...measuredAt,
  hasMember: references,
})
export type InboundObservation = z.output<typeof inboundObservation>

/**
 * Elements about how a result was obtained: they are accepted but not stored. All other elements are stored or
 * rejected.
 */
const administrative = [
  'resourceType',
  'id',
  'language',
  'text',
  'extension',
  'category',
  'encounter',
  'performer',
  'basedOn',
  'partOf',
  'specimen',
  'device',
  'derivedFrom',
  'resultsInterpreter',
]
const observationElements = new Set([
  ...administrative,
  ...Object.keys(inboundObservation.shape),
  ...['dataAbsentReason', 'interpretation', 'note', 'bodySite', 'method', 'referenceRange', 'component'],
])
const componentElements = new Set([
  'id',
  'extension',
  'code',
  'dataAbsentReason',
  'interpretation',
  'referenceRange',
])
/** Elements of a patient that are accepted but not stored: the patient writes them in the portal. */
const patientElements = new Set([
  ...['resourceType', 'id', 'meta', 'language', 'text', 'extension', 'contained', 'telecom', 'address'],
  ...['maritalStatus', 'multipleBirthBoolean', 'multipleBirthInteger', 'photo', 'contact', 'communication'],
  ...['generalPractitioner', 'managingOrganization', ...Object.keys(inboundPatient.shape)],
])
const reportElements = new Set([...administrative, ...Object.keys(inboundReport.shape)])

function unknownIn(resource: object, known: ReadonlySet<string>, prefix = ''): string[] {
  // `_status` holds extensions of `status`; a value is read or named by `readObservation`.
  const isKnown = (name: string) => known.has(name) || name.startsWith('_') || /^value[A-Z]/.test(name)
  return Object.keys(resource).flatMap((name) => (isKnown(name) ? [] : [`${prefix}${name}`]))
}

/** Returns the elements of a patient, report or result that the portal can neither store nor omit. */
export function unstoredElements(resource: InboundPatient | InboundReport | InboundObservation): string[] {
  if (resource.resourceType === 'Patient') return unknownIn(resource, patientElements)
  if (resource.resourceType === 'DiagnosticReport') return unknownIn(resource, reportElements)
  const parts = Array.isArray(resource['component']) ? resource['component'] : []
  return [
    ...unknownIn(resource, observationElements),
    ...parts.flatMap((part: unknown, at) =>
      typeof part === 'object' && part !== null
        ? unknownIn(part, componentElements, `component[${at}].`)
        : [],
    ),
  ]
}

const inboundDocument = z.object({
  resourceType: z.literal('DocumentReference'),
  ...withoutModifiers,
  identifier: identifiers,
  // `superseded` and `entered-in-error` withdraw a document that was sent before.
  status: z.enum(['current', 'superseded', 'entered-in-error'], 'Estado no admitido'),
  subject: reference,
  content: z
    .array(z.object({ attachment }), 'Falta')
    .check(z.minLength(1, 'Falta'), atMost(1, 'Un adjunto por documento')),
  // Required for a current document. A withdrawn document need not name its report.
  context: z.optional(z.object({ related: z.array(reference, 'Falta').check(z.minLength(1, 'Falta')) })),
})
export type InboundDocument = z.output<typeof inboundDocument>

const inboundBinary = z.object({
  resourceType: z.literal('Binary'),
  contentType: z.literal('application/pdf', 'Solo se reciben PDF'),
  data: documentData,
})

const resource = z.discriminatedUnion(
  'resourceType',
  [inboundPatient, inboundAppointment, inboundReport, inboundObservation, inboundDocument, inboundBinary],
  'Tipo de recurso no admitido',
)
export type InboundResource = z.output<typeof resource>

export const inboundBundle = z.object({
  resourceType: z.literal('Bundle', 'Debe ser un Bundle'),
  type: z.literal('transaction', 'Debe ser una transacción'),
  entry: z
    .array(
      z.object({
        fullUrl: maybe,
        resource,
        request: z.object(
          { method: z.enum(['PUT', 'POST'], 'Método no admitido'), url: text(1000) },
          'Falta',
        ),
      }),
      'Falta',
    )
    .check(z.minLength(1, 'Falta'), atMost(mostEntries, `Máximo ${mostEntries} entradas`)),
})
export type InboundEntry = z.output<typeof inboundBundle>['entry'][number]

/** What a service account hands over: a transaction of FHIR R4 in the shapes that the portal takes, with what it says of each fault. */
import * as z from 'zod/mini'

/** Of one transaction. */
export const mostEntries = 500

const text = (most: number) =>
  z.string('Falta').check(z.minLength(1, 'Falta'), z.maxLength(most, `Máximo ${most} caracteres`))
const maybe = z.optional(z.string().check(z.maxLength(500, 'Máximo 500 caracteres')))
const instant = z
  .string('Falta')
  .check(
    z.regex(
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/,
      'Debe ser un momento con zona horaria',
    ),
  )
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Debe ser un día AAAA-MM-DD'))

const coding = z.object({ system: maybe, code: maybe, display: maybe })
const concept = z.object({ coding: z.optional(z.array(coding)), text: maybe })
export type InboundConcept = z.output<typeof concept>
const identifier = z.object({
  extension: z.optional(z.array(z.object({ url: z.string(), valueString: maybe }))),
  type: z.optional(concept),
  system: maybe,
  value: maybe,
})
const identifiers = z.array(identifier, 'Falta').check(z.minLength(1, 'Falta'))
const reference = z.object({ reference: maybe, display: maybe, identifier: z.optional(identifier) })
export type InboundReference = z.output<typeof reference>
const meta = z.optional(z.object({ security: z.optional(z.array(coding)) }))
const attachment = z.object({
  contentType: z.optional(z.string()),
  data: z.optional(z.string()),
  url: maybe,
  title: maybe,
})
const quantity = z.object({ value: z.optional(z.number()), unit: maybe, code: maybe })

const inboundPatient = z.object({
  resourceType: z.literal('Patient'),
  identifier: identifiers,
  name: z
    .array(
      z.object({
        use: maybe,
        family: maybe,
        given: z.optional(z.array(text(100))),
        _family: z.optional(
          z.object({ extension: z.optional(z.array(z.object({ url: z.string(), valueString: maybe }))) }),
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

const finished = ['final', 'amended', 'corrected', 'appended', 'cancelled', 'entered-in-error'] as const

const inboundReport = z.object({
  resourceType: z.literal('DiagnosticReport'),
  meta,
  identifier: identifiers,
  status: z.enum(finished, 'Solo se reciben informes definitivos'),
  category: z.array(concept, 'Falta').check(z.minLength(1, 'Falta')),
  code: concept,
  subject: reference,
  encounter: z.optional(reference),
  basedOn: z.optional(z.array(reference)),
  effectiveDateTime: instant,
  result: z.optional(z.array(reference).check(z.maxLength(200, 'Máximo 200 resultados'))),
  presentedForm: z.optional(z.array(attachment)),
})
export type InboundReport = z.output<typeof inboundReport>

const inboundObservation = z.object({
  resourceType: z.literal('Observation'),
  meta,
  identifier: identifiers,
  status: z.enum(finished, 'Solo se reciben resultados definitivos'),
  code: concept,
  subject: reference,
  valueQuantity: z.optional(quantity),
  valueInteger: z.optional(z.int()),
  valueString: maybe,
  valueCodeableConcept: z.optional(concept),
  referenceRange: z.optional(
    z.array(z.object({ low: z.optional(quantity), high: z.optional(quantity), text: maybe })),
  ),
})
export type InboundObservation = z.output<typeof inboundObservation>

const inboundDocument = z.object({
  resourceType: z.literal('DocumentReference'),
  identifier: identifiers,
  status: z.enum(['current'], 'Solo se reciben documentos vigentes'),
  subject: reference,
  content: z
    .array(z.object({ attachment }), 'Falta')
    .check(z.minLength(1, 'Falta'), z.maxLength(1, 'Un adjunto por documento')),
  context: z.object({ related: z.array(reference, 'Falta').check(z.minLength(1, 'Falta')) }, 'Falta'),
})
export type InboundDocument = z.output<typeof inboundDocument>

const inboundBinary = z.object({
  resourceType: z.literal('Binary'),
  contentType: z.literal('application/pdf', 'Solo se reciben PDF'),
  data: z.string('Falta'),
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
        request: z.object({ method: z.enum(['PUT', 'POST'], 'Método no admitido'), url: text(500) }, 'Falta'),
      }),
      'Falta',
    )
    .check(z.minLength(1, 'Falta'), z.maxLength(mostEntries, `Máximo ${mostEntries} entradas`)),
})
export type InboundEntry = z.output<typeof inboundBundle>['entry'][number]

import * as z from 'zod/mini'

const text = z.optional(z.string())
const logicalId = z.string().check(z.regex(/^[A-Za-z0-9\-.]{1,64}$/))
const coding = z.object({ system: text, code: text, display: text })
const concept = z.object({ coding: z.optional(z.array(coding)), text })
export type Concept = z.output<typeof concept>
const identifier = z.object({
  extension: z.optional(z.array(z.object({ url: text, valueString: text }))),
  type: z.optional(
    z.object({
      ...concept.shape,
      extension: z.optional(z.array(z.object({ url: text, valueCodeableConcept: z.optional(concept) }))),
    }),
  ),
  system: text,
  value: text,
})
export type Identifier = z.output<typeof identifier>
const reference = z.object({ reference: text, type: text, display: text, identifier: z.optional(identifier) })
export type Reference = z.output<typeof reference>
const meta = z.optional(
  z.object({
    versionId: text,
    lastUpdated: text,
    security: z.optional(z.array(coding)),
    tag: z.optional(z.array(coding)),
  }),
)
const attachment = z.object({ contentType: text, data: text, url: text, title: text })
export type Attachment = z.output<typeof attachment>
const concepts = z.optional(z.array(concept))
const references = z.optional(z.array(reference))
/** Resources that are contained in another one, which refers to them by `#id`. */
const contained = z.optional(z.array(z.unknown()))
const identifiers = z.optional(z.array(identifier))
const names = z.optional(
  z.array(
    z.object({
      use: text,
      text,
      family: text,
      given: z.optional(z.array(z.string())),
      prefix: z.optional(z.array(z.string())),
    }),
  ),
)

export const patientResource = z.object({
  resourceType: z.literal('Patient'),
  id: logicalId,
  active: z.optional(z.boolean()),
  identifier: identifiers,
  link: z.optional(z.array(z.object({ type: text }))),
})

export const practitionerResource = z.object({
  resourceType: z.literal('Practitioner'),
  id: logicalId,
  identifier: identifiers,
  name: names,
})
export type Practitioner = z.output<typeof practitionerResource>

export const practitionerRoleResource = z.object({
  resourceType: z.literal('PractitionerRole'),
  id: logicalId,
  practitioner: z.optional(reference),
})

export const locationResource = z.object({
  resourceType: z.literal('Location'),
  id: logicalId,
  name: text,
  description: text,
  partOf: z.optional(reference),
})

export const appointmentResource = z.object({
  resourceType: z.literal('Appointment'),
  id: logicalId,
  meta,
  contained,
  status: z.string(),
  start: text,
  end: text,
  minutesDuration: z.optional(z.number()),
  serviceCategory: concepts,
  serviceType: concepts,
  specialty: concepts,
  appointmentType: z.optional(concept),
  patientInstruction: text,
  participant: z.array(z.object({ actor: z.optional(reference), type: concepts, status: text })),
})
export type AppointmentResource = z.output<typeof appointmentResource>
export type Participant = AppointmentResource['participant'][number]

export const serviceRequestResource = z.object({
  resourceType: z.literal('ServiceRequest'),
  id: logicalId,
  requester: z.optional(reference),
})

export const encounterResource = z.object({
  resourceType: z.literal('Encounter'),
  id: logicalId,
  class: z.optional(coding),
  identifier: identifiers,
})

export const reportResource = z.object({
  resourceType: z.literal('DiagnosticReport'),
  id: logicalId,
  meta,
  contained,
  status: z.string(),
  identifier: identifiers,
  category: concepts,
  code: concept,
  subject: z.optional(reference),
  encounter: z.optional(reference),
  basedOn: references,
  performer: references,
  effectiveDateTime: text,
  effectivePeriod: z.optional(z.object({ start: text })),
  issued: text,
  result: references,
  conclusion: text,
  conclusionCode: concepts,
  text: z.optional(z.object({ status: text, div: text })),
  presentedForm: z.optional(z.array(attachment)),
})
export type Report = z.output<typeof reportResource>

/** The contract's `readObservation` reads values, ranges and notes from the unparsed resource. */
export const observationResource = z.looseObject({
  resourceType: z.literal('Observation'),
  id: logicalId,
  meta,
  contained,
  status: z.string(),
  category: z.optional(z.array(concept)),
  code: concept,
  subject: z.optional(reference),
  effectiveDateTime: text,
  effectivePeriod: z.optional(z.object({ start: text })),
  issued: text,
  hasMember: references,
  component: z.optional(z.array(z.looseObject({ code: z.optional(concept) }))),
})
export type Observation = z.output<typeof observationResource>

export const documentResource = z.object({
  resourceType: z.literal('DocumentReference'),
  id: logicalId,
  status: text,
  subject: z.optional(reference),
  content: z.array(z.object({ attachment })),
})

export const binaryResource = z.object({
  resourceType: z.literal('Binary'),
  contentType: text,
  data: text,
})

export const bundleResource = z.object({
  resourceType: z.literal('Bundle'),
  link: z.optional(z.array(z.object({ relation: z.string(), url: z.string() }))),
  entry: z.optional(
    z.array(z.object({ resource: z.optional(z.unknown()), search: z.optional(z.object({ mode: text })) })),
  ),
})

export const operationOutcome = z.object({
  resourceType: z.literal('OperationOutcome'),
  issue: z.array(z.object({ code: text, diagnostics: text, details: z.optional(z.object({ text })) })),
})

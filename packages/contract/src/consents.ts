/** What a person agreed to, separately for each purpose, with the version they read; and the withdrawal of consent. */
import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { atMost } from './fields/text.ts'
import { day, moment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'

/** `family_group`: the declaration about a minor; `sharing`: that an exam is sent to an external recipient. */
const consentKinds = ['terms', 'privacy', 'family_group', 'sharing'] as const
export type ConsentKind = (typeof consentKinds)[number]

/** Consents that the portal may require. They are asked again when staff publish a version that requires it. */
export const askedKinds = ['terms', 'privacy'] as const
export type AskedKind = (typeof askedKinds)[number]

/**
 * How a consent was given: with the checkbox of the web, by an API call that named no version, or by a member of
 * staff.
 */
const channels = ['web', 'api', 'staff'] as const
export type ConsentChannel = (typeof channels)[number]

export const sharingText = {
  version: '1',
  text: 'Autorizo que la persona que indico vea este examen, con un enlace y un código, durante 7 días. Puedo retirar esta autorización cuando quiera.',
} as const

export const sharingVisitText = {
  version: '2-atencion',
  text: 'Autorizo que la persona que indico vea los exámenes de esta atención que elegí, con un enlace y un código, durante 7 días. Puedo retirar esta autorización cuando quiera.',
} as const

/** An earlier text, for sharing all exams of one visit. It is read in the list of consents that were given to it. */
export const earlierSharingVisitText = {
  version: '1-atencion',
  text: 'Autorizo que la persona que indico vea todos los exámenes de esta atención, con un enlace y un código, durante 7 días. Puedo retirar esta autorización cuando quiera.',
} as const

const consent = z.object({
  id: id(),
  kind: z.enum(consentKinds),
  version: z.string(),
  given_at: moment(),
  channel: z.enum(channels),
  /** The beginning of the IP address of the person; null when the address is not the person's own. */
  from: z.nullable(z.string()),
  /** The patient that the consent is about, when it is not the person themself. */
  patient: z.nullable(z.object({ id: id(), full_name: z.string() })),
  withdrawn_at: z.nullable(moment()),
  has_text: z.boolean(),
})
export type Consent = z.output<typeof consent>

const pendingText = z.object({
  kind: z.enum(askedKinds),
  version: z.string(),
  valid_from: day(),
  text: z.string(),
  because: z.enum(['published', 'withdrawn']),
})
export type PendingText = z.output<typeof pendingText>

export const consentEndpoints = endpoints({ access: 'patient', beforeConsent: true })({
  list: {
    route: 'GET /consents',
    summary:
      'Lists the caller’s given and withdrawn consents, newest first, and whether reminders are sent by e-mail',
    patient: { of: 'self' },
    action: 'consents.list',
    reply: z.object({ consents: z.array(consent), reminders: z.boolean() }),
  },
  text: {
    route: 'GET /consents/{id}/text',
    summary: 'Returns the text of a consent as the caller read it, as sanitised HTML',
    params: z.object({ id: idParam() }),
    patient: { of: 'self' },
    action: 'consents.text',
    reply: z.object({
      legalText: z.object({ text: z.string(), version: z.string(), valid_from: z.nullable(day()) }),
    }),
  },
  pending: {
    route: 'GET /consents/pending',
    summary: 'Lists the legal texts that the caller must accept before using other calls',
    reply: z.object({ texts: z.array(pendingText) }),
  },
  give: {
    route: 'POST /consents',
    summary: 'Accepts legal texts in the version that was read; any other version is rejected',
    body: z.object({
      accepted: z
        .array(
          z.object({
            kind: z.enum(askedKinds, 'Texto legal inválido'),
            version: z.string().check(atMost(40)),
          }),
        )
        .check(z.minLength(1, 'Marca la casilla para aceptar'), atMost(askedKinds.length)),
    }),
  },
  withdraw: {
    route: 'DELETE /consents/{kind}',
    summary:
      'Withdraws a consent with immediate effect; for `family_group` the number of the member is required',
    params: z.object({ kind: z.enum(consentKinds, 'Consentimiento inválido') }),
    body: z.object({ patient_id: z.optional(z.nullable(id())) }),
  },
  reminders: {
    route: 'PUT /consents/reminders',
    summary: 'Stops or resumes the appointment reminders by e-mail',
    body: z.object({ on: z.boolean('Indica si quieres recordatorios') }),
  },
})

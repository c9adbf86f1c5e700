/** What a person agreed to, each purpose on its own, with the version they read; and taking it back. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { day, moment } from './values/dates.ts'
import { id, idParam } from './values/ids.ts'

/** `family_group`: the declaration for a minor; `sharing`: that an exam goes to somebody outside. */
const consentKinds = ['terms', 'privacy', 'family_group', 'sharing'] as const
export type ConsentKind = (typeof consentKinds)[number]

/** What the portal may have to be agreed to for, and is asked anew when staff publish a version that asks it. */
export const askedKinds = ['terms', 'privacy'] as const
export type AskedKind = (typeof askedKinds)[number]

/** How a consent reached the portal: the web's own box, a call that named no version, a member of staff. */
const channels = ['web', 'api', 'staff'] as const
export type ConsentChannel = (typeof channels)[number]

/** What is agreed to when an exam is shared; it is shown beside its box. */
export const sharingText = {
  version: '1',
  text: 'Autorizo que la persona que indico vea este examen, con un enlace y un código, durante 7 días. Puedo retirar esta autorización cuando quiera.',
} as const

const consent = z.object({
  id: id(),
  kind: z.enum(consentKinds),
  version: z.string(),
  given_at: moment(),
  channel: z.enum(channels),
  /** The beginning of the address it came from; null where that is not the person's own. */
  from: z.nullable(z.string()),
  /** For whom, where it is not the person themself. */
  patient: z.nullable(z.object({ id: id(), full_name: z.string() })),
  withdrawn_at: z.nullable(moment()),
  /** Whether the words that were agreed to are kept, see `text`. */
  has_text: z.boolean(),
})
export type Consent = z.output<typeof consent>

const pendingText = z.object({
  kind: z.enum(askedKinds),
  version: z.string(),
  valid_from: day(),
  /** Sanitised HTML. */
  text: z.string(),
  /** A new version was published, or the person took their consent back. */
  because: z.enum(['published', 'withdrawn']),
})
export type PendingText = z.output<typeof pendingText>

export const consentEndpoints = {
  list: {
    method: 'GET',
    path: '/consents',
    access: 'patient',
    beforeConsent: true,
    summary: 'What the caller agreed to and took back, newest first, and whether they are reminded by mail',
    patient: { of: 'self' },
    action: 'consents.list',
    reply: z.object({ consents: z.array(consent), reminders: z.boolean() }),
  },
  text: {
    method: 'GET',
    path: '/consents/{id}/text',
    access: 'patient',
    beforeConsent: true,
    summary: 'What the caller agreed to, in the words they read, as sanitised HTML',
    params: z.object({ id: idParam() }),
    patient: { of: 'self' },
    action: 'consents.text',
    reply: z.object({
      legalText: z.object({ text: z.string(), version: z.string(), valid_from: z.nullable(day()) }),
    }),
  },
  pending: {
    method: 'GET',
    path: '/consents/pending',
    access: 'patient',
    beforeConsent: true,
    summary: 'The texts that have to be accepted before anything else is answered',
    reply: z.object({ texts: z.array(pendingText) }),
  },
  give: {
    method: 'POST',
    path: '/consents',
    access: 'patient',
    beforeConsent: true,
    summary: 'Accepts texts in the version that was read; any other version is refused',
    body: z.object({
      accepted: z
        .array(z.object({ kind: z.enum(askedKinds, 'Texto legal inválido'), version: z.string() }))
        .check(z.minLength(1, 'Marca la casilla para aceptar'), z.maxLength(askedKinds.length)),
    }),
    reply: z.object({}),
  },
  withdraw: {
    method: 'DELETE',
    path: '/consents/{kind}',
    access: 'patient',
    beforeConsent: true,
    summary: 'Takes a consent back, with effect at once; of `family_group` the member’s number says for whom',
    params: z.object({ kind: z.enum(consentKinds, 'Consentimiento inválido') }),
    body: z.object({ patient_id: z.optional(z.nullable(id())) }),
    reply: z.object({}),
  },
  reminders: {
    method: 'PUT',
    path: '/consents/reminders',
    access: 'patient',
    beforeConsent: true,
    summary: 'Stops the reminders of hours by mail, or has them again',
    body: z.object({ on: z.boolean('Indica si quieres recordatorios') }),
    reply: z.object({}),
  },
} as const satisfies EndpointTable

import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { checkCountry, checkDocument, documentFields, documentTypeId } from '../fields/document-schemas.ts'
import { delegableMatters } from '../record-matters.ts'
import { moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { named } from './members.ts'

export const delegationMonths = [1, 3, 6, 12] as const
export const delegationAnswerDays = 30

const matter = z.enum(delegableMatters, 'Elige qué podrá ver')
const months = z.union(
  delegationMonths.map((count) => z.literal(count)),
  'Elige hasta cuándo',
)

/** The form with which a patient offers access. Booking needs sight of the appointments. */
export const delegationDraft = z
  .object({
    ...documentFields,
    matters: z.array(matter, 'Elige qué podrá ver').check(
      z.minLength(1, 'Elige qué podrá ver'),
      z.maxLength(delegableMatters.length, 'Elige qué podrá ver'),
      z.refine((chosen) => new Set(chosen).size === chosen.length, 'Elige qué podrá ver'),
    ),
    may_book: z._default(z.boolean(), false),
    months,
  })
  .check(
    checkDocument(),
    checkCountry(),
    z.refine(({ matters, may_book }) => !may_book || matters.includes('appointments'), {
      message: 'Para que reserve, también tiene que ver tus horas',
      path: ['may_book'],
    }),
  )
export type DelegationDraft = z.output<typeof delegationDraft>

const common = {
  id: id(),
  state: z.enum(['offered', 'accepted']),
  matters: z.array(z.enum(delegableMatters)),
  may_book: z.boolean(),
  months: z.int(),
  answer_until: moment(),
  expires_at: z.nullable(moment()),
}

const given = z.object({
  ...common,
  document_type_id: documentTypeId(),
  document_number: z.string(),
  /** The person who accepted. Until then nothing says whether the document has an account. */
  delegate: z.nullable(named),
})
export type GivenDelegation = z.output<typeof given>

const received = z.object({ ...common, grantor: named })
export type ReceivedDelegation = z.output<typeof received>

const params = z.object({ id: idParam() })

export const delegationEndpoints = endpoints({ access: 'patient' })({
  list: {
    route: 'GET /delegations',
    summary: 'Lists the accesses that the caller gave to other adults, and those that the caller received',
    reply: z.object({
      given: z.array(given),
      received: z.array(received),
      /** Whether the country that issued the caller’s passport is not recorded, so that no offer can name the caller. */
      lacks_country: z.boolean(),
    }),
  },
  give: {
    route: 'POST /delegations',
    adultsOnly: true,
    stepUp: true,
    summary:
      'Offers access to matters of the caller’s record to another adult, by identity document; the answer does not say whether the document has an account',
    body: delegationDraft,
  },
  accept: {
    route: 'PUT /delegations/{id}/accept',
    adultsOnly: true,
    summary: 'Accepts an access that was offered to the caller',
    params,
    reply: z.object({ expires_at: moment() }),
  },
  decline: {
    route: 'PUT /delegations/{id}/decline',
    adultsOnly: true,
    summary: 'Declines an access that was offered to the caller; the grantor is not notified',
    params,
  },
  renew: {
    route: 'PUT /delegations/{id}/renew',
    adultsOnly: true,
    stepUp: true,
    summary: 'Renews an access that the caller gave, from now on for as long as it was given',
    params,
    reply: z.object({ expires_at: moment() }),
  },
  end: {
    route: 'DELETE /delegations/{id}',
    summary: 'Ends an access or withdraws an offer: as the grantor or as the delegate',
    params,
  },
})

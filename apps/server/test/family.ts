/** A portal with the catalogues and people of one family, for tests of the family group. */

import { buildRequest } from '@mi-portal/contract/calls/client'
import type { Endpoint } from '@mi-portal/contract/calls/endpoint'
import { legalTextKeys } from '@mi-portal/contract/clinic/parts/texts'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { afterAll, beforeAll } from 'vitest'
import { openTestDatabase } from './database.ts'
import { openPortal, type Portal, type PortalOptions, testClock } from './portal.ts'

/** The number of the declaration for minors in the databases of tests: texts are stored in the order of their files. */
/** How staff decide a request in tests. */
export const staffAcceptance = { reason: 'asked-in-person', evidence: 'identity-document' } as const
export const staffRefusal = { reason: 'not-wanted', evidence: 'none' } as const

export const legalTextId = 1000 + [...legalTextKeys].sort().indexOf('declaration')
/** Catalogue ids of the relationships of a member to a group owner. */
export const asA = { mother: 1, father: 2, child: 3, partner: 6, sibling: 7, nephew: 11, ward: 15 } as const

type Documented = { readonly document_type_id: number; readonly document_number: string }
type Ids = { readonly request_id: number; readonly applicant_id: number; readonly family_id: number }

const start = '2026-11-26T15:00:00Z'

/** Shares one portal between all tests of a file. Sets its clock back before each group of people. */
export function shareFamily(options: PortalOptions = {}) {
  let shared: { portal: Portal; close: () => Promise<void> } | null = null
  beforeAll(async () => {
    const db = await openTestDatabase()
    const portal = await openPortal(db, testClock(start), options)
    const close = async () => {
      await portal.app.close()
      await db.close()
    }
    shared = { portal, close }
  })
  afterAll(() => shared?.close())
  return async () => {
    if (!shared) throw new Error('no portal is open')
    const { portal } = shared
    portal.clock.set(start)
    return { ...portal, ...familyOver(portal), ...(await actorsOf(portal)) }
  }
}

async function actorsOf({ person }: Portal) {
  return {
    leader: await person({ first_name: 'Camila Andrea', last_name: 'Fuentes', second_name: 'Rojas' }),
    adult: await person({ first_name: 'Jorge Luis', last_name: 'Rojas', second_name: 'Tapia' }),
    child: await person({
      first_name: 'Martina Ignacia',
      last_name: 'Soto',
      second_name: 'Fuentes',
      date_birth: '2016-11-20',
      opened_as_minor: true,
    }),
    staff: await person({ rol: 'ADMIN_ROLE', first_name: 'Andrea Paz', last_name: 'Morales' }),
  }
}

function familyOver(portal: Portal) {
  const { db } = portal

  /** Returns the whole body of a family request to this person, as the form sends it. */
  const bodyFor = (person: Documented, more: object = {}) => ({
    family_document_type: person.document_type_id === 2 ? (2 as const) : (1 as const),
    family_document_number: person.document_number,
    type_relationship_id: asA.sibling as number,
    notify_mail: true,
    first_name: 'Lo que',
    last_name: 'diga',
    second_name: 'el formulario',
    email: '',
    user: 'Cualquiera',
    ...more,
  })

  const idsOf = async (request_id: number): Promise<Ids> => {
    const [row] = await db.ask<{ family_id: number; applicant_id: number }>(
      'select family_id, applicant_id from family_requests where id = $1',
      [request_id],
    )
    return { request_id, applicant_id: row?.applicant_id ?? 0, family_id: row?.family_id ?? 0 }
  }

  /** Sends a family request and returns it as the invited person finds it. */
  const requestFrom = async (from: { id: number }, to: Documented, more: object = {}): Promise<Ids> => {
    const { request_id } = await (await portal.as(from))(familyRequestEndpoints.add, {
      body: bodyFor(to, more),
    })
    return idsOf(request_id)
  }
  const childRequestFrom = (from: { id: number }, to: Documented, more: object = {}) =>
    requestFrom(from, to, { type_relationship_id: asA.child, legal_text_id: legalTextId, ...more })

  const acceptAs = async (person: { id: number }, ids: Ids) =>
    (await portal.as(person))(familyRequestEndpoints.accept, { params: ids })

  const nameMother = (mother: Documented, of: Documented) =>
    db.ask(
      `insert into registry_people (run, names, last_name, second_name, date_birth, mother_run)
       values ($1, 'Martina', 'Soto', 'Fuentes', '2016-11-20', $2)`,
      [of.document_number, mother.document_number],
    )

  const mails = (person: { email: string | null }) =>
    db.ask<{ template: string; subject: string; body_text: string }>(
      'select template, subject, body_text from outbox where recipient = $1 order by id',
      [person.email],
    )

  const notices = async (person: { id: number }) =>
    (
      await db.ask<{ text: string }>('select text from notifications where person_id = $1 order by id', [
        person.id,
      ])
    ).map(({ text }) => text)

  const auditLog = (person: { id: number }) =>
    db.ask<{ actor_id: number; actor_role: string; action: string }>(
      `select actor_id, actor_role, action from audit_events where patient_id = $1 and action like 'family.%' order by id`,
      [person.id],
    )

  /** Sends a raw call, for requests that the client would not send. */
  const raw = async (
    endpoint: Endpoint,
    sent: object,
    person: { id: number },
    more: { method?: 'HEAD'; headers?: Record<string, string> } = {},
  ) =>
    portal.app.inject({
      method: more.method ?? endpoint.method,
      url: buildRequest(endpoint, sent).url,
      headers: { 'x-token': await portal.sessionOf(person.id), ...more.headers },
    })

  return {
    bodyFor,
    idsOf,
    requestFrom,
    childRequestFrom,
    acceptAs,
    nameMother,
    letters: mails,
    notices,
    auditLog,
    raw,
  }
}

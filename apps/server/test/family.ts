/** A portal with the catalogues and people of one family, for tests of the family group. */
import { familyEndpoints } from '@mi-portal/contract/family'
import { loadCatalogues } from '../seed/catalogues.ts'
import { ask } from './ask.ts'
import { type PortalOptions, startPortal } from './portal.ts'

/** The text in force that whoever adds a minor accepts. */
export const legalTextId = 1
/** What a member may be to a leader, as the catalogue numbers it. */
export const asA = { mother: 1, father: 2, child: 3, partner: 6, sibling: 7, nephew: 11, ward: 15 } as const

export async function startFamily(options: PortalOptions = {}) {
  const portal = await startPortal(options)
  const { db } = portal
  await loadCatalogues(db)
  const leader = await portal.person({
    first_name: 'Camila Andrea',
    last_name: 'Fuentes',
    second_name: 'Rojas',
  })
  const adult = await portal.person({ first_name: 'Jorge Luis', last_name: 'Rojas', second_name: 'Tapia' })
  const child = await portal.person({
    first_name: 'Martina Ignacia',
    last_name: 'Soto',
    second_name: 'Fuentes',
    date_birth: '2016-11-20',
    opened_as_minor: true,
  })
  const staff = await portal.person({ rol: 'ADMIN_ROLE', first_name: 'Andrea Paz', last_name: 'Morales' })

  /** What asks for somebody, with all that the form sends. */
  const bodyFor = (person: { document_type_id: number; document_number: string }, more: object = {}) => ({
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

  /** A request as the invited person finds it. */
  const requestFrom = async (
    from: { id: number },
    to: { id: number; document_type_id: number; document_number: string },
    more: object = {},
  ) => {
    const { request_id } = await (await portal.as(from))(familyEndpoints.add, { body: bodyFor(to, more) })
    const [row] = await ask<{ family_id: number }>(
      db,
      'select family_id from family_requests where id = $1',
      [request_id],
    )
    return { request_id, applicant_id: from.id, family_id: row?.family_id ?? 0 }
  }

  /** The registry names the leader as that child's mother. */
  const nameMother = (mother: { document_number: string }, of: { document_number: string }) =>
    ask(
      db,
      `insert into registry_people (run, names, lastname, date_birth, card_number, mother_run, mother_name, father_name,
         marital_status, birth_commune_id, home_commune_id)
       select $1, 'Martina', 'Soto Fuentes', '2016-11-20', 'A1', $2, 'Camila', 'Diego', 'Soltera', c.id, c.id
       from communes c order by c.id limit 1`,
      [of.document_number, mother.document_number],
    )

  /** What was written to somebody, by template and text. */
  const letters = (person: { email: string | null }) =>
    ask<{ template: string; subject: string; body_text: string }>(
      db,
      'select template, subject, body_text from outbox where recipient = $1 order by id',
      [person.email],
    )

  return { ...portal, leader, adult, child, staff, bodyFor, requestFrom, nameMother, letters }
}

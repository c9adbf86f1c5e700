/** Every list that staff read in pages is sorted by each of its columns, in both directions, and by nothing else. */
import type { Endpoint } from '@mi-portal/contract/calls/endpoint'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { table } from './authorization/table.ts'
import { buildAppointment } from './build.ts'
import { type Portal, startPortal } from './portal.ts'
import { getRejection } from './rejection.ts'

/** What the list of an endpoint needs to show the rows of {@link fill}. */
const inputs: Readonly<Record<string, object>> = {
  '/patients/pages': { filter: 'prueba' },
  '/admin/requests': { matter: 'contact' },
  '/admin/requests/pages': { filter: 'prueba' },
}

const findOrder = ({ query, body }: Endpoint) => {
  const shape: Readonly<Record<string, z.core.$ZodType>> | undefined = Object(query ?? body).shape
  return shape?.order
}
const sortedEndpoints = table.map(({ endpoint }) => endpoint).filter((one) => findOrder(one) !== undefined)

/** Inserts two rows that differ in every column of every list. Returns the parameters of the lists of one record. */
async function fill({ db, person }: Portal, staffId: number): Promise<Readonly<Record<string, object>>> {
  const patients: number[] = []
  for (const [index, first_name] of ['Ana', 'Berta'].entries()) {
    const { id } = await person({ first_name, last_name: 'Prueba', second_name: '', status: index + 1 })
    patients.push(id)
    const office = index === 0 ? { office_id: 2 } : { office_id: 239, place_care: 'Maipú' }
    const imaging = { specialty_code: 601, specialty: 'Radiografía', sub_context: 'Radiografía de tórax' }
    const taken = await buildAppointment(db, {
      ...{ patient_id: id, ...office, ...imaging },
      starts_at: new Date(`2026-11-1${index + 6}T13:00:00Z`),
    })
    for (const doctor_name of ['Dra. Olea', 'Dra. Toro'])
      await buildAppointment(db, {
        ...{ patient_id: id, doctor_name },
        starts_at: new Date(doctor_name === 'Dra. Olea' ? '2026-11-12T13:00:00Z' : '2026-11-11T13:00:00Z'),
      })
    const name = first_name.toLowerCase()
    const [professional] = await db.ask<{ id: number }>(
      'insert into professionals (rut, name, active) values ($1, $2, $3) returning id',
      [`2222222${index}2`, `Dra. ${name}`, index === 0],
    )
    await buildAppointment(db, {
      ...{ patient_id: id, professional_id: professional?.id ?? 0 },
      starts_at: new Date(`2026-12-1${index}T13:00:00Z`),
    })
    const at = `2026-11-2${index + 4}T12:00:00Z`
    for (const [text, values] of [
      ['insert into late_results (appointment_id, notified_at) values ($1, $2)', [taken.id, at]],
      [
        `insert into contacts (requester_id, patient_id, matter, reason_id, message, branch, state, created_at, due_at)
         select $1, $1, m, (select id from contact_reasons order by name offset $3 limit 1), '', o.office_id, 'pendiente', $2, $2
         from unnest('{contact,complaints}'::text[]) m, offices o where o.id = $4`,
        [id, at, index, office.office_id],
      ],
      [
        `insert into pending_confirmations (kind, subject_id, requested_by, requested_at, payload) values ($3, $1, $4, $2, '{"deceased": true}')`,
        [id, at, index === 0 ? 'death' : 'identity-change', staffId],
      ],
      [
        `insert into audit_events (at, actor_id, actor_role, action, patient_id, outcome, detail)
         values ($2, $1, 'STANDART_ROLE', 'session.open', null, 'refused', '{}'),
           ($2, $3, 'ADMIN_ROLE', 'users.edit', $1, 'done', '{"changed": ["email"]}'),
           ($2::timestamptz + interval '1 hour', $1, 'STANDART_ROLE', 'session.open', null, 'done', '{}')`,
        [id, at, (await person({ rol: 'ADMIN_ROLE', first_name })).id],
      ],
      [
        `insert into outbox (message_id, template, recipient, subject, body_text, body_html, state, attempts, created_at, next_attempt_at)
         values ($1, 't', $1, $1, '', '', $2, $3, $4, $4)`,
        [name, index === 0 ? 'parked' : 'expired', index, at],
      ],
      [`insert into survey_answers (suggestion, comment, created_at) values ($1, '', $2)`, [name, at]],
      [
        `insert into breaches (opened_by, created_at, updated_at, nature, effects, data_categories, people_categories, measures, known_at,
           agency_told_at, letters_at, letters_by, seen_from, seen_before)
         values ($1, $2, $2, '', '', '', '', '', $2, $2, $2, $1, '2026-11-01', '2026-12-31')`,
        [staffId, at],
      ],
      [
        `insert into ads (image, url, from_age, to_age, gender_id, order_advertising, status, title) values ('', '', $2, 99, 0, 1, true, $1)`,
        [name, index],
      ],
      [
        `insert into prevention_articles (title, description, from_age, to_age, gender_id, order_control, status, html)
         values ($1, '', $2, 99, 0, 1, true, '{}')`,
        [name, index],
      ],
      [
        `insert into clinic_parts (part, content, state, note, created_at, published_at) values ('sites', '[]', 'replaced', '', $1, $1)`,
        [at],
      ],
    ] as const)
      await db.ask(text, [...values])
  }
  const [breach] = await db.ask<{ id: number }>('select max(id) as id from breaches')
  return {
    '/breaches/{id}/people': { id: breach?.id },
    '/admin/attendance/patients/{id}': { id: patients[0] },
    '/admin/clinic/parts/{part}/versions': { part: 'sites' },
  }
}

type Cell = string | number

const compare = (one: Cell, other: Cell) => (one === other ? 0 : one < other ? -1 : 1)

test('staff sort each list by every one of its columns, in both directions', async () => {
  const portal = await startPortal()
  const staff = await portal.person({ rol: 'SUPER_ADMIN_ROLE' })
  const params = await fill(portal, staff.id)
  const call = await portal.as(staff)
  expect(sortedEndpoints.map(({ path }) => path)).toHaveLength(19)
  for (const endpoint of sortedEndpoints) {
    const part = endpoint.query === undefined ? 'body' : 'query'
    const read = async (order: string) => {
      const sent = { params: params[endpoint.path], [part]: { ...inputs[endpoint.path], order } }
      const reply: object = await call(endpoint as never, sent as never)
      return Object.values(reply).find((value): value is Record<string, Cell>[] => Array.isArray(value)) ?? []
    }
    const orders = Object.values(z.toJSONSchema(findOrder(endpoint) ?? z.never()).enum ?? [])
    for (const order of orders.map(String)) {
      const column = order.replace('-', '')
      const values = (await read(order)).map((row) => row[column] ?? '')
      const sorted = values.toSorted(compare)
      expect(new Set(values).size, `${endpoint.path} has different values in ${column}`).toBeGreaterThan(1)
      expect(values, `${endpoint.path} ${order}`).toEqual(order === column ? sorted : sorted.toReversed())
    }
    for (const order of ['id', `-${orders.at(0)}; drop`])
      expect(await getRejection(read(order)), endpoint.path).toMatchObject({ status: 400 })
  }
})

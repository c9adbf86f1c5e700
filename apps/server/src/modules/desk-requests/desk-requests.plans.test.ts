/** Checks the query plan of the unread answers: their cost must not grow with the number of requests. */
import { expect, test } from 'vitest'
import { buildPerson } from '../../../test/build.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { asked, asOwner, explained } from '../../../test/statements/plans.ts'
import { createDeskRequestsStore } from './desk-requests.store.ts'

test('the unread answers of a person are read from indexes, among the requests of many', async () => {
  const db = await openTestDatabase()
  const { id } = await buildPerson(db)
  await asOwner(
    db,
    `insert into people (document_type_id, document_number, first_name, last_name, rol, status)
     select 1, 'N' || n, 'Nombre', 'Apellido', 'STANDART_ROLE', 1 from generate_series(1, 2000) n;
     insert into document_requests (requester_id, patient_id, document_kind_id, comment, state, answer, answered_at, created_at, due_at)
     select 1 + n % 2000, 1 + n % 2000, 1, '', 'respondida', 'Listo', now(), now(), now() from generate_series(1, 20000) n;
     insert into contacts (requester_id, patient_id, reason_id, message, state, answer, answered_at, created_at, due_at)
     select 1 + n % 2000, 1 + n % 2000, 1, '', 'respondida', 'Listo', now(), now(), now() from generate_series(1, 20000) n;
     insert into budget_requests (requester_id, patient_id, intervention_type_id, fecha_estimada, autoriza_contacto, state, answered_at, created_at, due_at)
     select 1 + n % 2000, 1 + n % 2000, 1, current_date, true, 'respondida', now(), now(), now() from generate_series(1, 20000) n;
     insert into data_requests (requester_id, patient_id, kind, message, state, answer, answered_at, created_at, due_at)
     select 1 + n % 2000, 1 + n % 2000, 'access', '', 'respondida', 'Listo', now(), now(), now()
     from generate_series(1, 20000) n;
     insert into read_answers (person_id, kind, request_id, read_at)
     select requester_id, 'document', id, now() from document_requests`,
  )
  for (const table of [
    'people',
    'document_requests',
    'contacts',
    'budget_requests',
    'data_requests',
    'read_answers',
  ])
    await asOwner(db, `vacuum analyze ${table}`)
  const since = new Date('2026-08-28T15:00:00Z')
  const list = await asked(db, (seen) => createDeskRequestsStore(seen).unreadAnswers(id, [id], since))
  const { nodes, buffers } = await explained(db, list)
  // The kinds of request are a few rows, which fit on one page.
  expect(nodes.filter((node) => node === 'Seq Scan').length).toBeLessThanOrEqual(3)
  expect(buffers).toBeLessThanOrEqual(400)
  await db.close()
}, 120_000)

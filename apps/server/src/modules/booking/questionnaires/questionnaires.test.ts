import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { questionnaireEndpoints } from '@mi-portal/contract/booking/questionnaires'
import type { Call } from '@mi-portal/contract/calls/client'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { expect, test } from 'vitest'
import {
  bookSlot,
  buildProfessional,
  holdSlot,
  openAgenda,
  openCalendars,
} from '../../../../test/booking/calendar.ts'
import { buildLink } from '../../../../test/build.ts'
import { clinicWith } from '../../../../test/clinic/packages.ts'
import { startPortal } from '../../../../test/portal.ts'
import { expectRejected } from '../../../../test/rejection.ts'

/** Magnetic resonance of the brain: demands the questionnaire, is booked online. */
const brain = 1063
const search = { exam_id: brain }
const needed = 'Para reservar este examen, responde antes el cuestionario. Las respuestas sirven por 24 horas'

async function withImaging() {
  const portal = await startPortal({ parts: clinicWith({ departments: { imaging: 'imagenes@ejemplo.cl' } }) })
  const [service] = await portal.db.ask<{ service_code: number }>(
    `select service_code from exam_specialties where code = 'RM'`,
  )
  await buildProfessional(portal.db, { service: service?.service_code ?? 0 })
  await openCalendars(portal)
  const person = await portal.person({ email: 'rosa@ejemplo.cl' })
  return { portal, db: portal.db, person, call: await openAgenda(portal, person) }
}

async function answer(call: Call, patient_id: number, yes: readonly string[] = []) {
  const { data } = await call(questionnaireEndpoints.examQuestionnaire, {
    params: { exam_id: brain },
    query: { patient_id },
  })
  const answers = (data.questionnaire?.questions ?? []).map(({ id }) => ({ id, yes: yes.includes(id) }))
  return call(questionnaireEndpoints.answerQuestionnaire, {
    params: { exam_id: brain },
    body: { patient_id, answers },
  })
}

test('without answers to its questionnaire, or without a name, an exam is rejected by the check and by the booking', async () => {
  const { call, person, db } = await withImaging()
  const { hold_id } = await holdSlot(call, search)
  const body = { patient_id: person.id, exam_id: brain }
  await expectRejected(call(bookingEndpoints.check, { params: { hold_id }, body }), 400, needed)
  await expectRejected(call(bookingEndpoints.book, { body: { ...body, hold_id } }), 400, needed)
  const unnamed = call(bookingEndpoints.book, { body: { hold_id, patient_id: person.id } })
  await expectRejected(unnamed, 400, 'Elige primero qué examen vas a reservar')
  expect(await db.ask('select id from appointments')).toEqual([])
})

test('an exam can be booked if all answers are no, and they are stored and sent to the imaging inbox', async () => {
  const { call, person, db, portal } = await withImaging()
  expect((await answer(call, person.id)).data).toMatchObject({
    can_book: true,
    expires_at: '2026-11-27T15:00:00.000Z',
  })
  const { id_appointment, date, hour } = await bookSlot(call, person, search)
  const question = '¿Estás o podrías estar embarazada?'
  expect(
    await db.ask(`select a.id, e.patient_id, e.answered_by, jsonb_array_length(e.answers) as count, e.answers -> 4 as pregnancy
         from appointments a join exam_answers e on e.id = a.exam_answers_id`),
  ).toEqual([
    {
      ...{ id: id_appointment, patient_id: person.id, answered_by: person.id, count: 7 },
      pregnancy: { question, answer: 'No' },
    },
  ])
  const mailed = await db.ask(`select id from outbox where recipient = 'imagenes@ejemplo.cl'`)
  expect(mailed).toHaveLength(1)
  const staff = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
  const { requests } = await staff(inboxEndpoints.tray, { query: { matter: 'imaging' } })
  expect(requests).toHaveLength(1)
  const params = { matter: 'imaging', id: requests[0]?.id ?? 0 } as const
  const { request } = await staff(inboxEndpoints.open, { params })
  expect(request.facts).toContainEqual({ label: question, value: 'No' })
  expect(request.facts).toContainEqual({
    label: 'Hora reservada',
    value: expect.stringContaining(`${date}, ${hour} h`),
  })
  expect(request.patient_full_name).toContain('Rosa Elena')
})

test('an exam cannot be booked with an answer of yes until the answers are corrected, and only with all of them', async () => {
  const { call, person, db } = await withImaging()
  const params = { exam_id: brain }
  for (const answers of [[], [{ id: 'rm1', yes: false }], Array(7).fill({ id: 'rm1', yes: false })])
    await expectRejected(
      call(questionnaireEndpoints.answerQuestionnaire, { params, body: { patient_id: person.id, answers } }),
      400,
      'Responde todas las preguntas',
    )
  expect(await db.ask('select id from exam_answers')).toEqual([])
  expect((await answer(call, person.id, ['rm1'])).data.can_book).toBe(false)
  const query = { patient_id: person.id }
  const { data } = await call(questionnaireEndpoints.examQuestionnaire, { params, query })
  expect(data.answers).toMatchObject({ can_book: false })
  await expectRejected(
    bookSlot(call, person, search),
    400,
    'Por las respuestas del cuestionario, un profesional debe revisar el caso antes de dar la hora. Pide que te llamemos',
  )
  await answer(call, person.id)
  expect((await bookSlot(call, person, search)).patient_id).toBe(person.id)
})

test('an exam cannot be booked with answers older than 24 hours, which are deleted', async () => {
  const { call, person, portal, db } = await withImaging()
  await answer(call, person.id)
  portal.clock.advance({ minutes: 24 * 60 })
  await expectRejected(bookSlot(await openAgenda(portal, person), person, search), 400, needed)
  portal.clock.advance({ minutes: 61 })
  await portal.runJob('booking.purge')
  expect(await db.ask('select id from exam_answers')).toEqual([])
})

test('a child’s exam cannot be booked with answers about the guardian, and the questions are about the child', async () => {
  const { call, person, portal, db } = await withImaging()
  const child = await portal.person({ first_name: 'Martina', date_birth: '2010-01-01' })
  await buildLink(portal.db, { leader_id: person.id, member_id: child.id })
  await answer(call, person.id)
  await expectRejected(bookSlot(call, child, search), 400, needed)
  await answer(call, child.id)
  await bookSlot(call, child, search)
  expect(
    await db.ask(`select answers -> 4 ->> 'question' as question from exam_answers where patient_id = $1`, [
      child.id,
    ]),
  ).toEqual([{ question: '¿Está o podría estar embarazada?' }])
})

test('an exam can be moved only with valid answers, also if the move does not name the exam', async () => {
  const { call, person, portal, db } = await withImaging()
  await answer(call, person.id)
  const { id_appointment, sub_context } = await bookSlot(call, person, search, { skip: 12 })
  portal.clock.advance({ days: 2 })
  const later = await openAgenda(portal, person)
  const move = () => bookSlot(later, person, search, { skip: 14, id_appointment, exam_id: undefined })
  await expectRejected(move(), 400, needed)
  await answer(later, person.id)
  expect((await move()).sub_context).toBe(sub_context)
  const [stored] = await db.ask<{ item: string; fresh: boolean }>(
    `select a.service_item as item, e.answered_at > $1::timestamptz - interval '1 hour' as fresh
       from appointments a join exam_answers e on e.id = a.exam_answers_id`,
    [portal.clock.now()],
  )
  expect(stored).toEqual({ item: `exam:${brain}`, fresh: true })
})

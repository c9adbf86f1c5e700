import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { questionnaireEndpoints } from '@mi-portal/contract/booking/questionnaires'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import type { Call } from '@mi-portal/contract/client'
import { deskEndpoints } from '@mi-portal/contract/desk'
import { expect, test } from 'vitest'
import { ask } from '../../../../test/ask.ts'
import { agendaOf, buildProfessional, openCalendars } from '../../../../test/booking/calendar.ts'
import { buildLink } from '../../../../test/build.ts'
import { clinicWith } from '../../../../test/clinic/packages.ts'
import { startPortal } from '../../../../test/portal.ts'
import { expectRejected, rejectionOf } from '../../../../test/rejection.ts'

// The clock of the tests stands on Thursday 26 November 2026, at noon in Santiago.
const week = { from: '2026-11-27', to: '2026-12-04' } as const
/** Magnetic resonance of the brain: demands the questionnaire, is booked online. */
const brain = 1063
const needed = 'Para reservar este examen, responde antes el cuestionario. Las respuestas sirven por 24 horas'

async function withImaging() {
  const portal = await startPortal({ parts: clinicWith({ departments: { imaging: 'imagenes@ejemplo.cl' } }) })
  const [service] = await ask<{ service_code: number }>(
    portal.db,
    `select service_code from exam_specialties where code = 'RM'`,
  )
  await buildProfessional(portal.db, { service: service?.service_code ?? 0 })
  await openCalendars(portal)
  const person = await portal.person({ email: 'rosa@ejemplo.cl' })
  return { portal, db: portal.db, person, call: await agendaOf(portal, person) }
}

async function holdSlot(call: Call, skip = 0): Promise<number> {
  const { data } = await call(slotEndpoints.slots, { query: { ...week, exam_id: brain } })
  const held = await call(slotEndpoints.hold, { body: { slot_id: data[skip]?.id ?? 0 } })
  return held.data.hold_id
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
  const hold_id = await holdSlot(call)
  const body = { patient_id: person.id, exam_id: brain }
  await expectRejected(call(bookingEndpoints.check, { params: { hold_id }, body }), 400, needed)
  await expectRejected(call(bookingEndpoints.book, { body: { ...body, hold_id } }), 400, needed)
  const unnamed = call(bookingEndpoints.book, { body: { hold_id, patient_id: person.id } })
  await expectRejected(unnamed, 400, 'Elige primero qué examen vas a reservar')
  expect(await ask(db, 'select id from appointments')).toEqual([])
})

test('an exam can be booked if all answers are no, and they are stored and sent to the imaging inbox', async () => {
  const { call, person, db, portal } = await withImaging()
  expect((await answer(call, person.id)).data).toMatchObject({
    can_book: true,
    expires_at: '2026-11-27T15:00:00.000Z',
  })
  const hold_id = await holdSlot(call)
  const body = { hold_id, patient_id: person.id, exam_id: brain }
  const { data } = await call(bookingEndpoints.book, { body })
  expect(
    await ask(
      db,
      `select a.id, e.patient_id, e.answered_by, jsonb_array_length(e.answers) as count, e.answers -> 4 as pregnancy
         from appointments a join exam_answers e on e.id = a.exam_answers_id`,
    ),
  ).toEqual([
    {
      id: data.id_appointment,
      patient_id: person.id,
      answered_by: person.id,
      count: 7,
      pregnancy: { question: '¿Estás o podrías estar embarazada?', answer: 'No' },
    },
  ])
  expect(await ask(db, `select recipient from outbox where recipient = 'imagenes@ejemplo.cl'`)).toHaveLength(
    1,
  )
  const staff = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
  const tray = await staff(deskEndpoints.tray, { query: { matter: 'imaging' } })
  expect(tray.requests).toHaveLength(1)
  const { request } = await staff(deskEndpoints.open, {
    params: { matter: 'imaging', id: tray.requests[0]?.id ?? 0 },
  })
  expect(request.facts).toContainEqual({ label: '¿Estás o podrías estar embarazada?', value: 'No' })
  expect(request.facts).toContainEqual({
    label: 'Hora reservada',
    value: expect.stringContaining(`${data.date}, ${data.hour} h`),
  })
  expect(request.patient.full_name).toContain('Rosa Elena')
})

test('an exam cannot be booked with an answer of yes until the answers are corrected', async () => {
  const { call, person } = await withImaging()
  expect((await answer(call, person.id, ['rm1'])).data.can_book).toBe(false)
  const hold_id = await holdSlot(call)
  const body = { hold_id, patient_id: person.id, exam_id: brain }
  await expectRejected(
    call(bookingEndpoints.book, { body }),
    400,
    'Por las respuestas del cuestionario, un profesional debe revisar el caso antes de dar la hora. Pide que te llamemos',
  )
  await answer(call, person.id)
  expect((await call(bookingEndpoints.book, { body })).data.patient_id).toBe(person.id)
})

test('an exam cannot be booked with answers older than 24 hours, which are deleted', async () => {
  const { call, person, portal, db } = await withImaging()
  await answer(call, person.id)
  portal.clock.advance({ minutes: 24 * 60 })
  const later = await agendaOf(portal, person)
  const hold_id = await holdSlot(later)
  const body = { hold_id, patient_id: person.id, exam_id: brain }
  expect((await rejectionOf(later(bookingEndpoints.book, { body }))).message).toBe(needed)
  portal.clock.advance({ minutes: 61 })
  await portal.runJob('booking.purge')
  expect(await ask(db, 'select id from exam_answers')).toEqual([])
})

test('a child’s exam cannot be booked with answers about the guardian, and the questions are about the child', async () => {
  const { call, person, portal, db } = await withImaging()
  const child = await portal.person({ first_name: 'Martina', date_birth: '2010-01-01' })
  await buildLink(portal.db, { leader_id: person.id, member_id: child.id })
  await answer(call, person.id)
  const hold_id = await holdSlot(call)
  const body = { hold_id, patient_id: child.id, exam_id: brain }
  expect((await rejectionOf(call(bookingEndpoints.book, { body }))).message).toBe(needed)
  await answer(call, child.id)
  await call(bookingEndpoints.book, { body })
  expect(
    await ask(db, `select answers -> 4 ->> 'question' as question from exam_answers where patient_id = $1`, [
      child.id,
    ]),
  ).toEqual([{ question: '¿Está o podría estar embarazada?' }])
})

test('an exam can be moved only with valid answers, also if the move does not name the exam', async () => {
  const { call, person, portal, db } = await withImaging()
  await answer(call, person.id)
  const first = { hold_id: await holdSlot(call, 12), patient_id: person.id, exam_id: brain }
  const { data } = await call(bookingEndpoints.book, { body: first })
  portal.clock.advance({ days: 2 })
  const later = await agendaOf(portal, person)
  const move = {
    hold_id: await holdSlot(later, 14),
    patient_id: person.id,
    id_appointment: data.id_appointment,
  }
  expect((await rejectionOf(later(bookingEndpoints.book, { body: move }))).message).toBe(needed)
  await answer(later, person.id)
  expect((await later(bookingEndpoints.book, { body: move })).data.sub_context).toBe(data.sub_context)
  const [stored] = await ask<{ item: string; fresh: boolean }>(
    db,
    `select a.service_item as item, e.answered_at > $1::timestamptz - interval '1 hour' as fresh
       from appointments a join exam_answers e on e.id = a.exam_answers_id`,
    [portal.clock.now()],
  )
  expect(stored).toEqual({ item: `exam:${brain}`, fresh: true })
})

test('incomplete answers to a questionnaire are rejected', async () => {
  const { call, person, db } = await withImaging()
  const send = (answers: { id: string; yes: boolean }[]) =>
    rejectionOf(
      call(questionnaireEndpoints.answerQuestionnaire, {
        params: { exam_id: brain },
        body: { patient_id: person.id, answers },
      }),
    )
  for (const answers of [[], [{ id: 'rm1', yes: false }], Array(7).fill({ id: 'rm1', yes: false })]) {
    const error = await send(answers)
    expect([error.status, error.message]).toEqual([400, 'Responde todas las preguntas'])
  }
  expect(await ask(db, 'select id from exam_answers')).toEqual([])
})

test('a caller can neither give nor read answers for a patient for whom they may not book', async () => {
  const { person, portal } = await withImaging()
  const stranger = await portal.person()
  const call = await agendaOf(portal, stranger)
  await expectRejected(answer(call, person.id), 404)
  const body = { patient_id: person.id, answers: [] }
  await expectRejected(
    call(questionnaireEndpoints.answerQuestionnaire, { params: { exam_id: brain }, body }),
    404,
  )
})

test('the person who gave answers to a questionnaire can read them', async () => {
  const { call, person } = await withImaging()
  const read = async (exam_id = brain) =>
    (
      await call(questionnaireEndpoints.examQuestionnaire, {
        params: { exam_id },
        query: { patient_id: person.id },
      })
    ).data
  expect((await read()).answers).toBeNull()
  await answer(call, person.id, ['rm7'])
  expect((await read()).answers).toMatchObject({ can_book: false })
  expect(await read(1001)).toMatchObject({ questionnaire: null, answers: null })
  await expectRejected(read(99), 404)
})

import { expect, test } from 'vitest'
import { type Choice, getReservationStep, reopenQuestion, searchOf } from './reservation.flow.ts'

test.each<[Choice, string]>([
  [{}, 'site'],
  [{ office_id: 'MAIPU' }, 'specialty'],
  [{ modality: 'telemedicina' }, 'specialty'],
  [{ office_id: 'MAIPU', spec_id: '570' }, 'hour'],
  [{ office_id: 'PROVIDENCIA', spec_id: '362,363' }, 'specialty'],
  [{ office_id: 'MAIPU', specialty: '108' }, 'professional'],
  [{ office_id: 'MAIPU', specialty: '108', primera: true }, 'hour'],
  [{ rut_professional: '111111111' }, 'hour'],
  [{ exam_id: 1063 }, 'hour'],
  [{ procedure: 'A1' }, 'hour'],
  [{ id_appointment: 12 }, 'hour'],
  [{ id_appointment: 12, slot_id: 31 }, 'confirm'],
  [{ rut_professional: '111111111', slot_id: 31 }, 'person'],
  [{ rut_professional: '111111111', slot_id: 31, patient_id: 9 }, 'confirm'],
  [{ offer: 9 }, 'confirm'],
  [{ reservada: 77 }, 'done'],
])('the choices %j open the question «%s»', (choice, step) => {
  expect(getReservationStep(choice, { others: true }).name).toBe(step)
})

test('a user who books for no one else is not asked for whom the appointment is', () => {
  const held = { rut_professional: '111111111', slot_id: 31 }
  expect(getReservationStep(held, { others: false }).name).toBe('confirm')
  expect(getReservationStep(held, { others: undefined }).name).toBe('person')
})

test('a question that is opened again loses its answer and the later ones', () => {
  const choice: Choice = {
    office_id: 'MAIPU',
    specialty: '108',
    rut_professional: '111111111',
    day: '2026-11-26',
    slot_id: 31,
    patient_id: 9,
  }
  const step = (name: Parameters<typeof reopenQuestion>[1]) =>
    getReservationStep(reopenQuestion(choice, name), { others: true }).name
  expect(['hour', 'professional', 'specialty', 'site'].map((name) => step(name as 'hour'))).toEqual([
    'hour',
    'professional',
    'specialty',
    'site',
  ])
  expect(reopenQuestion({ spec_id: '362,363', specialty: '362' }, 'specialty').spec_id).toBe('362,363')
})

test('slots are searched in person at the site, or by video without a site', () => {
  const choice: Choice = { office_id: 'MAIPU', specialty: '108' }
  expect(searchOf(choice)).toMatchObject({ office_id: 'MAIPU', specialty: '108', modality: 'presencial' })
  expect(searchOf({ ...choice, modality: 'telemedicina' })).toMatchObject({
    office_id: undefined,
    modality: 'telemedicina',
  })
  expect(searchOf({ ...choice, office_id: 'AMBAS', modality: 'TODAS' })).toMatchObject({
    office_id: undefined,
    modality: undefined,
  })
  expect(searchOf({ ...choice, spec_id: '570', specialty: undefined }).modality).toBeUndefined()
})

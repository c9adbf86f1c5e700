import { expect, test } from 'vitest'
import { type Choice, getReservationStep, reopenQuestion, toSlotSearch } from './reservation.flow.ts'

test.each<[Choice, string]>([
  [{}, 'need'],
  [{ office_id: 'MAIPU' }, 'need'],
  [{ modality: 'telemedicina' }, 'need'],
  [{ office_id: 'PROVIDENCIA', spec_id: '362,363' }, 'need'],
  [{ specialty: '108' }, 'person'],
  [{ spec_id: '570' }, 'person'],
  [{ rut_professional: '111111111' }, 'person'],
  [{ exam_id: 1063 }, 'person'],
  [{ procedure: 'A1' }, 'person'],
  [{ rut_professional: '111111111', slot_id: 31 }, 'person'],
  [{ spec_id: '108', patient_id: 9 }, 'professional'],
  [{ spec_id: '570', patient_id: 9 }, 'hour'],
  [{ specialty: '108', primera: true, patient_id: 9 }, 'hour'],
  [{ rut_professional: '111111111', patient_id: 9 }, 'hour'],
  [{ exam_id: 1063, patient_id: 9 }, 'hour'],
  [{ id_appointment: 12 }, 'hour'],
  [{ id_appointment: 12, slot_id: 31 }, 'confirm'],
  [{ rut_professional: '111111111', slot_id: 31, patient_id: 9 }, 'confirm'],
  [{ offer: 9 }, 'confirm'],
  [{ reservada: 77 }, 'done'],
])('the choices %j open the question «%s»', (choice, step) => {
  expect(getReservationStep(choice, { others: true }).name).toBe(step)
})

test('a user who books for no one else is not asked for whom the appointment is', () => {
  const chosen = { rut_professional: '111111111' }
  expect(getReservationStep(chosen, { others: false }).name).toBe('hour')
  expect(getReservationStep(chosen, { others: undefined }).name).toBe('person')
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
  const names = ['hour', 'professional', 'specialty'] as const
  const opened = names.map((name) => getReservationStep(reopenQuestion(choice, name), { others: true }).name)
  expect(opened).toEqual(['hour', 'professional', 'need'])
  expect(reopenQuestion({ spec_id: '362,363', specialty: '362' }, 'specialty').spec_id).toBe('362,363')
})

test('slots are searched in person at the site, or by video without a site', () => {
  const choice: Choice = { office_id: 'MAIPU', specialty: '108' }
  expect(toSlotSearch(choice)).toMatchObject({ office_id: 'MAIPU', specialty: '108', modality: 'presencial' })
  expect(toSlotSearch({ ...choice, modality: 'telemedicina' })).toMatchObject({
    office_id: undefined,
    modality: 'telemedicina',
  })
  expect(toSlotSearch({ ...choice, office_id: 'AMBAS', modality: 'TODAS' })).toMatchObject({
    office_id: undefined,
    modality: undefined,
  })
  expect(toSlotSearch({ spec_id: '108' }).modality).toBe('presencial')
  expect(toSlotSearch({ rut_professional: '111111111' }).modality).toBeUndefined()
  expect(toSlotSearch({ ...choice, spec_id: '570', specialty: undefined }).modality).toBeUndefined()
})

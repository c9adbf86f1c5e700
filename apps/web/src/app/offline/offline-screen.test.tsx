import 'fake-indexeddb/auto'
import type { Appointment } from '@mi-portal/contract/appointments'
import type { BookedAppointment } from '@mi-portal/contract/booking/preparation'
import type { ExamResults } from '@mi-portal/contract/exams'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInAs } from '../../../test/build.ts'
import { withDatabase } from '../../lib/offline/device-database.ts'
import { beginOfflineStore, deleteOfflineData } from '../../lib/offline/offline-store.ts'
import { OfflineScreen } from './offline-screen.tsx'
import { nameOf, type StoredValue } from './stored-values.ts'

const start = Date.parse('2026-11-24T21:05:00Z')
const minute = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['Date'] })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
})

afterEach(async () => {
  await deleteOfflineData()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const appointment: Appointment = {
  id_appointment: 31,
  patient_id: 1,
  rut_professional: '111111111',
  cod_specialty: '11',
  doctor_name: 'Dra. Rocío Olea',
  specialty: 'Cardiología',
  sub_context: 'Control',
  date: '25/11/2026',
  date_mobile: '25 nov',
  hour: '09:30',
  place_care: 'Otra',
  place_care_portal: 'Sede Otra, piso 2',
  doctor_image: null,
  starts_at: '2026-11-25T12:30:00.000Z',
  ends_at: '2026-11-25T13:00:00.000Z',
  modality: 'presencial',
  video: null,
}

const booked: BookedAppointment = {
  hour: { ...appointment, patient_full_name: 'Camila Fuentes Rojas' },
  office: {
    office_id: 'OTRA',
    id: 1,
    name: 'Otra',
    address: 'Avenida Uno 100',
    phone: '2 2000 0000',
    entry: 'Entra por el patio.',
  },
  specialty: '11',
  exam_id: null,
  procedure: null,
  reminders: { days: [], to: 'caller' },
  preparation: {
    title: 'Preparación del examen',
    html: '<p>Trae tu orden.</p>',
    pdf: null,
    fasting: [{ hours: 8, from: '2026-11-25T04:30:00.000Z' }],
  },
}

const shown: ExamResults = {
  type: 'laboratory',
  purpose: null,
  critical_advice: 'Contacta a tu médico hoy.',
  exam: {
    attention_id: 5,
    attention_number: 'A-1',
    patient_id: 1,
    type_exam: 'Perfil lipídico',
    doctor_solicite: 'Dr. Soto',
    date: '20/11/2026',
    hour: '08:15',
    type_patient: 'Ambulatorio',
    status: 'preliminary',
    corrected_on: null,
    has_document: true,
    patient_full_name: 'Camila Fuentes Rojas',
    patient_document: '12.345.678-5',
  },
  conclusion: 'Control en un año.',
  report: [],
  results: [],
  pdf_url: '/exams/files/a-key',
  documents: [],
  has_unshowable_document: false,
}

async function storeAs(user: { token: string; id: number }, values: readonly StoredValue[]) {
  const store = await beginOfflineStore<StoredValue>(user, start + 30 * minute)
  for (const value of values) await store.put(nameOf(value), value)
}

const countRecords = () => withDatabase((database) => database.count('records'))
const values: readonly StoredValue[] = [
  { kind: 'appointments', patient_id: 1, appointments: [appointment] },
  { kind: 'preparation', patient_id: 1, booked },
  { kind: 'result', patient_id: 1, shown },
]

test('an appointment that has ended is no longer shown', async () => {
  await storeAs(signInAs(), [
    {
      kind: 'appointments',
      patient_id: 1,
      appointments: [{ ...appointment, ends_at: '2026-11-24T21:00:00Z' }],
    },
  ])
  render(<OfflineScreen />)
  expect(await screen.findByText('No hay próximas horas guardadas en este dispositivo.')).toBeVisible()
})

test('another patient, and staff, see nothing of what a patient stored', async () => {
  for (const other of [{ token: 'another', id: 2 }, { rol: 'ADMIN_ROLE' as const }]) {
    await storeAs(signInAs(), values)
    signInAs(other)
    const { unmount } = render(<OfflineScreen />)
    expect(await screen.findByText('No hay datos guardados en este dispositivo')).toBeVisible()
    await expect.poll(countRecords).toBe(0)
    unmount()
  }
})

test('data of a session that has ended are not shown, and are deleted', async () => {
  await storeAs(signInAs(), values)
  vi.setSystemTime(start + 30 * minute)
  render(<OfflineScreen />)
  expect(await screen.findByText('No hay datos guardados en este dispositivo')).toBeVisible()
  expect(await countRecords()).toBe(0)
})

test('with a network and a portal that does not answer, the screen says so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no answer')
  })
  render(<OfflineScreen />)
  expect(
    screen.getByRole('heading', { level: 1, name: 'El portal no responde en este momento' }),
  ).toBeVisible()
  expect(await screen.findByText('No hay datos guardados en este dispositivo')).toBeVisible()
  vi.unstubAllGlobals()
})

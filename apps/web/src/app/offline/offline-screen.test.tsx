import 'fake-indexeddb/auto'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInAs } from '../../../test/build.ts'
import { buildAppointment } from '../../../test/record.ts'
import { withDatabase } from '../../lib/offline/device-database.ts'
import { beginOfflineStore, deleteOfflineData } from '../../lib/offline/offline-store.ts'
import { OfflineScreen } from './offline-screen.tsx'
import { getRecordName, type StoredValue } from './stored-values.ts'

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

const appointment = buildAppointment({
  patient_id: 1,
  starts_at: '2026-11-25T12:30:00Z',
  ends_at: '2026-11-25T13:00:00Z',
})

async function storeAs(user: { token: string; id: number }, values: readonly StoredValue[]) {
  const store = await beginOfflineStore<StoredValue>(user, start + 30 * minute)
  for (const value of values) await store.put(getRecordName(value), value)
}

const countRecords = () => withDatabase((database) => database.count('records'))
const values: readonly StoredValue[] = [{ kind: 'appointments', patient_id: 1, appointments: [appointment] }]

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

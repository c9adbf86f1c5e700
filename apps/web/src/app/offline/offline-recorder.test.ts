import 'fake-indexeddb/auto'
import type { Agenda } from '@mi-portal/contract/appointments/appointment-agenda'
import type { Appointment, AppointmentList } from '@mi-portal/contract/appointments/appointments'
import type { BookedAppointment } from '@mi-portal/contract/booking/preparation'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { ExamResults } from '@mi-portal/contract/exams/exams'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  agendaQuery,
  appointmentsQuery,
  appointmentsSummaryQuery,
} from '../../features/appointments/appointments.queries.ts'
import { bookedAppointmentQuery } from '../../features/booking/booked-appointments.queries.ts'
import { shownResultsKey } from '../../features/exams/exams.queries.ts'
import { selectionsQuery } from '../../features/people/people.queries.ts'
import { now } from '../../lib/clock.ts'
import { beginOfflineStore, deleteOfflineData } from '../../lib/offline/offline-store.ts'
import { startOfflineRecorder } from './offline-recorder.ts'
import { getRecordName, type StoredValue, type StoredValues } from './stored-values.ts'

const user = { token: 'a-secret-of-the-session', id: 1 }
const child = 2

let client: QueryClient
let store: StoredValues
let stop: () => void

/** Starts the recorder. The server's answers about preparations are given by `prepare`. */
function start(prepare: (id: number) => unknown = () => null) {
  client.prefetchQuery = vi.fn(async ({ queryKey }) => {
    const id = Number(queryKey.at(-1))
    const answer = Number.isNaN(id) ? null : prepare(id)
    if (answer) client.setQueryData(queryKey, answer)
  })
  client.ensureQueryData = vi.fn(
    async ({ queryKey }) => client.getQueryData(queryKey) ?? { selections: [{ id: child }], delegated: [] },
  ) as typeof client.ensureQueryData
  stop = startOfflineRecorder({ client, store, ownId: user.id })
}

beforeEach(async () => {
  client = new QueryClient()
  store = await beginOfflineStore<StoredValue>(user, now().getTime() + 60_000)
})

afterEach(async () => {
  stop()
  client.clear()
  await deleteOfflineData()
})

const appointment = (id_appointment: number, day: number, patient_id = 1) =>
  ({ id_appointment, patient_id, starts_at: `2026-12-0${day}T12:00:00.000Z` }) as Appointment
const listOf = (count_appointment: number, ...appointments: Appointment[]) =>
  ({ appointments, count_appointment }) as AppointmentList
const resultOf = (patient_id: number, attention_id: number) =>
  ({ exam: { patient_id, attention_id } }) as ExamResults

const showResult = (patient_id: number, attention_id: number) =>
  client.setQueryData([...shownResultsKey(patient_id), attention_id], resultOf(patient_id, attention_id))

const storedNames = async () => (await store.readAll()).map(({ name }) => name).sort()
const expectStored = (...names: string[]) => expect.poll(storedNames).toEqual([...names].sort())
const storedIds = async () =>
  (await store.readAll()).flatMap(({ value }) =>
    value.kind === 'appointments' ? value.appointments.map(({ id_appointment }) => id_appointment) : [],
  )

test('upcoming appointments that the patient saw are stored, and those of the past are not', async () => {
  client.setQueryData(appointmentsSummaryQuery(1, 'upcoming').queryKey, listOf(1, appointment(10, 1)))
  start()
  client.setQueryData(appointmentsQuery(child, 'upcoming', 1).queryKey, listOf(1, appointment(20, 1, child)))
  client.setQueryData(appointmentsQuery(1, 'history', 1).queryKey, listOf(1, appointment(30, 1)))
  await expectStored('appointments 1', 'appointments 2')
  expect((await storedIds()).sort()).toEqual([10, 20])
})

test('of a list of several people the patient’s own appointments are stored, and the later ones stay', async () => {
  client.setQueryData(
    appointmentsQuery(1, 'upcoming', 1).queryKey,
    listOf(2, appointment(10, 1), appointment(11, 5)),
  )
  start()
  await expectStored('appointments 1')
  client.setQueryData(
    agendaQuery(1, 'all', 'upcoming', 1).queryKey,
    listOf(3, appointment(10, 1), appointment(20, 2, child)) as Agenda,
  )
  await expect.poll(storedIds).toEqual([10, 11])
  client.setQueryData(
    agendaQuery(1, 'all', 'upcoming', 1).queryKey,
    listOf(1, appointment(20, 2, child)) as Agenda,
  )
  await expect.poll(storedIds).toEqual([])
})

test('a shorter list keeps the later appointments, and a cancelled appointment disappears with its preparation', async () => {
  start((id) => ({ hour: { id_appointment: id, patient_id: 1 } }))
  client.setQueryData(
    appointmentsQuery(1, 'upcoming', 1).queryKey,
    listOf(3, appointment(10, 1), appointment(11, 2), appointment(12, 3)),
  )
  await expectStored('appointments 1', 'preparation 10', 'preparation 11', 'preparation 12')
  client.setQueryData(appointmentsSummaryQuery(1, 'upcoming').queryKey, listOf(2, appointment(10, 1)))
  await expectStored('appointments 1', 'preparation 10', 'preparation 11')
  expect(await storedIds()).toEqual([10, 11])
  client.setQueryData(appointmentsSummaryQuery(1, 'upcoming').queryKey, listOf(0))
  await expectStored('appointments 1')
})

test('preparations are loaded for the patient’s own appointments only, and once', async () => {
  start()
  client.setQueryData(appointmentsQuery(child, 'upcoming', 1).queryKey, listOf(1, appointment(20, 1, child)))
  for (const count of [1, 1])
    client.setQueryData(appointmentsQuery(1, 'upcoming', 1).queryKey, listOf(count, appointment(10, 1)))
  await expect.poll(() => client.prefetchQuery).toHaveBeenCalled()
  await expectStored('appointments 1', 'appointments 2')
  const asked = vi.mocked(client.prefetchQuery).mock.calls.map(([options]) => options.queryKey)
  expect(asked.filter((key) => String(key) === String(bookedAppointmentQuery(10).queryKey))).toHaveLength(1)
  expect(asked.map(String)).not.toContain(String(bookedAppointmentQuery(20).queryKey))
})

test('the last ten opened results are stored', async () => {
  start()
  for (let exam = 1; exam <= 12; exam += 1) {
    vi.setSystemTime(Date.now() + exam)
    showResult(1, exam)
    await expect.poll(storedNames).toContain(`result 1 ${exam}`)
  }
  await expect.poll(storedNames).toHaveLength(10)
  expect(await storedNames()).not.toContain('result 1 2')
})

test('data of a child are removed once the patient may no longer use the child’s record', async () => {
  start()
  showResult(1, 5)
  showResult(child, 6)
  await expectStored('result 1 5', 'result 2 6')
  const self = { id: 1, first_name: 'Camila', last_name: 'Fuentes', is_self: true }
  const tomas = { ...self, id: child, first_name: 'Tomás', is_self: false }
  client.setQueryData(selectionsQuery.queryKey, { selections: [self, tomas], delegated: [] })
  await expectStored('names', 'result 1 5', 'result 2 6')
  client.setQueryData(selectionsQuery.queryKey, { selections: [self], delegated: [] })
  await expectStored('names', 'result 1 5')
})

const jorge = { id: 3, first_name: 'Jorge', last_name: 'Rojas', matters: ['exams' as const], may_book: false }

test.each([
  ['as a delegate', [jorge]],
  ['by an access that the list of people does not contain yet', []],
])('data that the user sees %s are not stored', async (_, delegated) => {
  start()
  const self = { id: 1, first_name: 'Camila', last_name: 'Fuentes', is_self: true }
  client.setQueryData(selectionsQuery.queryKey, { selections: [self], delegated })
  showResult(3, 7)
  client.setQueryData(appointmentsQuery(3, 'upcoming', 1).queryKey, listOf(1, appointment(20, 1, child)))
  client.setQueryData(bookedAppointmentQuery(20).queryKey, {
    hour: { id_appointment: 20, patient_id: 3 },
  } as BookedAppointment)
  showResult(1, 5)
  await expectStored('names', 'result 1 5')
})

test('with stored data of others, each start asks whose record the patient may use', async () => {
  await store.put('result 1 5', { kind: 'result', patient_id: 1, shown: resultOf(1, 5) })
  start()
  await expectStored('result 1 5')
  expect(client.prefetchQuery).not.toHaveBeenCalled()
  stop()
  await store.put('result 2 6', { kind: 'result', patient_id: child, shown: resultOf(child, 6) })
  start()
  await expect.poll(() => client.prefetchQuery).toHaveBeenCalledWith(selectionsQuery)
})

test('data of a patient are removed when the server rejects a call about that patient’s record', async () => {
  start()
  for (const code of ['forbidden', 'notFound'] as const) {
    showResult(1, 5)
    showResult(child, 6)
    await expectStored('result 1 5', 'result 2 6')
    await client
      .fetchQuery({
        queryKey: [...appointmentsQuery(child, 'upcoming', 1).queryKey, code],
        queryFn: () => Promise.reject(new ApiError(code)),
        retry: false,
      })
      .catch(() => undefined)
    await expectStored('result 1 5')
  }
})

test('nothing is stored after the recorder was stopped', async () => {
  start()
  showResult(1, 5)
  await expectStored('result 1 5')
  stop()
  showResult(1, 6)
  await store.put(getRecordName({ kind: 'names', names: [] }), { kind: 'names', names: [] })
  await expectStored('names', 'result 1 5')
})

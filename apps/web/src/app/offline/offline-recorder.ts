/**
 * Stores what a patient sees in this session, by following the cache of the server's answers. Loads by itself only how to prepare for
 * the patient's own next appointments.
 */

import type { AppointmentList } from '@mi-portal/contract/appointments/appointments'
import type { BookedAppointment } from '@mi-portal/contract/booking/preparation'
import { CallError } from '@mi-portal/contract/calls/call-error'
import type { ExamResults } from '@mi-portal/contract/exams/exams'
import { joinName } from '@mi-portal/contract/fields/full-name'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { appointmentsKey } from '../../features/appointments/appointments.queries.ts'
import { bookedAppointmentQuery } from '../../features/booking/booked-appointments.queries.ts'
import { shownResultsKey } from '../../features/exams/exams.queries.ts'
import { selectionsQuery } from '../../features/people/people.queries.ts'
import {
  findPatientAppointments,
  getRecordName,
  listPatientRecords,
  mergeAppointments,
  preparationName,
  recordsWithoutAccess,
  type StoredValue,
  type StoredValues,
  surplusResults,
} from './stored-values.ts'

interface RecorderDependencies {
  client: QueryClient
  store: StoredValues
  /** The signed-in patient. */
  ownId: number
}

/** Returns whether a query key begins with these parts. */
function startsWith(key: QueryKey, start: readonly unknown[]): boolean {
  return start.every((part, index) => key[index] === part)
}

const bookedKey = bookedAppointmentQuery(0).queryKey.slice(0, -1)

/** Starts to store what the patient sees. Returns a function that stops this. */
export function startOfflineRecorder({ client, store, ownId }: RecorderDependencies): () => void {
  let isStopped = false
  // One write after another, because some depend on what is stored.
  let work = Promise.resolve()
  const enqueue = (step: () => Promise<void>) => {
    // What cannot be stored (a full device, a private window) is missing without a connection; the portal works as before.
    work = work.then(() => (isStopped ? undefined : step())).catch(() => undefined)
  }

  /**
   * Stores data of a patient only if the user may see the whole record. What the user sees as a delegate is never stored on the device,
   * also while the loaded list of people does not contain this access yet.
   */
  function enqueueOf(patientId: number, step: (patientId: number) => Promise<void>) {
    enqueue(async () => {
      if (patientId !== ownId) {
        const { selections } = await client.ensureQueryData(selectionsQuery)
        if (!selections.some(({ id }) => id === patientId)) return
      }
      await step(patientId)
    })
  }

  async function remove(names: readonly string[]) {
    for (const name of names) await store.remove(name)
  }

  async function save(value: StoredValue) {
    await store.put(getRecordName(value), value)
    if (value.kind === 'result') await remove(surplusResults(await store.readAll()))
  }

  async function saveAppointments(patient_id: number, loaded: AppointmentList) {
    const records = await store.readAll()
    const known = records.flatMap(({ value }) =>
      value.kind === 'appointments' && value.patient_id === patient_id ? value.appointments : [],
    )
    const appointments = mergeAppointments(known, loaded)
    await save({ kind: 'appointments', patient_id, appointments })
    const gone = known.filter(
      ({ id_appointment }) => !appointments.some((one) => one.id_appointment === id_appointment),
    )
    await remove(gone.map(({ id_appointment }) => preparationName(id_appointment)))
    if (patient_id === ownId) void loadPreparations(appointments.map(({ id_appointment }) => id_appointment))
  }

  const requested = new Set<number>()

  /** Loads how to prepare for appointments, each once. The cache then reports the answers, which are stored. */
  async function loadPreparations(appointments: readonly number[]) {
    for (const id of appointments) {
      if (isStopped || requested.has(id)) continue
      requested.add(id)
      await client.prefetchQuery({ ...bookedAppointmentQuery(id), retry: false })
    }
  }

  async function saveNames(selections: { id: number; first_name: string; last_name: string }[]) {
    const allowed = [ownId, ...selections.map(({ id }) => id)]
    await remove(recordsWithoutAccess(await store.readAll(), allowed))
    const names = selections.map(({ id, first_name, last_name }) => ({
      id,
      name: joinName(first_name, last_name),
    }))
    await save({ kind: 'names', names })
  }

  /** Stores the answer of a query if it is one of those that are shown without a connection. */
  function saveAnswer({ queryKey }: Query) {
    const [kind, patientId] = queryKey
    if (kind === 'record' && typeof patientId === 'number') return saveOfRecord(patientId, queryKey)
    if (startsWith(queryKey, bookedKey) && typeof queryKey[bookedKey.length] === 'number') {
      const booked = client.getQueryData<BookedAppointment>(queryKey)
      if (booked)
        enqueueOf(booked.hour.patient_id, (patient_id) => save({ kind: 'preparation', patient_id, booked }))
    } else if (startsWith(queryKey, selectionsQuery.queryKey)) {
      const people = client.getQueryData(selectionsQuery.queryKey)
      if (people) enqueue(() => saveNames(people.selections))
    }
  }

  function saveOfRecord(patient_id: number, queryKey: QueryKey) {
    if (startsWith(queryKey, appointmentsKey(patient_id))) {
      const part = queryKey.slice(appointmentsKey(patient_id).length)
      const [when] = part
      const page = part.at(-1)
      const loaded = client.getQueryData<AppointmentList>(queryKey)
      const own = loaded && findPatientAppointments(patient_id, loaded)
      if (own && when === 'upcoming' && (page === 'summary' || page === 1))
        enqueueOf(patient_id, () => saveAppointments(patient_id, own))
    } else if (startsWith(queryKey, shownResultsKey(patient_id))) {
      const shown = client.getQueryData<ExamResults>(queryKey)
      if (shown) enqueueOf(patient_id, () => save({ kind: 'result', patient_id, shown }))
    }
  }

  /** Removes all data of a patient when the server rejects a call about that patient's record. */
  function removeRejected({ queryKey: [kind, patientId], state: { error } }: Query) {
    const isRejected = error instanceof CallError && (error.status === 403 || error.status === 404)
    if (kind === 'record' && typeof patientId === 'number' && isRejected)
      enqueue(async () => remove(listPatientRecords(await store.readAll(), patientId)))
  }

  /** Asks whose record the patient may use, if the device stores data of others: access may have ended meanwhile. */
  async function checkAccess() {
    const others = recordsWithoutAccess(await store.readAll(), [ownId])
    if (others.length > 0) void client.prefetchQuery(selectionsQuery)
  }

  const cache = client.getQueryCache()
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'success') saveAnswer(event.query)
    if (event.action.type === 'error') removeRejected(event.query)
  })
  enqueue(checkAccess)
  for (const query of cache.getAll()) if (query.state.status === 'success') saveAnswer(query)
  return () => {
    isStopped = true
    stop()
  }
}

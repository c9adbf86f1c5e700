/** `slots.taken` is true only while a booked appointment overlaps the slot, and nobody waits for it to be written. */
import pg from 'pg'
import { expect, test } from 'vitest'
import { openTestDatabase, urlOfTestDatabase } from '../../../../test/database.ts'

const monday = '2026-11-30'
const at = (time: string) => `${monday}T${time}Z`

/** A professional with the slots 12:00, 12:30 and 13:00, and a question that names the taken ones. */
async function withSlots() {
  const db = await openTestDatabase()
  const [person] = await db.ask<{
    id: number
  }>(`insert into people (document_type_id, document_number, first_name, last_name, rol, status)
     values (1, 'N1', 'Nombre', 'Apellido', 'STANDART_ROLE', 1) returning id`)
  const [who] = await db.ask<{ id: number }>(
    `insert into professionals (rut, name) values ('21', 'Dra. Eva Soto') returning id`,
  )
  await db.ask(
    `insert into schedules (professional_id, office_id, specialty_code, weekday, starts, ends, slot_minutes, room, modality, valid_from)
     values ($1, 2, 101, 1, '09:00', '10:30', 30, 'sala 1', 'presencial', '2020-01-01')`,
    [who!.id],
  )
  const refresh = () => db.ask(`select refresh_slots(null, '${monday}', '${monday}')`)
  await refresh()
  const book = async (from: string, to: string) =>
    (
      await db.ask<{ id: number }>(
        `insert into appointments (patient_id, professional_id, rut_professional, doctor_name, specialty_code, specialty, sub_context,
           office_id, place_care, place_detail, modality, starts_at, ends_at, state, created_at, scheduled)
         values ($1, $2, '21', 'Dra. Eva Soto', 101, 'Medicina', 'Consulta', 2, 'Providencia', 'sala 1', 'presencial',
           $3::timestamptz, $4::timestamptz, 'booked', now(), true) returning id`,
        [person!.id, who!.id, at(from), at(to)],
      )
    )[0]!.id
  const taken = async () =>
    (
      await db.ask<{ time: string }>(
        `select to_char(starts_at at time zone 'UTC', 'HH24:MI') as time from slots where taken order by 1`,
      )
    ).map(({ time }) => time)
  const cancel = (id: number) => db.ask(`update appointments set state = 'cancelled' where id = $1`, [id])
  /** Runs something while another transaction has locked or changed all slots, and ends that transaction. */
  const beside = async (change: string, work: () => Promise<unknown>, end: 'commit' | 'rollback') => {
    const client = new pg.Client({ connectionString: await urlOfTestDatabase(db) })
    await client.connect()
    await client.query('begin')
    await client.query(change)
    await work()
    await client.query(end)
    await client.end()
  }
  return { db, book, cancel, taken, refresh, beside }
}

test('an appointment takes the slots that it overlaps, and frees them when it is moved, ended or deleted', async () => {
  const { db, book, cancel, taken, refresh } = await withSlots()
  const id = await book('12:15', '12:45')
  expect(await taken()).toEqual(['12:00', '12:30'])
  const next = await book('12:45', '13:00')
  await db.ask(
    `update appointments set starts_at = '${at('13:00')}', ends_at = '${at('13:30')}' where id = $1`,
    [id],
  )
  // Freed by the move, although the other appointment still overlaps it: a search looks again, and so does a refresh.
  expect(await taken()).toEqual(['13:00'])
  await refresh()
  expect(await taken()).toEqual(['12:30', '13:00'])
  await cancel(id)
  await db.ask('delete from appointments where id = $1', [next])
  expect(await taken()).toEqual([])
})

test('a changed slot counts as free until it is compared with the appointments', async () => {
  const { db, book, taken, refresh } = await withSlots()
  await book('12:30', '13:00')
  await db.ask(`update schedules set slot_minutes = 45`)
  await refresh()
  expect(await taken()).toEqual(['12:00', '12:45'])
  await db.ask('delete from schedules')
  await refresh()
  expect(await taken()).toEqual([])
})

test('a booking and a cancellation wait for no change of a calendar, and a refresh corrects what they left', async () => {
  const { book, cancel, taken, refresh, beside } = await withSlots()
  const first = await book('12:00', '12:30')
  const changing = 'update slots set taken = false'
  await beside(
    changing,
    async () => {
      await book('12:30', '13:00')
      await cancel(first)
    },
    'commit',
  )
  expect(await taken()).toEqual([])
  await refresh()
  expect(await taken()).toEqual(['12:30'])

  const last = await book('13:00', '13:30')
  await beside(changing, () => cancel(last), 'rollback')
  await refresh()
  expect(await taken()).toEqual(['12:30'])
})

test('a refresh does not take a slot for an appointment that is being cancelled', async () => {
  const { db, book, taken, refresh, beside } = await withSlots()
  await book('12:00', '12:30')
  await db.ask('update slots set taken = false')
  await beside(`update appointments set state = 'cancelled'`, refresh, 'commit')
  expect(await taken()).toEqual([])
})

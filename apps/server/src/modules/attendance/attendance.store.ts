/** Reads the appointments that have begun, with whether the patient attended. */
import type { Attendance, StartedAppointment } from '@mi-portal/contract/attendance'
import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

type StartedRow = Omit<StartedAppointment, 'starts_at' | 'ends_at' | 'attendance_at'> & {
  readonly starts_at: Date
  readonly ends_at: Date
  readonly attendance_at: Date | null
}

/** The sites to which a member of staff is limited; null: every site. */
type Sites = readonly number[] | null

const columns = `a.id as id_appointment, a.patient_id,
  concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name,
  a.starts_at, a.ends_at, a.doctor_name, case when a.modality = 'telemedicina' then 'Telemedicina' else a.place_care end as place,
  a.modality, a.attendance, a.attendance_at,
  (select concat_ws(' ', s.first_name, s.last_name) from people s where s.id = a.attendance_by) as attendance_by`
const isAtSites = '(:sites::int[] is null or a.office_id = any(:sites::int[]))'
// An appointment that another system reported as missed is stored as cancelled. The conditions are those of the indexes.
const isRecordable = `(a.state = 'booked' or (a.state = 'cancelled' and a.attendance = 'missed'))`
const page = 'limit :limit_rows::int offset :offset_rows::int'

const ofDay = `from appointments a join people p on p.id = a.patient_id
  where ${isRecordable} and a.starts_at >= :from::timestamptz and a.starts_at < :until::timestamptz
    and a.starts_at <= :now::timestamptz and (not :only_pending::boolean or a.attendance is null) and ${isAtSites}
    and not exists (select from unnest(:patterns::text[]) pattern where p.search not like folded(pattern))`
/** `patterns`: of words that all occur in the patient's name or document. */
type OfDay = {
  from: Date
  until: Date
  now: Date
  only_pending: boolean
  patterns: readonly string[]
  sites: Sites
}
type Rows = { limit_rows: number; offset_rows: number }

const listDay = statement<StartedRow, OfDay & Rows>(
  'attendance.listDay',
  `select ${columns} ${ofDay} order by a.starts_at, a.id ${page}`,
)
const countDay = statement<{ count: number }, OfDay>(
  'attendance.countDay',
  `select count(*)::int as count from (select 1 ${ofDay} limit ${exactTotal + 1}) counted`,
)

const ofPatient = `from appointments a join people p on p.id = a.patient_id
  where ${isRecordable} and a.patient_id = :patient_id and a.starts_at <= :now::timestamptz and ${isAtSites}`
type OfPatient = { patient_id: number; now: Date; sites: Sites }

const listPatient = statement<StartedRow, OfPatient & Rows>(
  'attendance.listPatient',
  `select ${columns} ${ofPatient} order by a.starts_at desc, a.id desc ${page}`,
)
const countPatient = statement<{ count: number }, OfPatient>(
  'attendance.countPatient',
  `select count(*)::int as count from (select 1 ${ofPatient} limit ${exactTotal + 1}) counted`,
)

const findShown = statement<StartedRow, { id: number; now: Date; sites: Sites }>(
  'attendance.findShown',
  `select ${columns} from appointments a join people p on p.id = a.patient_id
   where a.id = :id and ${isRecordable} and a.starts_at <= :now::timestamptz and ${isAtSites}`,
)

type Recordable = {
  readonly patient_id: number
  readonly starts_at: Date
  readonly attendance: Attendance | null
}
const find = statement<Recordable, { id: number; sites: Sites }>(
  'attendance.find',
  `select a.patient_id, a.starts_at, a.attendance from appointments a where a.id = :id and ${isRecordable} and ${isAtSites}`,
)

const toRows = ({ page: number, limit }: Page): Rows => ({
  limit_rows: limit,
  offset_rows: (number - 1) * limit,
})

function pagedOf(rows: readonly StartedRow[], count: number | undefined): Paged<StartedRow> {
  const total = count ?? 0
  return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
}

export function createAttendanceStore(db: Database) {
  return {
    ofDay: async (day: OfDay, asked: Page): Promise<Paged<StartedRow>> => {
      const [rows, counted] = await Promise.all([
        db.run(listDay, { ...day, ...toRows(asked) }),
        db.run(countDay, day),
      ])
      return pagedOf(rows, counted[0]?.count)
    },
    ofPatient: async (of: OfPatient, asked: Page): Promise<Paged<StartedRow>> => {
      const [rows, counted] = await Promise.all([
        db.run(listPatient, { ...of, ...toRows(asked) }),
        db.run(countPatient, of),
      ])
      return pagedOf(rows, counted[0]?.count)
    },
    /** Finds an appointment that has begun at one of these sites, for display. */
    findShown: async (id: number, now: Date, sites: Sites) =>
      (await db.run(findShown, { id, now, sites }))[0] ?? null,
    /** Finds an appointment at one of these sites that is booked or was reported as missed. */
    find: async (id: number, sites: Sites) => (await db.run(find, { id, sites }))[0] ?? null,
  }
}

export type AttendanceStore = ReturnType<typeof createAttendanceStore>

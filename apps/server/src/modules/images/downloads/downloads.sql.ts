/** Stores which downloads of studies run or are about to begin. The table's constraints decide what several servers do at once. */
import type { StudyFormat } from '@mi-portal/contract/images'
import type { Queries } from '../../../platform/database/database.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import type { DownloadsSql } from './downloads.sql.generated.ts'

const sql = defineSql<DownloadsSql>('images')

/** What is downloaded. */
export type WantedStudy = { readonly study: string; readonly format: StudyFormat }

const deleteEnded = sql(
  'deleteEndedDownloads',
  'delete from image_downloads where ends_at <= :now::timestamptz',
)
const reserveSql = sql(
  'reserveDownload',
  `insert into image_downloads (place, person_id, study, format, ends_at)
   select place, :person_id::int, :study, :format, :ends_at::timestamptz
   from generate_series(1, :places::int) as known (place)
   where not exists (select from image_downloads d where d.place = known.place)
   order by place limit 1
   on conflict do nothing returning id`,
)
const counted = sql(
  'countDownloads',
  `select count(*)::int as total!, count(*) filter (where person_id = :person_id)::int as own! from image_downloads`,
)
const startSql = sql(
  'startDownload',
  `update image_downloads set is_started = true, ends_at = :ends_at::timestamptz
   where id = :id and person_id = :person_id and not is_started and ends_at > :now::timestamptz
   returning study, format`,
)
const renewSql = sql(
  'renewDownload',
  'update image_downloads set ends_at = :ends_at::timestamptz where id = :id returning id',
)
const endSql = sql('endDownload', 'delete from image_downloads where id = :id')

/** Reserves a place. Returns the id of the reservation, or why there is none. */
export const reserve = async (
  db: Queries,
  personId: number,
  wanted: WantedStudy,
  { places, now, until }: { readonly places: number; readonly now: Date; readonly until: Date },
): Promise<number | 'own' | 'all'> => {
  await db.run(deleteEnded, { now })
  // Another server may take the same place at the same time; then the next one is tried.
  for (let attempt = 0; attempt <= places; attempt++) {
    const [row] = await db.run(reserveSql, { person_id: personId, ...wanted, places, ends_at: until })
    if (row !== undefined) return row.id
    const [count] = await db.run(counted, { person_id: personId })
    if (count !== undefined && count.own > 0) return 'own'
    if (count !== undefined && count.total >= places) return 'all'
  }
  return 'all'
}

/** Starts a reserved download; null if it ended or has started before. */
export const start = async (
  db: Queries,
  id: number,
  personId: number,
  now: Date,
  until: Date,
): Promise<WantedStudy | null> => {
  const [row] = await db.run(startSql, { id, person_id: personId, now, ends_at: until })
  return row === undefined ? null : { study: row.study, format: row.format === 'jpeg' ? 'jpeg' : 'dicom' }
}

/** Moves the end on. Returns false if the place was given to another download. */
export const renew = async (db: Queries, id: number, until: Date) =>
  (await db.run(renewSql, { id, ends_at: until })).length > 0

export const end = async (db: Queries, id: number) => {
  await db.run(endSql, { id })
}

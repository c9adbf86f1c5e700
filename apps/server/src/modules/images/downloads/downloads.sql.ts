import { defineSql } from '../../../platform/database/statement.ts'
import type { DownloadsSql } from './downloads.sql.generated.ts'

const sql = defineSql<DownloadsSql>('images')

export const deleteEndedDownloads = sql('deleteEndedDownloads')`
  delete from image_downloads where ends_at <= :now::timestamptz`

export const insertDownload = sql('reserveDownload')`
  insert into image_downloads (place, person_id, study, format, ends_at)
  select place, :person_id::int, :study, :format, :ends_at::timestamptz
  from generate_series(1, :places::int) as known (place)
  where not exists (select from image_downloads d where d.place = known.place)
  order by place limit 1
  on conflict do nothing returning id`

export const countDownloads = sql('countDownloads')`
  select count(*)::int as total!, count(*) filter (where person_id = :person_id)::int as own! from image_downloads`

export const startDownload = sql('startDownload')`
  update image_downloads set is_started = true, ends_at = :ends_at::timestamptz
  where id = :id and person_id = :person_id and not is_started and ends_at > :now::timestamptz
  returning study, format`

/** Moves the end on, unless the place was given to another download. */
export const renewDownload = sql('renewDownload')`
  update image_downloads set ends_at = :ends_at::timestamptz where id = :id returning id`

export const deleteDownload = sql('endDownload')`delete from image_downloads where id = :id`

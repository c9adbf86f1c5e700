/**
 * The portal's numbers of what another archive keeps under names of its own, and what became of the hours that were
 * given up here. They begin where the portal's own numbers never come, so a number says which archive it is of.
 */
import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

type Kind = 'hour' | 'exam'
type Numbered = { readonly id: number; readonly source: string; readonly patient_id: number }

/** The first of them; the migration says the same. */
const first = 1_000_000_000

export function isOutside(id: number): boolean {
  return id >= first
}

const numbered = statement<{ id: number; source: string }>(
  'archiveNumbers.numbered',
  `with given as (select unnest($4::text[]) as source), added as (
     insert into archive_numbers (archive, kind, source, patient_id) select $1, $2, source, $3::int from given
     on conflict (archive, kind, source) do nothing returning id, source
   )
   select id, source from added
   union all select n.id, n.source from archive_numbers n join given using (source) where n.archive = $1 and n.kind = $2`,
)
const moved = statement<never>(
  'archiveNumbers.moved',
  `update archive_numbers set patient_id = $3
   where archive = $1 and kind = $2 and source = any($4::text[]) and patient_id <> $3`,
)
const found = statement<Numbered>(
  'archiveNumbers.found',
  'select id, source, patient_id from archive_numbers where archive = $1 and kind = $2 and id = any($3::int[])',
)
const givenUp = statement<{ source: string }>(
  'archiveNumbers.givenUp',
  `select source from archive_numbers
   where archive = $1 and kind = 'hour' and patient_id = $2 and cancelled_at > $3::timestamptz - interval '1 hour'`,
)
const ask = statement<{ id: number }>(
  'archiveNumbers.ask',
  'update archive_numbers set asked_at = $2::timestamptz where id = $1 and cancelled_at is null returning id',
)
const unask = statement<never>(
  'archiveNumbers.unask',
  'update archive_numbers set asked_at = null where id = $1 and cancelled_at is null',
)
const cancel = statement<{ id: number }>(
  'archiveNumbers.cancel',
  `update archive_numbers set cancelled_at = $2::timestamptz
   where id = $1 and asked_at is not null and cancelled_at is null returning id`,
)

export function archiveNumbers(db: Database, archive: string) {
  return {
    /** The numbers of these, by their names there; new ones get one. */
    of: async (kind: Kind, patientId: number, sources: readonly string[]): Promise<Map<string, number>> => {
      if (sources.length === 0) return new Map()
      const rows = await db.run(numbered, [archive, kind, patientId, sources])
      const numbers = new Map(rows.map(({ id, source }) => [source, id]))
      // Somebody numbered one of them at the same moment: it is there now.
      if (numbers.size < new Set(sources).size) {
        for (const { id, source } of await db.run(numbered, [archive, kind, patientId, sources]))
          numbers.set(source, id)
      }
      // The clinic joined two records: what was one patient's is the other's.
      await db.run(moved, [archive, kind, patientId, sources])
      return numbers
    },
    found: (kind: Kind, ids: readonly number[]) => db.run(found, [archive, kind, ids]),
    /** Hours that were given up here a short while ago, which a kept page may still show. */
    givenUp: async (patientId: number, now: Date) =>
      new Set((await db.run(givenUp, [archive, patientId, now])).map(({ source }) => source)),
    /** Notes that the archive is about to be asked to cancel; false where that was done already. */
    ask: async (id: number, now: Date) => (await db.run(ask, [id, now])).length > 0,
    unask: async (id: number) => {
      await db.run(unask, [id])
    },
    cancel: async (tx: Queries, id: number, now: Date) => (await tx.run(cancel, [id, now])).length > 0,
  }
}

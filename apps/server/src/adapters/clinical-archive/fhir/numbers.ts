/**
 * The portal's ids for appointments and exams of an external archive, and the state of appointments that were cancelled here. The
 * ids begin above those of the portal's own records, so that an id shows which archive it belongs to.
 */
import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

type Kind = 'hour' | 'exam'
type Numbered = { readonly id: number; readonly source: string; readonly patient_id: number }

/** The first id of an external record. The migration has the same number. */
const first = 1_000_000_000

export function isExternalId(id: number): boolean {
  return id >= first
}

type NewNumbers = {
  readonly archive: string
  readonly kind: Kind
  readonly patient_id: number
  readonly sources: readonly string[]
}

const numbered = statement<{ id: number; source: string }, NewNumbers>(
  'archiveNumbers.numbered',
  `with given as (select unnest(:sources::text[]) as source), added as (
     insert into archive_numbers (archive, kind, source, patient_id) select :archive, :kind, source, :patient_id::int
       from given
     on conflict (archive, kind, source) do nothing returning id, source
   )
   select id, source from added
   union all select n.id, n.source from archive_numbers n join given using (source) where n.archive = :archive
     and n.kind = :kind`,
)
const moved = statement<never, NewNumbers>(
  'archiveNumbers.moved',
  `update archive_numbers set patient_id = :patient_id
   where archive = :archive and kind = :kind and source = any(:sources::text[]) and patient_id <> :patient_id`,
)
const found = statement<Numbered, { archive: string; kind: Kind; ids: readonly number[] }>(
  'archiveNumbers.found',
  `select id, source, patient_id from archive_numbers where archive = :archive and kind = :kind
   and id = any(:ids::int[])`,
)
const givenUp = statement<{ source: string }, { archive: string; patient_id: number; now: Date }>(
  'archiveNumbers.givenUp',
  `select source from archive_numbers
   where archive = :archive and kind = 'hour' and patient_id = :patient_id
     and cancelled_at > :now::timestamptz - interval '1 hour'`,
)
const ask = statement<{ id: number }, { id: number; now: Date }>(
  'archiveNumbers.ask',
  'update archive_numbers set asked_at = :now::timestamptz where id = :id and cancelled_at is null returning id',
)
const unask = statement<never, { id: number }>(
  'archiveNumbers.unask',
  'update archive_numbers set asked_at = null where id = :id and cancelled_at is null',
)
const cancel = statement<{ id: number }, { id: number; now: Date }>(
  'archiveNumbers.cancel',
  `update archive_numbers set cancelled_at = :now::timestamptz
   where id = :id and asked_at is not null and cancelled_at is null returning id`,
)

// The mark is stored under the id of the archive, so it outlasts what the archive sends.
const setPrivate = statement<
  { id: number },
  { archive: string; kind: Kind; id: number; patient_id: number; is_private: boolean; now: Date }
>(
  'archiveNumbers.setPrivate',
  `update archive_numbers
   set private_since = case when :is_private::boolean then coalesce(private_since, :now::timestamptz) end
   where archive = :archive and kind = :kind and id = :id and patient_id = :patient_id returning id`,
)
const privateSources = statement<{ source: string }, { archive: string; kind: Kind; patient_id: number }>(
  'archiveNumbers.privateSources',
  `select source from archive_numbers
   where archive = :archive and kind = :kind and patient_id = :patient_id and private_since is not null`,
)

export function createNumberRegister(db: Database, archive: string) {
  return {
    of: async (kind: Kind, patientId: number, sources: readonly string[]): Promise<Map<string, number>> => {
      if (sources.length === 0) return new Map()
      const given = { archive, kind, patient_id: patientId, sources }
      const rows = await db.run(numbered, given)
      const numbers = new Map(rows.map(({ id, source }) => [source, id]))
      // A concurrent request has given one of them an id, which can be read now.
      if (numbers.size < new Set(sources).size) {
        for (const { id, source } of await db.run(numbered, given)) numbers.set(source, id)
      }
      // The clinic may have merged two records: their contents then belong to the other patient.
      await db.run(moved, given)
      return numbers
    },
    privateSources: async (kind: Kind, patientId: number): Promise<ReadonlySet<string>> =>
      new Set(
        (await db.run(privateSources, { archive, kind, patient_id: patientId })).map(({ source }) => source),
      ),
    setPrivate: async (
      tx: Queries,
      kind: Kind,
      { id, patient_id }: { readonly id: number; readonly patient_id: number },
      isPrivate: boolean,
      now: Date,
    ) => (await tx.run(setPrivate, { archive, kind, id, patient_id, is_private: isPrivate, now })).length > 0,
    found: (kind: Kind, ids: readonly number[]) => db.run(found, { archive, kind, ids }),
    /** Returns appointments that were cancelled here in the last hour, which a cached page may still contain. */
    givenUp: async (patientId: number, now: Date) =>
      new Set((await db.run(givenUp, { archive, patient_id: patientId, now })).map(({ source }) => source)),
    /** Records that the archive is about to be asked to cancel. Returns false if the appointment is already cancelled. */
    ask: async (id: number, now: Date) => (await db.run(ask, { id, now })).length > 0,
    unask: async (id: number) => {
      await db.run(unask, { id })
    },
    cancel: async (tx: Queries, id: number, now: Date) => (await tx.run(cancel, { id, now })).length > 0,
  }
}

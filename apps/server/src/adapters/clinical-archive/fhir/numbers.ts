/**
 * The portal's ids for appointments and exams of an external archive, and the state of appointments that were cancelled here. The
 * ids begin above those of the portal's own records, so that an id shows which archive it belongs to.
 */
import type { Database, Queries } from '../../../platform/database/database.ts'
import * as numbersSql from './numbers.sql.ts'

type Kind = 'hour' | 'exam'
/** The first id of an external record. The migration has the same number. */
const first = 1_000_000_000

export function isExternalId(id: number): boolean {
  return id >= first
}

export function createNumberRegister(db: Database, archive: string) {
  return {
    of: async (kind: Kind, patientId: number, sources: readonly string[]): Promise<Map<string, number>> => {
      if (sources.length === 0) return new Map()
      const given = { archive, kind, patient_id: patientId, sources }
      const rows = await db.run(numbersSql.numbered, given)
      const numbers = new Map(rows.map(({ id, source }) => [source, id]))
      // A concurrent request has given one of them an id, which can be read now.
      if (numbers.size < new Set(sources).size) {
        for (const { id, source } of await db.run(numbersSql.numbered, given)) numbers.set(source, id)
      }
      // The clinic may have merged two records: their contents then belong to the other patient.
      await db.run(numbersSql.moved, given)
      return numbers
    },
    privateSources: async (kind: Kind, patientId: number): Promise<ReadonlySet<string>> =>
      new Set(
        (await db.run(numbersSql.privateSources, { archive, kind, patient_id: patientId })).map(
          ({ source }) => source,
        ),
      ),
    setPrivate: async (
      tx: Queries,
      kind: Kind,
      { id, patient_id }: { readonly id: number; readonly patient_id: number },
      isPrivate: boolean,
      now: Date,
    ) =>
      (await tx.run(numbersSql.setPrivate, { archive, kind, id, patient_id, is_private: isPrivate, now }))
        .length > 0,
    found: (kind: Kind, ids: readonly number[]) => db.run(numbersSql.found, { archive, kind, ids }),
    /** Returns appointments that were cancelled here in the last hour, which a cached page may still contain. */
    givenUp: async (patientId: number, now: Date) =>
      new Set(
        (await db.run(numbersSql.givenUp, { archive, patient_id: patientId, now })).map(
          ({ source }) => source,
        ),
      ),
    /** Records that the archive is about to be asked to cancel. Returns false if the appointment is already cancelled. */
    ask: async (id: number, now: Date) => (await db.run(numbersSql.ask, { id, now })).length > 0,
    unask: async (id: number) => {
      await db.run(numbersSql.unask, { id })
    },
    cancel: async (tx: Queries, id: number, now: Date) =>
      (await tx.run(numbersSql.cancel, { id, now })).length > 0,
  }
}

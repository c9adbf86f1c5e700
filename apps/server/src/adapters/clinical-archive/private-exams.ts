/** Stores the patient's mark «Solo yo» on exams of the portal's own archive. A trigger turns the mark into a reserved group. */
import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { MarkedItem, PrivateItems, ReadPrivateRevision } from '../../ports/clinical-archive.ts'

const setExam = statement<{ id: number }, MarkedItem & { is_private: boolean; now: Date }>(
  'privateItems.exam',
  `update exams set private_since = case when :is_private::boolean then coalesce(private_since, :now::timestamptz) end
   where id = :id and patient_id = :patient_id and shown returning id`,
)

const revision = statement<{ revision: string }, { patient_id: number }>(
  'privateItems.revision',
  `select concat(count(*), ' ', max(private_since)) as revision from (
     select private_since from exams where patient_id = :patient_id and private_since is not null
     union all select private_since from archive_numbers
       where patient_id = :patient_id and kind = 'exam' and private_since is not null) p`,
)

export function privateRevisionReader(db: Database): ReadPrivateRevision {
  return async (patientId) => (await db.run(revision, { patient_id: patientId }))[0]?.revision ?? ''
}

export const ownPrivateItems: PrivateItems = {
  setExam: async (tx, item, isPrivate, now) => {
    const rows = await tx.run(setExam, { ...item, is_private: isPrivate, now })
    return rows.length > 0 ? 'stored' : 'absent'
  },
  setExternalAppointment: async () => 'absent',
}

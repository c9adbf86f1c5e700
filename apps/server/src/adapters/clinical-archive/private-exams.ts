/** Stores the patient's mark «Solo yo» on exams of the portal's own archive. A trigger turns the mark into a reserved group. */
import type { Database } from '../../platform/database/database.ts'
import type { PrivateItems, ReadPrivateRevision } from '../../ports/clinical-archive.ts'
import * as privateExamsSql from './private-exams.sql.ts'

export function privateRevisionReader(db: Database): ReadPrivateRevision {
  return async (patientId) =>
    (await db.run(privateExamsSql.revision, { patient_id: patientId }))[0]?.revision ?? ''
}

export const ownPrivateItems: PrivateItems = {
  setExam: async (tx, item, isPrivate, now) => {
    const rows = await tx.run(privateExamsSql.setExam, { ...item, is_private: isPrivate, now })
    return rows.length > 0 ? 'stored' : 'absent'
  },
  setExternalAppointment: async () => 'absent',
}

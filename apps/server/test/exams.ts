/** Helpers for tests of exams: exams with a stored document, the import of results, and the link of a share. */
import { createResultImport } from '../src/adapters/clinical-archive/result-import/result-import.ts'
import { createFileRecords } from '../src/modules/uploads/create-file-records.ts'
import { newFileKey } from '../src/platform/security/file-key.ts'
import { buildExam, buildFile } from './build.ts'
import { testLetterhead } from './clinic/letterhead.ts'
import { getReservedGroup } from './clinic/reserved-group.ts'
import type { Portal } from './portal.ts'

/** Inserts an exam with a stored PDF whose bytes name the exam. */
export async function buildExamWithFile(
  { db, files }: Pick<Portal, 'db' | 'files'>,
  overrides: Parameters<typeof buildExam>[1],
  name = 'informe.pdf',
) {
  const key = newFileKey()
  const file = await buildFile(db, { key, name })
  const exam = await buildExam(db, { ...overrides, file_id: file.id })
  await files.put(key, Buffer.from(`%PDF-1.7 ${exam.id}`))
  return exam
}

/** Returns the token of the link in the newest e-mail about a share. */
export async function findShareToken({ db }: Pick<Portal, 'db'>): Promise<string> {
  const mail = (await db.listMails('exams.shared')).at(-1)
  return /\/compartido\/([\w-]+)/.exec(mail?.body_text ?? '')?.[1] ?? ''
}

/** Inserts copies of an exam without its document: `$1` is its id, `$2` how many. */
export const copiesOfExam = `
  insert into exams (patient_id, attention_number, type, type_exam, doctor_solicite, type_patient, taken_at, created_at, announced_at)
  select patient_id, attention_number, type, type_exam, doctor_solicite, type_patient, taken_at, created_at, announced_at
  from exams, generate_series(1, $2::int) where id = $1`

export const openResultImport = ({ db, files, clock }: Pick<Portal, 'db' | 'files' | 'clock'>) =>
  createResultImport({
    ...{ db, files, clock },
    fileRecords: createFileRecords(db, 'unscanned'),
    readLetterhead: async () => testLetterhead,
    getReservedGroup: async (test) => getReservedGroup(test),
  })

/** Returns a document of another system for the import, without its content. */
export const importedDocument = (document_number: string, overrides: object = {}) => ({
  number: 'LAB-77',
  patient: { document_type_id: 1, document_number },
  type: 'laboratory',
  attention_number: 'A-252601',
  type_exam: 'Perfil bioquímico',
  doctor_solicite: 'Dra. Marcela Ortega Pino',
  type_patient: 'Ambulatorio',
  taken_at: '2026-11-26T08:15:00-03:00',
  reported_at: '2026-11-26T11:15:00-03:00',
  office_id: 'PROVIDENCIA',
  ...overrides,
})

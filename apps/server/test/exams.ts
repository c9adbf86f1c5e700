/** Helpers for tests of exams: exams with a stored document, and the link of a share. */
import { newFileKey } from '../src/platform/security/file-key.ts'
import { ask } from './ask.ts'
import { buildExam, buildFile } from './build.ts'
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
  const [mail] = await ask<{ body_text: string }>(
    db,
    `select body_text from outbox where template = 'exams.shared' order by id desc limit 1`,
  )
  return /\/compartido\/([\w-]+)/.exec(mail?.body_text ?? '')?.[1] ?? ''
}

/** Inserts copies of an exam without its document: `$1` is its id, `$2` how many. */
export const copiesOfExam = `
  insert into exams (patient_id, attention_number, type, type_exam, doctor_solicite, type_patient, taken_at, created_at, announced_at)
  select patient_id, attention_number, type, type_exam, doctor_solicite, type_patient, taken_at, created_at, announced_at
  from exams, generate_series(1, $2::int) where id = $1`

import {
  findResultHold,
  mostHeldDays,
  type ReleasableExam,
  type ReleaseRule,
  type ResultHold,
} from '@mi-portal/contract/results/release/result-release'
import { toDay } from '@mi-portal/contract/values/dates'
import type { Platform } from '../../platform/composition/platform.ts'
import type { ArchivedExam, HeldExam } from '../../ports/clinical-archive.ts'
import * as heldResultsSql from './held-results.sql.ts'

type JudgeExam = (patientId: number, exam: ReleasableExam) => ResultHold | null

export type HeldResults = ReturnType<typeof createHeldResults>

type HeldResultsDependencies = Pick<Platform, 'db' | 'clock'> & {
  readonly releaseRules: () => readonly ReleaseRule[]
  readonly offersChoice: () => boolean
}

export function createHeldResults({ db, clock, releaseRules, offersChoice }: HeldResultsDependencies) {
  const isInUse = () => offersChoice() || releaseRules().some(({ shown }) => shown !== 'immediately')

  async function createJudge(patientIds: readonly number[]): Promise<JudgeExam> {
    if (!isInUse()) return () => null
    const rules = releaseRules()
    const now = clock.now()
    const chosen = offersChoice()
      ? await db.run(heldResultsSql.choices, { patient_ids: patientIds, now })
      : []
    return (patientId, exam) => {
      const waits_for_visit = chosen.some(
        ({ patient_id, type, starts_at, visited_at }) =>
          patient_id === patientId &&
          type === exam.type &&
          toDay(starts_at) === toDay(exam.taken_at) &&
          (visited_at === null || visited_at < exam.available_at),
      )
      return findResultHold(rules, { ...exam, waits_for_visit }, now)
    }
  }

  return {
    isInUse,
    createJudge,

    listHeldExams: async (patientIds: readonly number[]): Promise<readonly HeldExam[]> => {
      if (patientIds.length === 0 || !isInUse()) return []
      const arrived_from = new Date(clock.now().getTime() - (mostHeldDays + 1) * 86_400_000)
      const [judge, rows] = await Promise.all([
        createJudge(patientIds),
        db.run(heldResultsSql.candidates, { patient_ids: patientIds, arrived_from }),
      ])
      return rows.flatMap(({ id, patient_id, ...exam }) => {
        const hold = judge(patient_id, exam)
        return hold === null ? [] : [{ id, type: exam.type, taken_at: exam.taken_at, hold }]
      })
    },
  }
}

export function withoutContent<T extends Partial<ArchivedExam>>(exam: T, hold: ResultHold) {
  return {
    ...exam,
    hold,
    status: 'final' as const,
    corrected_at: null,
    conclusion: null,
    has_document: false,
    accession_number: null,
    has_report_text: false,
    levels: null,
  }
}

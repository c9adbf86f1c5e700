import type { ExamType } from '@mi-portal/contract/exams/exams'
import {
  findResultHold,
  mostHeldDays,
  type ReleasableExam,
  type ReleaseRule,
  type ResultHold,
} from '@mi-portal/contract/results/release/result-release'
import { toDay } from '@mi-portal/contract/values/dates'
import type { Platform } from '../../platform/composition/platform.ts'
import { statement } from '../../platform/database/statement.ts'
import type { ArchivedExam, HeldExam } from '../../ports/clinical-archive.ts'

// A result is held for at most `mostHeldDays` days, so earlier arrivals need not be judged. One day more, because days are local.
const candidates = statement<
  Omit<ReleasableExam, 'waits_for_visit'> & { id: number; patient_id: number },
  { patient_ids: readonly number[]; arrived_from: Date }
>(
  'heldResults.candidates',
  `select e.id, e.patient_id, e.type, e.type_exam, e.taken_at, e.created_at as available_at, false as is_released from exams e
   where e.patient_id = any(:patient_ids::int[]) and e.released_at is null and e.created_at > :arrived_from::timestamptz`,
)

type Choice = {
  readonly patient_id: number
  readonly type: ExamType
  readonly starts_at: Date
  readonly visited_at: Date | null
}

// An appointment without an item is a visit, unless its service makes exams.
const choices = statement<Choice, { patient_ids: readonly number[]; now: Date }>(
  'heldResults.choices',
  `select a.patient_id, c.type, a.starts_at, (
     select max(v.ends_at) from appointments v
     where v.patient_id = a.patient_id and v.state = 'booked' and v.starts_at > a.starts_at
       and v.ends_at <= :now::timestamptz and v.service_item is null and v.attendance is distinct from 'missed'
       and not exists (select from exam_specialties t where t.service_code = v.specialty_code)) as visited_at
   from result_choices c join appointments a on a.id = c.appointment_id
   where a.patient_id = any(:patient_ids::int[]) and a.state = 'booked'`,
)

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
    const chosen = offersChoice() ? await db.run(choices, { patient_ids: patientIds, now }) : []
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

    heldOf: async (patientIds: readonly number[]): Promise<readonly HeldExam[]> => {
      if (patientIds.length === 0 || !isInUse()) return []
      const arrived_from = new Date(clock.now().getTime() - (mostHeldDays + 1) * 86_400_000)
      const [judge, rows] = await Promise.all([
        createJudge(patientIds),
        db.run(candidates, { patient_ids: patientIds, arrived_from }),
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

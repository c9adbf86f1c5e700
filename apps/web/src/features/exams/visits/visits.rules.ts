/** Groups the exams of a list by visit. */
import type { ListedExam } from '@mi-portal/contract/exams/exams'

export interface VisitGroup {
  /** Unique in the list. */
  key: number
  attention_number: string
  /** The day of the latest exam of the group, `20/11/2026`. */
  date: string
  /** The professionals who asked for the exams, each once. */
  professionals: readonly string[]
  exams: readonly ListedExam[]
}

/** Exams without a number of a visit belong together by their day. */
function isSameVisit(one: ListedExam, other: ListedExam): boolean {
  return (
    one.attention_number === other.attention_number &&
    (one.attention_number !== '' || one.date === other.date)
  )
}

/** Returns the exams in groups. Exams of one visit belong together where they follow each other. */
export function groupByVisit(exams: readonly ListedExam[]): VisitGroup[] {
  const groups: ListedExam[][] = []
  for (const exam of exams) {
    const last = groups.at(-1)
    if (last?.[0] !== undefined && isSameVisit(last[0], exam)) last.push(exam)
    else groups.push([exam])
  }
  return groups.flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    return [
      {
        key: first.attention_id,
        attention_number: first.attention_number,
        date: first.date,
        professionals: [...new Set(group.map(({ doctor_solicite }) => doctor_solicite))],
        exams: group,
      },
    ]
  })
}

import type { ExamType } from '@mi-portal/contract/exams/exams'
import { type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'

/** Images and procedures are shown only to accounts opened with a RUN; with a passport, only laboratory results. */
export function maySee(type: ExamType, account: DocumentTypeId): boolean {
  return type === 'laboratory' || account === documentType.run
}

const dayMs = 86_400_000

/** Days from its date in which an unopened result counts as new. Older ones are history, and no list has to search them. */
const newResultDays = 90

/** Days before a person first had access in which a result was taken that still counts as new for them. */
const newBeforeAccessDays = 30

export function recentFrom(now: Date): Date {
  return new Date(now.getTime() - newResultDays * dayMs)
}

export function isRecentResult(takenAt: Date, now: Date): boolean {
  return takenAt >= recentFrom(now)
}

/**
 * Returns whether a result that a person has not opened is new for them. Results from long before the person had an
 * account, or access to the record, are history.
 */
export function isNewResult(takenAt: Date, accessSince: Date, now: Date): boolean {
  return (
    isRecentResult(takenAt, now) && takenAt.getTime() >= accessSince.getTime() - newBeforeAccessDays * dayMs
  )
}

/** Without slashes, backslashes and control characters, and with ` (2)` before the ending of a repeated name. */
export function uniqueFileNames(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map((name) => {
    const safe = name.replace(/[\p{Cc}/\\]/gu, '_').replace(/^\.+/, '_') || 'examen.pdf'
    const [, stem = safe, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(safe) ?? []
    let free = safe
    for (let number = 2; used.has(free.toLowerCase()); number++) free = `${stem} (${number})${ending}`
    used.add(free.toLowerCase())
    return free
  })
}

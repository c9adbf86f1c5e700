/** Rules for an exam that is sent again: earlier results are stored beside the new ones, and corrections are announced. */

import { type PlainResult, storedResult } from './plain-result.ts'
import { showRanges } from './reference-ranges.ts'
import { isCorrected, type ReportedResult, type ResultStatus } from './reported-result.ts'
import { showValue } from './value-text.ts'

export type NewMeasure = PlainResult & {
  readonly reported: ReportedResult
  readonly name: string
  readonly loinc: string | null
  readonly taken_at: Date | null
  readonly position: number
  readonly code: string
  readonly reserved_group: string | null
  readonly shown: boolean
}

type StoredMeasure = PlainResult & {
  readonly code: string
  readonly name: string
  readonly reported: unknown
  readonly earlier: readonly object[]
}

/** Returns whether two results have the same content. A row stored as plain columns is compared by its shown text. */
function isSameResult(before: StoredMeasure, after: NewMeasure): boolean {
  const stored = storedResult(before)
  if (before.reported === null)
    return showValue(stored) === showValue(after.reported) && stored.unit === after.reported.unit
  // Ranges are compared by their text, not by how their parts were stored.
  const content = (result: ReportedResult) =>
    JSON.stringify([
      showRanges(result),
      result.value,
      result.unit,
      result.interpretations,
      result.notes,
      result.method,
      result.body_site,
    ])
  return before.name === after.name && content(stored) === content(after.reported)
}

/**
 * Returns the new results, each with the earlier versions of its measure. Results are of the same measure when
 * their code is equal; among several with the same code, the first is compared with the first.
 */
export function withEarlier(announced: readonly NewMeasure[], stored: readonly StoredMeasure[], now: Date) {
  const left = [...stored]
  let anyChanged = false
  let anyAdded = false
  const rows = announced.map((measure) => {
    const at = left.findIndex(({ code }) => code === measure.code)
    const [before] = at === -1 ? [] : left.splice(at, 1)
    if (before === undefined) {
      anyAdded = true
      return { ...measure, earlier: [] as readonly object[] }
    }
    if (isSameResult(before, measure)) return { ...measure, earlier: before.earlier }
    anyChanged = true
    const version = { name: before.name, reported: storedResult(before), replaced_at: now.toISOString() }
    return { ...measure, earlier: [...before.earlier, version] }
  })
  return { rows, anyAdded, anyChanged: anyChanged || left.length > 0 }
}

type Stored = { readonly status: ResultStatus; readonly conclusion: string | null; readonly shown: boolean }
type AnnouncedState = {
  readonly status: ResultStatus
  readonly conclusion: string | null
  readonly isGone: boolean
}

/** Returns how a changed exam is announced: as a correction, as a completion (like a new result), or not at all. */
export function decideAnnouncement(
  before: Stored,
  announced: AnnouncedState,
  { anyChanged, anyAdded }: { readonly anyChanged: boolean; readonly anyAdded: boolean },
): 'correction' | 'completion' | null {
  if (announced.isGone) return null
  if (!before.shown) return 'completion'
  if (before.status === 'preliminary')
    return announced.status === 'preliminary' && !anyAdded ? null : 'completion'
  const isNowCorrected = isCorrected(announced) && !isCorrected(before)
  const isConclusionChanged = before.conclusion !== null && before.conclusion !== announced.conclusion
  if (isNowCorrected || anyChanged || isConclusionChanged) return 'correction'
  return anyAdded ? 'completion' : null
}

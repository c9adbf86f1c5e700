/** Divides the line of a result into zones: below, within and above the reference range, and the laboratory's critical zones. */
import type { ExamResult } from '@mi-portal/contract/exams/exams'
import { applicableRange, criticalLimits } from '@mi-portal/contract/results/reference-ranges'
import { exactNumber } from '@mi-portal/contract/results/reported-result'

type ZoneKind = 'criticalLow' | 'low' | 'in' | 'high' | 'criticalHigh'

export type Zone = {
  readonly kind: ZoneKind
  /** In percent of the line's length. */
  readonly from: number
  readonly to: number
}

/** A limit between two zones, as the laboratory wrote it, and its place in percent of the line's length. */
type Limit = { readonly number: string; readonly at: number }

export type RangeLine = {
  readonly zones: readonly Zone[]
  readonly limits: readonly Limit[]
  /** The place of the value in percent of the line's length. */
  readonly mark: number
}

/** How long a zone is compared with the others. Their lengths are fixed, so that the words of each zone always have room. */
const lengths: Readonly<Record<ZoneKind, number>> = {
  criticalLow: 18,
  low: 18,
  in: 28,
  high: 18,
  criticalHigh: 18,
}

/** The mark keeps this distance from the ends of its zone, in percent of the line, so that it stands in one zone only. */
const margin = 4.5

/** Returns the part of a zone at which a value lies: 0 at its lower end, 1 at its upper one. An open end is never reached. */
function partOf(value: number, from: number | null, to: number | null, span: number): number {
  if (from !== null && to !== null) return to === from ? 0.5 : (value - from) / (to - from)
  if (from !== null) return (value - from) / (value - from + span)
  return to === null ? 0.5 : 1 - (to - value) / (to - value + span)
}

type ZoneEnd = { readonly kind: ZoneKind; readonly number: string }

/** Returns the zones with a fixed length each, from the limits in ascending order. Each limit ends the zone that it is named after. */
function layOut(ends: readonly ZoneEnd[]): Zone[] {
  const kinds = ends.map(({ kind }) => kind)
  const last = kinds.at(-1)
  kinds.push(last === 'high' ? 'criticalHigh' : last === 'in' ? 'high' : 'in')
  const total = kinds.reduce((sum, kind) => sum + lengths[kind], 0)
  let reached = 0
  return kinds.map((kind) => {
    const from = reached
    reached += (lengths[kind] / total) * 100
    return { kind, from, to: reached }
  })
}

/** Returns the zones, the limits and the mark of a value; null if the value lies in no zone on this side. */
function placeValue(value: number, ends: readonly ZoneEnd[], side: 'low' | 'in' | 'high'): RangeLine | null {
  const zones = layOut(ends)
  const numbers = ends.map(({ number }) => Number(number))
  const place = zones.findIndex(({ kind }, index) =>
    isInZone(value, kind, numbers[index - 1], numbers[index]),
  )
  const zone = zones[place]
  if (zone === undefined || sideOf(zone.kind) !== side) return null
  const span = Math.max(...numbers) - Math.min(...numbers) || Math.abs(numbers[0] ?? 0) || 1
  const part = partOf(value, numbers[place - 1] ?? null, numbers[place] ?? null, span)
  const at = zone.from + part * (zone.to - zone.from)
  return {
    zones,
    limits: ends.map(({ number }, index) => ({ number, at: zones[index]?.to ?? 100 })),
    mark: Math.min(zone.to - margin, Math.max(zone.from + margin, at)),
  }
}

/**
 * Returns the zones of a result's line; null without an exact number or a range that applies, and where the laboratory's own
 * judgement places the value elsewhere than the range does. The critical zones are the limits that the laboratory reported.
 */
export function divideLine({ reported, position }: ExamResult): RangeLine | null {
  const range = applicableRange(reported)
  const exact = exactNumber(reported)
  if (range === null || exact === null || position === null) return null
  const critical = criticalLimits(reported)
  const limits = [
    ['criticalLow', critical?.low?.number],
    ['low', range.low?.number],
    ['in', range.high?.number],
    ['high', critical?.high?.number],
  ] as const
  const ends = limits.flatMap(([kind, number]) => (number === undefined ? [] : [{ kind, number }]))
  return placeValue(Number(exact), ends, position)
}

/** The limits of a reference range belong to it, and a critical limit to the critical zone only if the value is beyond it. */
function isInZone(value: number, kind: ZoneKind, from: number | undefined, to: number | undefined): boolean {
  if (kind === 'in') return (from === undefined || value >= from) && (to === undefined || value <= to)
  if (kind === 'low') return (from === undefined || value >= from) && value < (to ?? Number.POSITIVE_INFINITY)
  if (kind === 'high') return value > (from ?? Number.NEGATIVE_INFINITY) && (to === undefined || value <= to)
  return kind === 'criticalLow' ? to !== undefined && value < to : from !== undefined && value > from
}

function sideOf(kind: ZoneKind): 'low' | 'in' | 'high' {
  if (kind === 'in') return 'in'
  return kind === 'low' || kind === 'criticalLow' ? 'low' : 'high'
}

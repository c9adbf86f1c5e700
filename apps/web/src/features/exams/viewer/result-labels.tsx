/** Texts and numbers of a result, the same on all pages. */
import type { ExamResult } from '@mi-portal/contract/exams/exams'
import { showDecimal } from '@mi-portal/contract/results/decimals'
import {
  applicableRange,
  criticalLimits,
  showRange,
  showRanges,
} from '@mi-portal/contract/results/reference-ranges'
import { exactHistory, type ReferenceRange } from '@mi-portal/contract/results/reported-result'
import type { FlagLevel, ResultFlag } from '@mi-portal/contract/results/result-flags'
import { countFlags, summarizeLevels } from '@mi-portal/contract/results/takeaway'
import { lowerFirst, showValue, speakValue, withUnit } from '@mi-portal/contract/results/value-text'
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { divideCourse } from '../over-time/course-segments.rules.ts'

const labels = {
  in: {
    tag: 'Dentro del rango',
    critical: 'Crítico',
    look: 'success',
    icon: IconCheck,
    phrase: 'dentro del rango de referencia',
  },
  high: {
    tag: 'Sobre el rango',
    critical: 'Crítico: muy alto',
    look: 'attention',
    icon: IconArrowUp,
    phrase: 'sobre el rango de referencia',
  },
  low: {
    tag: 'Bajo el rango',
    critical: 'Crítico: muy bajo',
    look: 'attention',
    icon: IconArrowDown,
    phrase: 'bajo el rango de referencia',
  },
  abnormal: {
    tag: 'Anormal',
    critical: 'Crítico',
    look: 'attention',
    icon: IconInfoCircle,
    phrase: 'anormal según el laboratorio',
  },
} as const

/**
 * Shows whether a value is in its range, outside it or abnormal, in words with an icon. A value outside is amber, never
 * red, because it is no diagnosis; only what the laboratory calls critical is red, because it cannot wait.
 */
export function FlagTag({ flag }: { flag: ResultFlag }) {
  const { tag, critical, look, icon } = labels[flag.level]
  return flag.critical ? (
    <StatusBadge look="error" icon={IconAlertTriangle}>
      {critical}
    </StatusBadge>
  ) : (
    <StatusBadge look={look} icon={icon}>
      {tag}
    </StatusBadge>
  )
}

/**
 * Returns the range that applies, such as `70 a 99 mg/dL`; when none applies, all ranges as text; null without ranges.
 */
function formatRange({ reported }: ExamResult): string | null {
  const range = applicableRange(reported)
  return (range === null ? showRanges(reported).join('; ') : showRange(range, reported.unit)) || null
}

/**
 * Returns the limits of the range that applies without the unit, such as `70 a 99` or `hasta 99`; null when none
 * applies.
 */
export function formatLimits({ reported }: Pick<ExamResult, 'reported'>): string | null {
  return formatLimitsOf(applicableRange(reported))
}

function formatLimitsOf(range: ReferenceRange | null): string | null {
  const [low, high] = [range?.low?.number, range?.high?.number]
  if (low !== undefined && high !== undefined) return `${showDecimal(low)} a ${showDecimal(high)}`
  if (high !== undefined) return `hasta ${showDecimal(high)}`
  return low === undefined ? null : `desde ${showDecimal(low)}`
}

/** Returns a sentence such as ` Límites críticos del laboratorio: 2,5 y 6,5 mmol/L.`; empty if there are none. */
function describeCriticalLimits({ reported }: ExamResult): string {
  const limits = criticalLimits(reported)
  const numbers = [limits?.low, limits?.high].flatMap((limit) => (limit ? showDecimal(limit.number) : []))
  if (numbers.length === 0) return ''
  const lead = numbers.length === 1 ? 'Límite crítico' : 'Límites críticos'
  return ` ${lead} del laboratorio: ${withUnit(numbers.join(' y '), reported.unit)}.`
}

/** Returns a sentence such as `Glicemia: 108 mg/dL, sobre el rango de referencia, 70 a 99 mg/dL.` */
export function describeResult(result: ExamResult): string {
  const { flag, name, reported } = result
  const range = formatRange(result)
  const critical = flag?.critical ? `, ${lowerFirst(labels[flag.level].critical)}` : ''
  const where = flag ? `${critical}, ${labels[flag.level].phrase}` : ''
  return `${name}: ${speakValue(reported)}${where}${range ? `, ${range}` : ''}.${describeCriticalLimits(result)}`
}

/**
 * Returns the results of a measure's history that the chart can draw: exact numbers in the unit of the current result.
 * Other results appear only in the table.
 */
export function chartPoints({ course, reported }: ExamResult) {
  return exactHistory(course, reported.unit)
}

/** Returns the results that the chart can draw, divided where the method or the reference range changed. */
export function chartSegments(result: ExamResult) {
  return divideCourse(chartPoints(result))
}

/** Returns the number of a point as the laboratory wrote it. */
export function formatExactValue({ reported }: Pick<ExamResult, 'reported'>): string {
  return showValue({ ...reported, unit: null })
}

const phrases: readonly (readonly [FlagLevel, string, string])[] = [
  ['high', 'resultado está sobre el rango de referencia.', 'resultados están sobre el rango de referencia.'],
  ['low', 'resultado está bajo el rango de referencia.', 'resultados están bajo el rango de referencia.'],
  [
    'abnormal',
    'resultado es anormal según el laboratorio.',
    'resultados son anormales según el laboratorio.',
  ],
]

/** Returns what the viewer says first: `lead` as the list of exams says it, and `rest` about results that are not within a range. */
export function summarizeResults(results: readonly ExamResult[]): { lead: string; rest: string } {
  const count = (level: FlagLevel | null) =>
    results.filter(({ flag }) => (flag?.level ?? null) === level).length
  const critical = results.filter(({ flag }) => flag?.critical).length
  const sentences = [
    ...phrases.map(([level, one, many]) => (count(level) === 0 ? '' : formatCount(count(level), one, many))),
    count(null) === 0 || count(null) === results.length
      ? ''
      : formatCount(
          count(null),
          'resultado se informa sin compararse con un rango.',
          'resultados se informan sin compararse con un rango.',
        ),
    critical === 0
      ? ''
      : `${formatCount(critical, 'resultado es crítico', 'resultados son críticos')} según el laboratorio.`,
  ]
  return {
    lead: summarizeLevels(countFlags(results.map(({ flag }) => flag))).words,
    rest: sentences.filter((one) => one !== '').join(' '),
  }
}

function formatCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** What a result says in words and numbers, the same wherever it is shown. */
import type { ExamResult } from '@mi-portal/contract/exams'
import { IconArrowDown, IconArrowUp, IconCheck } from '@tabler/icons-react'
import { formatNumber } from '../../../lib/dates.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'

type Position = NonNullable<ExamResult['position']>

const words = {
  in: { tag: 'Dentro del rango', look: 'success', icon: IconCheck, phrase: 'dentro del rango' },
  high: { tag: 'Sobre el rango', look: 'attention', icon: IconArrowUp, phrase: 'sobre el rango' },
  low: { tag: 'Bajo el rango', look: 'attention', icon: IconArrowDown, phrase: 'bajo el rango' },
} as const

/** Where a value lies, as a word with its icon. Outside is amber, never red: it is no verdict. */
export function PositionTag({ position }: { position: Position }) {
  const { tag, look, icon } = words[position]
  return (
    <StatusBadge look={look} icon={icon}>
      {tag}
    </StatusBadge>
  )
}

/** `0,78 mg/dL`, or the words of a result that is no number. */
function valueText(result: ExamResult): string {
  if (result.value === null) return result.text ?? 'Sin resultado'
  return withUnit(formatNumber(result.value, result.decimals), result.unit)
}

/** `70 a 99 mg/dL`, `hasta 200 mg/dL`, `desde 40 mg/dL`; what the laboratory wrote where there are no limits; null where there is nothing. */
export function rangeText({ reference, decimals, unit }: ExamResult): string | null {
  const limits = limitsText(reference, decimals)
  return limits ? withUnit(limits, unit) : reference.text
}

/** The same without the unit: `70 a 99`. */
export function limitsText({ low, high }: ExamResult['reference'], decimals: number): string | null {
  if (low !== null && high !== null) return `${formatNumber(low, decimals)} a ${formatNumber(high, decimals)}`
  if (high !== null) return `hasta ${formatNumber(high, decimals)}`
  return low === null ? null : `desde ${formatNumber(low, decimals)}`
}

/** `Glicemia: 108 mg/dL, sobre el rango de referencia, 70 a 99 mg/dL.` */
export function sentence(result: ExamResult): string {
  const range = rangeText(result)
  const where = result.position ? `, ${words[result.position].phrase} de referencia` : ''
  return `${result.name}: ${valueText(result)}${where}${range ? `, ${range}` : ''}.`
}

/** Where an earlier value lies beside today's limits, whose ends belong to the range; null without limits. */
export function positionOf(value: number, { low, high }: ExamResult['reference']): Position | null {
  if (low === null && high === null) return null
  if (low !== null && value < low) return 'low'
  return high !== null && value > high ? 'high' : 'in'
}

/** The first line of the viewer: `4 de 5 resultados dentro del rango.` and what lies outside. */
export function takeaway(results: readonly ExamResult[]): { lead: string; rest: string } {
  const count = (position: ExamResult['position']) =>
    results.filter((result) => result.position === position).length
  const judged = results.length - count(null)
  if (judged === 0)
    return { lead: `${plural(results.length, 'resultado informado', 'resultados informados')}.`, rest: '' }
  const outside = (position: 'high' | 'low') =>
    count(position) === 0
      ? []
      : `${plural(count(position), 'resultado está', 'resultados están')} ${words[position].phrase} de referencia.`
  const apart =
    count(null) === 0
      ? []
      : `${plural(count(null), 'resultado se informa', 'resultados se informan')} sin compararse con un rango.`
  return {
    lead: `${count('in')} de ${judged} ${judged === 1 ? 'resultado' : 'resultados'} dentro del rango.`,
    rest: [outside('high'), outside('low'), apart].flat().join(' '),
  }
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

function withUnit(text: string, unit: string | null): string {
  return unit ? `${text} ${unit}` : text
}

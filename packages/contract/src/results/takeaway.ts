/** What a list says of an exam in a few words, by the same flags that the viewer shows. */
import * as z from 'zod/mini'
import type { ReportedResult } from './reported-result.ts'
import { type FlagLevel, findFlag, type ResultFlag } from './result-flags.ts'

export const takeaway = z.object({
  state: z.enum(['inside', 'outside', 'critical', 'informed']),
  /** `5 de 7 dentro del rango`. */
  words: z.string(),
  /** What there is besides, such as `2 sobre, 1 sin rango`; empty if nothing. */
  rest: z.string(),
})
export type Takeaway = z.output<typeof takeaway>

export type LevelCounts = Readonly<Record<'total' | FlagLevel | 'critical', number>>

/** Returns where a result lies as it is stored beside it, so that lists can count without reading each result. */
export function describeLevel(result: ReportedResult): { level: FlagLevel | 'none'; is_critical: boolean } {
  const flag = findFlag(result)
  return { level: flag?.level ?? 'none', is_critical: flag?.critical === true }
}

export function countFlags(flags: readonly (ResultFlag | null)[]): LevelCounts {
  const count = (level: FlagLevel) => flags.filter((flag) => flag?.level === level).length
  return {
    total: flags.length,
    in: count('in'),
    low: count('low'),
    high: count('high'),
    abnormal: count('abnormal'),
    critical: flags.filter((flag) => flag?.critical).length,
  }
}

/** Returns the words for an exam with results. A critical value is named before all others. */
export function summarizeLevels(counts: LevelCounts): Takeaway {
  const { total, in: inside, low, high, abnormal, critical } = counts
  const judged = inside + low + high + abnormal
  const unjudged = judged > 0 && total > judged ? `${total - judged} sin rango` : ''
  const join = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(', ')
  if (critical > 0)
    return {
      state: 'critical',
      words: critical === 1 ? 'Un valor crítico: llama hoy' : `${critical} valores críticos: llama hoy`,
      rest: '',
    }
  if (judged === 0)
    return {
      state: 'informed',
      words: total === 1 ? 'Un resultado informado' : `${total} resultados informados`,
      rest: '',
    }
  if (inside === judged)
    return {
      state: 'inside',
      words: judged === 1 ? 'Dentro del rango' : `Los ${judged} dentro del rango`,
      rest: unjudged,
    }
  return {
    state: 'outside',
    words: judged === 1 ? 'Fuera del rango' : `${inside} de ${judged} dentro del rango`,
    rest: join(
      high > 0 ? `${high} sobre` : '',
      low > 0 ? `${low} bajo` : '',
      abnormal > 0 ? `${abnormal} ${abnormal === 1 ? 'anormal' : 'anormales'}` : '',
      unjudged,
    ),
  }
}

/** Returns the words for an exam without results of its own; null if nothing of it can be opened in the portal. */
export function summarizeReport(exam: {
  readonly hasReport: boolean
  readonly hasImages: boolean
  readonly isPreliminary: boolean
}): Takeaway | null {
  if (!exam.hasReport)
    return exam.hasImages ? { state: 'informed', words: 'Imágenes listas', rest: '' } : null
  const words = exam.isPreliminary ? 'Informe preliminar' : 'Informe listo'
  return { state: 'informed', words, rest: exam.hasImages ? 'con imágenes' : '' }
}

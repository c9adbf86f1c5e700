import { type Day, showDay } from '../values/dates.ts'
import { isCorrected, type ReportedResult } from './reported-result.ts'
import { showInterpretations } from './result-flags.ts'
import { speakValue } from './value-text.ts'

/** A result and its versions before it was corrected or completed, oldest first. */
export type ResultWithEarlier = {
  readonly name: string
  readonly reported: ReportedResult
  readonly earlier: readonly {
    readonly name: string
    readonly reported: ReportedResult
    readonly replaced_on: Day
  }[]
}

/** Returns one line for each earlier version, the latest first: `Corregido el 12/11/2026 · antes: 1 mg/dL`. */
export function correctionLines({ earlier, name, reported }: ResultWithEarlier): string[] {
  const lines = earlier.map((before, index) => {
    const after = earlier[index + 1]?.reported ?? reported
    const isCompletion = before.reported.status === 'preliminary'
    const lead = `${isCompletion ? 'Completado' : 'Corregido'} el ${showDay(before.replaced_on)}`
    const said = speakValue(before.reported)
    if (before.name === name && said === speakValue(after)) return `${lead} · el valor no cambió`
    const whose = before.name === name ? '' : `${before.name}, `
    return `${lead} · antes${isCompletion ? ' (preliminar)' : ''}: ${whose}${said}`
  })
  return lines.length === 0 && isCorrected(reported) ? ['Corregido por el laboratorio'] : lines.toReversed()
}

/** Returns what stands below a result: interpretations of the laboratory, notes, method, site and corrections. */
export function detailLines(result: ResultWithEarlier): string[] {
  const { reported } = result
  // Without a value, the laboratory's own judgement is shown as the value.
  const isJudgementTheValue = reported.value.kind === 'none'
  return [
    ...(isJudgementTheValue ? [] : showInterpretations(reported)),
    ...reported.notes.map((note) => `Nota: ${note}`),
    ...(reported.method === null ? [] : [`Método: ${reported.method}`]),
    ...(reported.body_site === null ? [] : [`Sitio: ${reported.body_site}`]),
    ...correctionLines(result),
  ]
}

/** Returns the notice above a preliminary or corrected report; null above any other. A physician completes the report of an image. */
export function statusNotice(
  status: ReportedResult['status'],
  correctedOn: string | null,
  type: 'laboratory' | 'imaging' = 'laboratory',
): { readonly lead: string; readonly rest: string } | null {
  if (status === 'preliminary')
    return {
      lead: 'Informe preliminar.',
      rest: `Puede cambiar cuando el ${type === 'imaging' ? 'médico' : 'laboratorio'} lo termine.`,
    }
  if (!isCorrected({ status }) && correctedOn === null) return null
  return {
    lead: correctedOn === null ? 'Informe corregido.' : `Informe corregido el ${correctedOn}.`,
    rest: '',
  }
}

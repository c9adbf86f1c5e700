/** The facts of a quote request, as the inbox of staff shows them. */
import { showDay } from '@mi-portal/contract/values/dates'

type QuoteRequest = {
  readonly forecast_name: string | null
  readonly medico_tratante: string
  readonly fecha_estimada: string
  readonly h_pabellon: number | null
  readonly autoriza_contacto: boolean
}

export function factsOf(budget: QuoteRequest): { label: string; value: string }[] {
  const facts: [string, string | null][] = [
    ['Previsión', budget.forecast_name],
    ['Médico tratante', budget.medico_tratante || null],
    ['Fecha estimada de ingreso', showDay(budget.fecha_estimada)],
    ['Horas de pabellón', budget.h_pabellon === null ? null : String(budget.h_pabellon)],
    ['Autoriza contacto', budget.autoriza_contacto ? 'Sí' : 'No'],
  ]
  return facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
}

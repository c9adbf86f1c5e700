import { showDay } from '@mi-portal/contract/values/dates'
import { toFacts } from '../service-requests.rules.ts'

type QuoteRequest = {
  readonly forecast_name: string | null
  readonly medico_tratante: string
  readonly fecha_estimada: string
  readonly h_pabellon: number | null
  readonly autoriza_contacto: boolean
}

export function describeQuote(quote: QuoteRequest) {
  return toFacts([
    ['Previsión', quote.forecast_name],
    ['Médico tratante', quote.medico_tratante],
    ['Fecha estimada de ingreso', showDay(quote.fecha_estimada)],
    ['Horas de pabellón', quote.h_pabellon?.toString()],
    ['Autoriza contacto', quote.autoriza_contacto ? 'Sí' : 'No'],
  ])
}

/** Words about the accesses that adults give each other. */
import { type DelegableMatter, delegableMatters } from '@mi-portal/contract/record-matters'

/** What a delegate may see of each matter, as the form explains it to the person who gives access. */
export const matterChoices: readonly {
  readonly matter: DelegableMatter
  readonly label: string
  readonly hint: string
}[] = [
  {
    matter: 'appointments',
    label: 'Horas médicas',
    hint: 'Ver tus próximas horas y las pasadas.',
  },
  {
    matter: 'exams',
    label: 'Exámenes',
    hint: 'Ver y descargar tus resultados. No podrá compartirlos desde el portal.',
  },
  {
    matter: 'requests',
    label: 'Solicitudes',
    hint: 'Pedir documentos y presupuestos por ti, y ver las respuestas a lo que pidió.',
  },
]

/** Returns the labels of the matters of an access as one text. */
export function describeAccess(matters: readonly DelegableMatter[], mayBook: boolean): string {
  const labels = delegableMatters
    .filter((matter) => matters.includes(matter))
    .map((matter) => {
      const label = matterChoices.find((choice) => choice.matter === matter)?.label ?? matter
      return matter === 'appointments' && mayBook ? `${label} (puede reservar y cambiar)` : label
    })
  return labels.join(', ')
}

/** Returns a length of access as text. */
export function describeMonths(months: number): string {
  return months === 1 ? '1 mes' : `${months} meses`
}

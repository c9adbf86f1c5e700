/** The facts of a contact message, as the inbox of staff shows them. */
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import { formatRun } from '@mi-portal/contract/values/run'

type Written = {
  readonly exam_date: string | null
  readonly exam_type: string | null
  readonly exam_name: string | null
  readonly branch: string | null
  readonly appointment: {
    readonly starts_at: string
    readonly doctor_name: string
    readonly place: string
    readonly state: 'booked' | 'cancelled'
    readonly order_name: string | null
  } | null
  readonly imaging: {
    readonly name?: string | undefined
    readonly lastName?: string | undefined
    readonly rut?: string | undefined
    readonly email?: string | undefined
    readonly phone?: string | undefined
    readonly questions: readonly { readonly question: string; readonly answer: string }[]
  } | null
}

function appointmentText({ starts_at, doctor_name, place, state }: NonNullable<Written['appointment']>) {
  const { day, time } = santiago(new Date(starts_at))
  const text = `${showDay(day)}, ${time} h, ${doctor_name}, ${place}`
  return state === 'cancelled' ? `${text} (cancelada)` : text
}

/** Returns the facts of a message. `siteName` returns the name of a site by its code. */
export function factsOf(
  { exam_date, exam_type, exam_name, branch, imaging, appointment }: Written,
  siteName: (code: string) => string,
) {
  const facts: [string, string | null][] = [
    ['Sucursal', branch === null ? null : siteName(branch)],
    ['Fecha del examen', exam_date === null ? null : showDay(exam_date)],
    ['Tipo de examen', exam_type],
    ['Nombre del examen', exam_name],
    ['Hora reservada', appointment && appointmentText(appointment)],
    ['Orden médica', appointment && (appointment.order_name ?? 'Sin adjuntar')],
    ...(imaging === null
      ? []
      : ([
          ['Nombre', `${imaging.name ?? ''} ${imaging.lastName ?? ''}`.trim()],
          ['RUT', imaging.rut === undefined ? null : formatRun(imaging.rut)],
          ['E-mail', imaging.email ?? null],
          ['Teléfono', imaging.phone ?? null],
          ...imaging.questions.map(({ question, answer }) => [question, answer]),
        ] as [string, string | null][])),
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

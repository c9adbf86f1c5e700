/** How a contact reads at the desk. */
import { branches } from '@mi-portal/contract/contact'
import { showDay } from '@mi-portal/contract/values/dates'
import { formatRun } from '@mi-portal/contract/values/run'

type Written = {
  readonly exam_date: string | null
  readonly exam_type: string | null
  readonly exam_name: string | null
  readonly branch: string | null
  readonly imaging: {
    readonly name: string
    readonly lastName: string
    readonly rut: string
    readonly email: string
    readonly phone: string
    readonly questions: readonly { readonly question: string; readonly answer: string }[]
  } | null
}

export function factsOf({ exam_date, exam_type, exam_name, branch, imaging }: Written) {
  const facts: [string, string | null][] = [
    ['Sucursal', branches.find(({ code }) => code === branch)?.name ?? null],
    ['Fecha del examen', exam_date === null ? null : showDay(exam_date)],
    ['Tipo de examen', exam_type],
    ['Nombre del examen', exam_name],
    ...(imaging === null
      ? []
      : ([
          ['Nombre', `${imaging.name} ${imaging.lastName}`.trim()],
          ['RUT', formatRun(imaging.rut)],
          ['E-mail', imaging.email],
          ['Teléfono', imaging.phone],
          ...imaging.questions.map(({ question, answer }) => [question, answer]),
        ] as [string, string][])),
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

/** «¿Cuándo estará?»: the exams of which the appointment is over and the result is not there yet. */
import type { AwaitedResult } from '@mi-portal/contract/exams/exams'
import { IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatLongDay } from '../../../lib/dates.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { selectionsQuery } from '../../people/people.queries.ts'
import { awaitedResultsQuery } from '../exams.queries.ts'

/** Lists the awaited results of a patient. While they load, and without any, nothing is shown beside the list of exams. */
export function AwaitedResults({ patientId }: { patientId: number }) {
  const { data, isError, refetch } = useQuery(awaitedResultsQuery(patientId))
  const title = useId()
  if (isError)
    return (
      <Notice
        kind="warning"
        actions={
          <Button size="xs" variant="outline" onClick={() => refetch()}>
            REINTENTAR
          </Button>
        }
      >
        No pudimos ver cuándo estarán los resultados que esperas.
      </Notice>
    )
  if (data === undefined || data.length === 0) return null
  const isAnyLate = data.some(({ is_late }) => is_late)
  return (
    <section className="portal-card grid gap-3 justify-items-start p-4" aria-labelledby={title}>
      <h2 id={title} className="flex items-center gap-2 m-0 type-section text-strong">
        <IconClock size={20} stroke={1.75} aria-hidden />
        ¿Cuándo estará?
      </h2>
      <ul className="grid gap-2 m-0 pl-4">
        {data.map((one) => (
          <li key={one.id_appointment}>
            <strong>{one.name}</strong> del {one.date}. {describeExpected(one)}
          </li>
        ))}
      </ul>
      <p className="m-0 type-meta text-muted">
        Te avisaremos apenas llegue. Si no te hiciste el examen, no hay resultado que esperar.
      </p>
      {isAnyLate && (
        <ButtonLink size="xs" variant="light" to="/dashboard/contactanos">
          Preguntar por un resultado
        </ButtonLink>
      )}
    </section>
  )
}

/** Says on the card of a past appointment when its result is expected; shows nothing if none is awaited. */
export function ExpectedResult({
  appointment,
}: {
  appointment: { id_appointment: number; patient_id: number }
}) {
  const { data: whole = [] } = useQuery(selectionsQuery)
  // Of other people the user may see only the appointment, and not whether its result arrived.
  const mayAsk = whole.some(({ id }) => id === appointment.patient_id)
  const { data = [] } = useQuery({ ...awaitedResultsQuery(appointment.patient_id), enabled: mayAsk })
  const awaited = data.find(({ id_appointment }) => id_appointment === appointment.id_appointment)
  return awaited ? <p>{describeExpected(awaited)}</p> : null
}

function describeExpected({ expected_on, is_late }: AwaitedResult): string {
  const day = formatLongDay(expected_on)
  return is_late
    ? `El resultado debía estar el ${day} y está tardando.`
    : `El resultado estará a más tardar el ${day}.`
}

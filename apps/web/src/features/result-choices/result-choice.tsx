/** The patient decides when to see the result of an exam: when it arrives, or with the physician. */
import type { ResultChoice as Choice } from '@mi-portal/contract/result-choices'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { portal } from '../../lib/portal-config.ts'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { resultChoiceQuery, useChooseResult } from './result-choices.queries.ts'

const options = [
  {
    value: 'now',
    label: 'Al tiro',
    hint: 'Lo ves apenas esté listo, aunque todavía no hayas hablado con tu médico.',
  },
  {
    value: 'with_doctor',
    label: 'Con mi médico',
    hint: 'Lo ves después de tu control, para que tu médico te lo explique. Si no hay control, lo ves a los 30 días.',
  },
] as const satisfies readonly { value: Choice; label: string; hint: string }[]

/** Shows the choice of an appointment; shows nothing if the clinic does not offer the choice, or if the appointment is of no exam. */
export function ResultChoice({ id_appointment }: { id_appointment: number }) {
  return portal.clinic.result_choice ? <Offered id_appointment={id_appointment} /> : null
}

function Offered({ id_appointment }: { id_appointment: number }) {
  const query = useQuery(resultChoiceQuery(id_appointment))
  const title = useId()
  const choose = useChooseResult(id_appointment)
  if (query.data?.can_choose === false) return null
  return (
    <section className="portal-card grid grid-cols-1 gap-4 p-6 max-desktop:p-4" aria-labelledby={title}>
      <h2 id={title}>Tu resultado</h2>
      <QueryContent query={query} skeleton={<BlockSkeleton height={120} />}>
        {({ choice }) => (
          <>
            <ChoiceCards
              stacked
              legend="¿Cuándo quieres verlo?"
              options={options}
              // The cards stay enabled meanwhile, because a disabled one loses the focus of the keyboard.
              value={choose.isPending ? choose.variables : choice}
              onChange={(chosen) => choose.mutate(chosen)}
            />
            {choose.isError && <ErrorNotice error={choose.error} />}
            {choose.isSuccess && <p role="status">Guardamos tu elección.</p>}
            <p className="type-meta text-muted">
              Puedes cambiar de idea cuando quieras, aquí o en «Mis Exámenes». Si la clínica espera para
              mostrar un examen, te lo diremos ahí.
            </p>
          </>
        )}
      </QueryContent>
    </section>
  )
}

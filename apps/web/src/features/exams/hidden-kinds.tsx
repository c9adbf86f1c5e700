import type { clinicResultTextEndpoints } from '@mi-portal/contract/clinic/result-texts'
import { IconChevronDown, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type * as z from 'zod/mini'
import { QueryContent } from '../../ui/query-content.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { withheldResultsQuery } from './exams.queries.ts'

const kinds = [
  'Grupo sanguíneo ABO Rh',
  'Coombs indirecto',
  'Antiglobulina directa',
  'Tamizaje de anticuerpos',
  'Titulación de anticuerpos',
  'VDRL de banco de sangre',
]

type Withheld = keyof z.output<typeof clinicResultTextEndpoints.withheldResults.reply>

/** Lists, collapsed, the kinds of results that the clinic gives in person only, why, and how they can be obtained. */
export function HiddenKinds() {
  return (
    <WithheldResults withheld="never_shown" title="Exámenes que no se muestran en el portal">
      <p>Los resultados de estos exámenes no están disponibles en el portal:</p>
      <ul className="mt-2 mb-4 pl-6">
        {kinds.map((kind) => (
          <li key={kind}>{kind}</li>
        ))}
      </ul>
    </WithheldResults>
  )
}

/**
 * Explains, collapsed, which results the law keeps from a reader of another person’s record. It is shown whether or not there
 * are such results, because their existence is reserved too.
 */
export function ReservedResults() {
  return <WithheldResults withheld="reserved" title="Resultados que la ley reserva" />
}

/** Shows a collapsed card whose reason and alternative are loaded when it is opened. */
function WithheldResults(props: { withheld: Withheld; title: string; children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({ ...withheldResultsQuery, enabled: isOpen })
  return (
    <details
      className="group border-t border-line print:hidden"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 py-2 font-strong text-strong [&::-webkit-details-marker]:hidden">
        <IconInfoCircle size={20} stroke={1.75} className="flex-none text-link" aria-hidden />
        {props.title}
        <IconChevronDown
          className="ml-auto flex-none group-open:rotate-180"
          size={20}
          stroke={1.75}
          aria-hidden
        />
      </summary>
      {props.children}
      {/* A skeleton in a closed card would be an animation that never ends. */}
      {isOpen && (
        <QueryContent query={query} skeleton={<RowSkeletons count={1} />}>
          {({ [props.withheld]: { reason, how_to_obtain } }) => (
            <dl className="mb-4 grid gap-2 *:[dd]:m-0 *:[dd]:whitespace-pre-line *:[dt]:font-strong">
              <dt>Por qué</dt>
              <dd>{reason}</dd>
              <dt>Cómo obtenerlos</dt>
              <dd>{how_to_obtain}</dd>
            </dl>
          )}
        </QueryContent>
      )}
    </details>
  )
}

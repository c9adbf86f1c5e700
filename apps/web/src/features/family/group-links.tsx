/**
 * Links from the home page to the appointments of each child in the user's care and of adults who gave the user access to them, to adding a
 * member and to requesting a document.
 */
import { IconCalendar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../ui/button.tsx'
import { Cluster } from '../../ui/layout/layout.tsx'
import { selectionsQuery } from '../people/people.queries.ts'
import { toFirstWord } from '../people/people.rules.ts'
import { delegatedQuery } from '../people/visible-people.queries.ts'

export function GroupLinks({ mayAdd }: { mayAdd: boolean }) {
  const { data: people = [] } = useQuery(selectionsQuery)
  const { data: delegated = [] } = useQuery(delegatedQuery)
  const members = [
    ...people.filter(({ is_self }) => !is_self),
    ...delegated.filter(({ matters }) => matters.includes('appointments')),
  ]
  return (
    <Cluster role="navigation" gap="xs" aria-label="Accesos directos" className="max-desktop:mt-1">
      {members.map(({ id, first_name }) => (
        <ButtonLink
          key={id}
          size="xs"
          variant="soft"
          to="/dashboard/consultas-medicas/{-$id}"
          params={{ id: undefined }}
          search={{ patient_id: id }}
          aria-label={`Horas de ${toFirstWord(first_name)}`}
          leftSection={<IconCalendar size={20} stroke={1.75} aria-hidden />}
        >
          {toFirstWord(first_name)}
        </ButtonLink>
      ))}
      {mayAdd && members.length === 0 && (
        <ButtonLink size="xs" variant="soft" to="/dashboard/mi-grupo-familiar/agregar-integrante">
          Agregar familiar
        </ButtonLink>
      )}
      <ButtonLink
        size="xs"
        variant="soft"
        to="/dashboard/consultas-medicas/{-$id}"
        params={{ id: 'solicitar-documento' }}
        search={{ solicitar: true }}
      >
        Certificado
      </ButtonLink>
    </Cluster>
  )
}

/**
 * Links from the home page to the appointments of each child in the user's care and of adults who gave the user access to them, to adding a
 * member and to requesting a document.
 */
import { useQuery } from '@tanstack/react-query'
import { TextLink } from '../../ui/text-link.tsx'
import { selectionsQuery } from '../people/people.queries.ts'
import { delegatedQuery } from '../people/visible-people.queries.ts'

export function GroupLinks({ mayAdd }: { mayAdd: boolean }) {
  const { data: people = [] } = useQuery(selectionsQuery)
  const { data: delegated = [] } = useQuery(delegatedQuery)
  const members = [
    ...people.filter(({ is_self }) => !is_self),
    ...delegated.filter(({ matters }) => matters.includes('appointments')),
  ]
  return (
    <nav
      className="flex flex-wrap gap-x-4 *:inline-flex *:min-h-11 *:items-center"
      aria-label="Accesos directos"
    >
      {members.map(({ id, first_name }) => (
        <TextLink
          key={id}
          to="/dashboard/consultas-medicas/{-$id}"
          params={{ id: undefined }}
          search={{ patient_id: id }}
        >
          Próximas horas de {first_name}
        </TextLink>
      ))}
      {mayAdd && (
        <TextLink to="/dashboard/mi-grupo-familiar/agregar-integrante">
          Agregar a un hijo, hija o familiar
        </TextLink>
      )}
      <TextLink
        to="/dashboard/consultas-medicas/{-$id}"
        params={{ id: 'solicitar-documento' }}
        search={{ solicitar: true }}
      >
        Pedir un certificado u otro documento
      </TextLink>
    </nav>
  )
}

/** Links from the home page to the appointments of each child in the user's care, and to adding a member. */
import { useQuery } from '@tanstack/react-query'
import { TextLink } from '../../ui/text-link.tsx'
import { selectionsQuery } from '../people/people.queries.ts'
import classes from './group-links.module.css'

export function GroupLinks({ mayAdd }: { mayAdd: boolean }) {
  const { data: people = [] } = useQuery(selectionsQuery)
  const members = people.filter(({ is_self }) => !is_self)
  if (members.length === 0 && !mayAdd) return null
  return (
    <nav className={classes.links} aria-label="Tu grupo familiar">
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
    </nav>
  )
}

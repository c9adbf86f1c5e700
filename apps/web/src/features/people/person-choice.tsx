import { Initials } from '../../ui/initials.tsx'

interface PersonChoiceProps {
  people: readonly { id: number; first_name: string; last_name: string }[]
  ownId: number
  /** The id of the person on screen, or `all`. */
  shown: number | 'all'
  /** Whether all these people can be shown together. */
  withAll?: boolean
  onChoose(chosen: number | 'all'): void
}

const chip =
  'plain-button pressable flex min-h-11 items-center gap-2 rounded-full border border-control bg-card py-1 pr-4 pl-2 text-body aria-pressed:border-action aria-pressed:bg-soft aria-pressed:font-strong aria-pressed:text-on-soft'

/** Buttons with which the user changes in one step whose data a page shows. Nothing without a choice. */
export function PersonChoice({ people, ownId, shown, withAll, onChoose }: PersonChoiceProps) {
  if (people.length < 2) return null
  const firstNames = people.map(({ first_name }) => firstWord(first_name))
  const labelOf = ({ id, first_name, last_name }: PersonChoiceProps['people'][number]) => {
    const first = firstWord(first_name)
    if (id === ownId) return `${first} (tú)`
    // Two people with the same name need the surname.
    return firstNames.filter((name) => name === first).length > 1 ? `${first} ${last_name}` : first
  }
  return (
    <fieldset className="m-0 flex flex-wrap gap-2 border-0 p-0 print:hidden">
      <legend className="portal-hidden">A quién quieres ver</legend>
      {withAll && (
        <button type="button" className={chip} aria-pressed={shown === 'all'} onClick={() => onChoose('all')}>
          Todos
        </button>
      )}
      {people.map((person) => (
        <button
          key={person.id}
          type="button"
          className={chip}
          aria-pressed={person.id === shown}
          onClick={() => onChoose(person.id)}
        >
          <Initials name={`${person.first_name} ${person.last_name}`} size={28} />
          {labelOf(person)}
        </button>
      ))}
    </fieldset>
  )
}

function firstWord(names: string): string {
  return names.split(' ')[0] ?? names
}

import { FilterChips } from '../../ui/filter-chips.tsx'
import { Initials } from '../../ui/initials.tsx'
import { toFirstWord, toShortName } from './people.rules.ts'

export interface Person {
  id: number
  first_name: string
  last_name: string
}

export interface PersonChoiceProps {
  label?: string
  people: readonly Person[]
  ownId: number
  /** The id of the person on screen, or `all`. */
  shown: number | 'all'
  /** Whether all these people can be shown together. */
  withAll?: boolean
  onChoose(chosen: number | 'all'): void
}

/** Buttons with which the user changes in one step whose data a page shows. Nothing without a choice. */
export function PersonChoice(props: PersonChoiceProps) {
  const { label = 'A quién quieres ver', people, ownId, shown, withAll, onChoose } = props
  if (people.length < 2) return null
  const firstNames = people.map(({ first_name }) => toFirstWord(first_name))
  const labelOf = ({ id, first_name, last_name }: Person) => {
    const first = toFirstWord(first_name)
    if (id === ownId) return `${first} (tú)`
    // Two people with the same name need the surname.
    return firstNames.filter((name) => name === first).length > 1 ? `${first} ${last_name}` : first
  }
  return (
    <FilterChips<number | 'all'>
      label={label}
      value={shown}
      onChange={onChoose}
      options={[
        ...(withAll ? [{ value: 'all' as const, label: 'Todos' }] : []),
        ...people.map((person) => ({
          value: person.id,
          label: labelOf(person),
          lead: <Initials name={toShortName(person)} size={28} />,
        })),
      ]}
    />
  )
}

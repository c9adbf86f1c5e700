import { PersonChoice, type PersonChoiceProps } from './person-choice.tsx'
import { PersonDenied } from './person-denied.tsx'

interface PersonBannerProps extends PersonChoiceProps {
  /** The names of the person on screen where they are not among the people; `Cargando...` until they are known. */
  name?: string | undefined
}

/** Says whose data is on the screen, in words if it is another person's, and offers the other people. */
export function PersonBanner({ name, ...choice }: PersonBannerProps) {
  const { people, ownId, shown, withAll, onChoose } = choice
  const person = people.find(({ id }) => id === shown)
  const shownName = name ?? (person && [person.first_name, person.last_name].filter(Boolean).join(' '))
  return (
    <div className="grid min-w-0 gap-2">
      <section aria-label="Persona que estás viendo" className="grid gap-2">
        {shown !== 'all' && shown !== ownId && (
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 rounded-md bg-accent-soft px-4 text-on-accent-soft">
            <p>
              Estás viendo a <strong>{shownName ?? 'Cargando...'}</strong>
            </p>
            <button
              type="button"
              className="plain-button min-h-11 font-strong underline print:hidden"
              onClick={() => onChoose(withAll ? 'all' : ownId)}
            >
              Volver a mi perfil
            </button>
          </div>
        )}
        <PersonChoice {...choice} />
      </section>
      <PersonDenied />
    </div>
  )
}

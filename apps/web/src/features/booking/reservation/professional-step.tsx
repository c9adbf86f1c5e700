import { IconBolt, IconCheck, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatSoon } from '../../../lib/dates.ts'
import { Initials } from '../../../ui/initials.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { professionalsQuery } from '../booking.queries.ts'
import { NoHours } from './no-hours.tsx'
import classes from './options.module.css'
import { type Choice, reopened, type StepProps, searchOf } from './reservation.flow.ts'

export function ProfessionalStep({ choice, onChoose, onSettle }: StepProps) {
  return (
    <Professionals
      choice={choice}
      onChoose={onChoose}
      none={<NoHours choice={choice} onChoose={onSettle} />}
    />
  )
}

interface ProfessionalsProps {
  choice: Choice
  onChoose(choice: Choice): unknown
  /** Stands where nobody attends. */
  none?: React.ReactNode
}

/** Whoever is free soonest first; on top whoever it may be. */
export function Professionals({ choice, onChoose, none }: ProfessionalsProps) {
  const { office_id, specialty, modality } = searchOf(choice)
  const query = useQuery(professionalsQuery({ office_id, specialty, modality }))
  const chosen = choice.rut_professional
  const open = reopened(choice, 'professional')
  return (
    <Loaded query={query}>
      {(professionals) => {
        const [soonest] = professionals
        if (!soonest) return none
        return (
          <ul className={classes.list}>
            {soonest.next_free && (
              <li>
                <button
                  type="button"
                  className={classes.option}
                  aria-pressed={choice.primera === true}
                  onClick={() => onChoose({ ...open, primera: true })}
                >
                  <span className={classes.mark}>
                    <IconBolt size={24} stroke={1.75} aria-hidden />
                  </span>
                  <span className={classes.words}>
                    <span className={classes.name}>La primera hora disponible</span>
                    <span className={classes.line}>Con cualquier profesional</span>
                    <NextFree at={soonest.next_free} />
                  </span>
                  <Mark chosen={choice.primera === true} />
                </button>
              </li>
            )}
            {professionals.map(({ rut, name, specialties, next_free }) => (
              <li key={rut}>
                <button
                  type="button"
                  className={classes.option}
                  aria-pressed={rut === chosen}
                  onClick={() => onChoose({ ...open, rut_professional: rut })}
                >
                  <Initials name={withoutTitle(name)} size={50} />
                  <span className={classes.words}>
                    <span className={classes.name}>{name}</span>
                    <span className={classes.line}>
                      {specialties.find(({ code }) => code === specialty)?.name ??
                        specialties.map((one) => one.name).join(', ')}
                    </span>
                    {next_free ? (
                      <NextFree at={next_free} />
                    ) : (
                      <span className={classes.line}>Sin horas libres por ahora</span>
                    )}
                  </span>
                  <Mark chosen={rut === chosen} />
                </button>
              </li>
            ))}
          </ul>
        )
      }}
    </Loaded>
  )
}

/** The initials are of the person, not of «Dra.». */
function withoutTitle(name: string): string {
  return name.replace(/^(Dra?|Sra?|Klga?|Nut|Ps|Mat|Enf|Flgo|Flga|T\.M|TM|EU)\.?\s+/, '')
}

function NextFree({ at }: { at: string }) {
  return (
    <span className={classes.next}>
      <IconBolt size={18} stroke={1.75} aria-hidden />
      Próxima: {formatSoon(at)}
    </span>
  )
}

function Mark({ chosen }: { chosen: boolean }) {
  return chosen ? (
    <IconCheck size={22} stroke={2.25} aria-hidden />
  ) : (
    <IconChevronRight size={22} stroke={1.75} aria-hidden />
  )
}

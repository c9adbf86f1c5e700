import { modalityNames } from '@mi-portal/contract/appointments/appointments'
import type { Professional } from '@mi-portal/contract/booking/services'
import { IconBolt, IconCheck, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatShortTimestamp } from '../../../lib/dates.ts'
import { ProfessionalPhoto } from '../../../ui/professional-photo.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { professionalsQuery } from '../booking.queries.ts'
import { ModalityFilter } from './modality-filter.tsx'
import { NoSlots } from './no-slots.tsx'
import classes from './options.module.css'
import { type Choice, reopenQuestion, type StepProps, toSlotSearch } from './reservation.flow.ts'

export function ProfessionalStep({ choice, onChoose, onReplace }: StepProps) {
  return (
    <>
      <ModalityFilter choice={choice} search={toSlotSearch(choice)} onChoose={onReplace} />
      <Professionals
        choice={choice}
        onChoose={onChoose}
        none={<NoSlots choice={choice} onChoose={onReplace} patientId={choice.patient_id} />}
      />
    </>
  )
}

interface ProfessionalsProps {
  choice: Choice
  onChoose(choice: Choice): unknown
  /** Content that is shown when no professional attends. */
  none?: React.ReactNode
}

/** Lists the professionals, the one with the soonest free slot first; the first option is any professional. */
export function Professionals({ choice, onChoose, none }: ProfessionalsProps) {
  const { office_id, specialty, modality } = toSlotSearch(choice)
  const query = useQuery(professionalsQuery({ office_id, specialty, modality }))
  const chosen = choice.rut_professional
  const open = reopenQuestion(choice, 'professional')
  return (
    <QueryContent query={query}>
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
                    <NextFree at={soonest.next_free} modality={soonest.next_modality} />
                  </span>
                  <Mark chosen={choice.primera === true} />
                </button>
              </li>
            )}
            {professionals.map(({ rut, name, specialties, next_free, next_modality, doctor_image }) => (
              <li key={rut}>
                <button
                  type="button"
                  className={classes.option}
                  aria-pressed={rut === chosen}
                  onClick={() => onChoose({ ...open, rut_professional: rut })}
                >
                  <ProfessionalPhoto name={name} image={doctor_image} size={56} />
                  <span className={classes.words}>
                    <span className={classes.name}>{name}</span>
                    <span className={classes.line}>
                      {specialties.find(({ code }) => code === specialty)?.name ??
                        specialties.map((one) => one.name).join(', ')}
                    </span>
                    {next_free ? (
                      <NextFree at={next_free} modality={next_modality} />
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
    </QueryContent>
  )
}

function NextFree({ at, modality }: { at: string; modality: Professional['next_modality'] }) {
  return (
    <span className={classes.next}>
      <IconBolt size={18} stroke={1.75} aria-hidden />
      Próxima{modality && ` ${modalityNames[modality].toLowerCase()}`}: {formatShortTimestamp(at)}
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

import { foldText } from '@mi-portal/contract/accents'
import { IconChevronRight, IconStethoscope } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { portal } from '../../../lib/portal-config.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { specialtiesQuery } from '../booking.queries.ts'
import classes from './options.module.css'
import { type StepProps, searchOf } from './reservation.flow.ts'

/** Above this number of options a search field is shown. */
const maxWithoutSearch = 8

export function SpecialtyStep({ choice, onChoose }: StepProps) {
  const { office_id, modality } = searchOf(choice)
  const query = useQuery(
    specialtiesQuery(choice.spec_id ? { spec_id: choice.spec_id } : { office_id, modality }),
  )
  const [searchText, setSearchText] = useState('')
  return (
    <QueryContent query={query}>
      {(specialties) => {
        const found = specialties.filter(({ name }) => foldText(name).includes(foldText(searchText)))
        return (
          <>
            {specialties.length > maxWithoutSearch && (
              <div className={classes.search}>
                <SearchField label="Busca tu especialidad" value={searchText} onSearch={setSearchText} />
                <p className="portal-hidden" role="status">
                  {searchText && `${found.length} ${found.length === 1 ? 'especialidad' : 'especialidades'}`}
                </p>
              </div>
            )}
            {found.length === 0 ? (
              <EmptyState
                icon={IconStethoscope}
                title={
                  searchText
                    ? `No encontramos «${searchText}» entre las especialidades`
                    : 'No hay especialidades para reservar aquí'
                }
                action={
                  searchText ? (
                    <Button variant="light" onClick={() => setSearchText('')}>
                      Ver todas
                    </Button>
                  ) : undefined
                }
              >
                También puedes llamar al <PhoneLink number={portal.supportPhone} />.
              </EmptyState>
            ) : (
              <ul className={`${classes.list} ${classes.pairs}`}>
                {found.map(({ code, name }) => (
                  <li key={code}>
                    <button
                      type="button"
                      className={classes.option}
                      onClick={() => onChoose({ ...choice, specialty: code })}
                    >
                      <span className={classes.words}>
                        <span className={classes.name}>{name}</span>
                      </span>
                      <IconChevronRight size={22} stroke={1.75} aria-hidden />
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </>
        )
      }}
    </QueryContent>
  )
}

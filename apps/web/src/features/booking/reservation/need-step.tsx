/** The first question of a reservation: for whom, what is needed, and where. */
import { foldText } from '@mi-portal/contract/fields/accents'
import { IconCalendarX, IconSearch, IconStethoscope, IconVideo } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { findSite, portal } from '../../../lib/portal-config.ts'
import type { CurrentUser } from '../../../lib/session.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FilterChips } from '../../../ui/filter-chips.tsx'
import { RowList, Section, Stack } from '../../../ui/layout/layout.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { OpeningHours } from '../../../ui/opening-hours.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { IconTile, Row, RowArrow, RowButton, RowLink } from '../../../ui/rows/row.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { PersonChoice } from '../../people/person-choice.tsx'
import { professionalsQuery, specialtiesQuery } from '../booking.queries.ts'
import { bookingIcons } from '../chooser/booking-icons.tsx'
import { describeGroup, getGroupChoice, listGroupSites } from '../chooser/group-choice.rules.ts'
import type { useBookablePeople } from './patient/bookable-people.queries.ts'
import type { Choice, StepProps } from './reservation.flow.ts'
import { Specialties, SpecialtyList } from './specialties.tsx'

// They are listed once their next hours are known.
const UsualProfessionals = lazyComponent(
  async () => (await import('../usual-professionals.tsx')).UsualProfessionals,
  { isOptional: true },
)

interface NeedStepProps extends StepProps {
  user: CurrentUser
  people: ReturnType<typeof useBookablePeople>
}

export function NeedStep({ choice, onChoose, onReplace, user, people }: NeedStepProps) {
  const [text, setText] = useState('')
  const patientId = choice.patient_id ?? user.id
  const modality = choice.modality === 'telemedicina' ? choice.modality : undefined
  const isByVideo = modality !== undefined
  const place = modality ?? choice.office_id ?? 'AMBAS'
  const office_id = isByVideo || place === 'AMBAS' ? undefined : place
  const answered: Choice = {
    ...choice,
    office_id: isByVideo ? undefined : (choice.office_id ?? 'AMBAS'),
    // Who books for nobody else is not named in the address.
    patient_id: people.others ? patientId : choice.patient_id,
  }
  const search = { office_id, modality }
  const specialties = useQuery(
    specialtiesQuery(choice.spec_id ? { spec_id: choice.spec_id } : { ...search, patient_id: patientId }),
  )
  const chooseSpecialty = (specialty: string) => onChoose({ ...answered, specialty })
  const groups = portal.clinic.booking_groups.filter(
    ({ kind, offered_at }) =>
      kind !== 'consultation' &&
      kind !== 'telemedicine' &&
      !isByVideo &&
      (office_id === undefined || offered_at.includes(office_id)),
  )
  const rows = groups.map((group) => ({
    name: group.name,
    row: (
      <GroupRow
        key={group.key}
        group={group}
        office={place}
        patientId={answered.patient_id}
        onChoose={onChoose}
      />
    ),
    words: foldText(`${group.name} ${group.description ?? ''}`),
  }))
  const found = foldText(text)
  return (
    <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_390px] desktop:grid-rows-[auto_1fr]">
      <Stack gap="lg">
        {people.others && (
          <Section title="¿Para quién?">
            <Stack gap="xs">
              <PersonChoice
                label="Para quién es la hora"
                people={people.people}
                ownId={user.id}
                shown={patientId}
                onChoose={(id) => onReplace({ ...choice, patient_id: id === 'all' ? undefined : id })}
              />
              {people.isNotified(patientId) && (
                <p className="type-meta text-muted">Verás solo esta hora, y le avisaremos.</p>
              )}
            </Stack>
          </Section>
        )}
        <Section title="¿Qué necesitas?">
          <Stack gap="sm">
            {!choice.spec_id && (
              <SearchField label="Especialidad, examen o profesional" value={text} onSearch={setText} />
            )}
            <PlaceChips choice={choice} place={place} onChoose={onReplace} />
            <OpeningHours hours={findSite(office_id)?.opening_hours} />
          </Stack>
        </Section>
      </Stack>
      {!choice.spec_id && text === '' && (
        <div className="desktop:col-start-2 desktop:row-span-2 desktop:row-start-1">
          <Suspense>
            <UsualProfessionals patientId={patientId} asRows />
          </Suspense>
        </div>
      )}
      <Stack gap="lg">
        <QueryContent query={specialties}>
          {(all) =>
            choice.spec_id ? (
              <SpecialtyList specialties={all} onChoose={chooseSpecialty} />
            ) : text === '' ? (
              <Specialties key={patientId} specialties={all} onChoose={chooseSpecialty} />
            ) : (
              <Found
                text={text}
                specialties={all.filter(({ name }) => foldText(name).includes(found))}
                rows={rows.filter(({ words }) => words.includes(found)).map(({ row }) => row)}
                search={search}
                onSpecialty={chooseSpecialty}
                onProfessional={(rut_professional) => onChoose({ ...answered, rut_professional })}
              />
            )
          }
        </QueryContent>
        {!choice.spec_id && text === '' && (
          <Section title={<span className="type-meta font-strong">Exámenes y más</span>}>
            <RowList className="desktop:grid desktop:grid-cols-2 desktop:gap-x-6 desktop:[&>:nth-child(2)]:border-t-0">
              {rows.map(({ row }) => row)}
              <Row lead={<IconTile icon={IconCalendarX} />} side={<RowArrow />}>
                <RowLink to="/dashboard/consultas-medicas/{-$id}" params={{ id: undefined }}>
                  Cancelar una hora
                </RowLink>
              </Row>
            </RowList>
          </Section>
        )}
      </Stack>
    </div>
  )
}

interface PlaceChipsProps {
  choice: Choice
  place: string
  onChoose(choice: Choice): unknown
}

/** Where the patient wants to be attended; nothing at a clinic with one site. */
function PlaceChips({ choice, place, onChoose }: PlaceChipsProps) {
  const { sites, booking_groups } = portal.clinic
  if (sites.length < 2) return null
  const photos = sites.flatMap(({ photo }) => photo ?? []).slice(0, 2)
  const hasVideo = !choice.spec_id && booking_groups.some(({ kind }) => kind === 'telemedicine')
  return (
    <FilterChips
      label="Dónde"
      value={place}
      options={[
        {
          value: 'AMBAS',
          label: 'Cualquier clínica',
          lead: photos.length > 0 && <Photos addresses={photos} />,
        },
        ...sites.map(({ code, name, photo }) => ({
          value: code,
          label: name,
          lead: photo !== null && <Photos addresses={[photo]} />,
        })),
        ...(hasVideo
          ? [
              {
                value: 'telemedicina',
                label: 'Por video',
                lead: <IconVideo size={20} stroke={1.75} aria-hidden />,
              },
            ]
          : []),
      ]}
      onChange={(value) =>
        onChoose(
          value === 'telemedicina'
            ? { ...choice, office_id: undefined, modality: value }
            : { ...choice, office_id: value, modality: undefined },
        )
      }
    />
  )
}

function Photos({ addresses }: { addresses: readonly string[] }) {
  return (
    <span className="flex">
      {addresses.map((address) => (
        <img
          key={address}
          src={address}
          alt=""
          className="picture not-first:-ml-3 size-8 rounded-full object-cover"
        />
      ))}
    </span>
  )
}

interface GroupRowProps {
  group: (typeof portal.clinic.booking_groups)[number]
  office: string
  patientId: number | undefined
  onChoose(choice: Choice): unknown
}

function GroupRow({ group, office, patientId, onChoose }: GroupRowProps) {
  const { kind, name } = group
  const [site, ...others] = listGroupSites(group)
  const isOnlyAt = others.length === 0 && portal.clinic.sites.length > 1 ? `Solo en ${site?.name}` : null
  return (
    <Row
      lead={<IconTile icon={bookingIcons[group.icon] ?? IconStethoscope} />}
      meta={isOnlyAt ?? describeGroup(group)}
      side={<RowArrow />}
    >
      {kind === 'imaging' ? (
        <RowLink to="/dashboard/agenda-imagenologia" search={{ paso: 'imagenologia', paciente: patientId }}>
          {name}
        </RowLink>
      ) : kind === 'procedures' ? (
        <RowLink to="/dashboard/agenda-procedimientos" search={{ paciente: patientId }}>
          {name}
        </RowLink>
      ) : (
        <RowButton onClick={() => onChoose({ ...getGroupChoice(group, office), patient_id: patientId })}>
          {name}
        </RowButton>
      )}
    </Row>
  )
}

interface FoundProps {
  text: string
  specialties: readonly { code: string; name: string }[]
  /** The groups of exams that were found. */
  rows: readonly ReactNode[]
  search: Parameters<typeof professionalsQuery>[0]
  onSpecialty(code: string): unknown
  onProfessional(rut: string): unknown
}

/** What was found by its name: specialties, exams and professionals. */
function Found({ text, specialties, rows, search, onSpecialty, onProfessional }: FoundProps) {
  const query = useQuery(professionalsQuery(search))
  return (
    <QueryContent query={query}>
      {(all) => {
        const professionals = all.filter(({ name }) => foldText(name).includes(foldText(text))).slice(0, 20)
        const count = specialties.length + rows.length + professionals.length
        return (
          <>
            <p className="portal-hidden" role="status">
              {count === 1 ? '1 resultado' : `${count} resultados`}
            </p>
            {count === 0 && (
              <EmptyState icon={IconSearch} title={`No encontramos «${text}»`}>
                Prueba con otra palabra, o llama al <PhoneLink number={portal.supportPhone} />.
              </EmptyState>
            )}
            {specialties.length > 0 && <SpecialtyList specialties={specialties} onChoose={onSpecialty} />}
            {rows.length > 0 && <RowList>{rows}</RowList>}
            {professionals.length > 0 && (
              <RowList>
                {professionals.map(({ rut, name, specialties: attended }) => (
                  <Row key={rut} meta={attended.map((one) => one.name).join(', ')} side={<RowArrow />}>
                    <RowButton onClick={() => onProfessional(rut)}>{name}</RowButton>
                  </Row>
                ))}
              </RowList>
            )}
          </>
        )
      }}
    </QueryContent>
  )
}

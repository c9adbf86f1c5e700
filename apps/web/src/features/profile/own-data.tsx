/** Shows a patient's data, each value below its label. */

import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import type { Patient } from '@mi-portal/contract/people'
import { documentType } from '@mi-portal/contract/values/document-number'
import { IconPencil } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { formatDay } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Initials } from '../../ui/initials.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import {
  allForecastsQuery,
  citiesQuery,
  communesQuery,
  gendersQuery,
  nationalitiesQuery,
  regionsQuery,
} from '../catalogues/catalogues.queries.ts'
import { OwnContact } from '../emergency-contacts/own-contact.tsx'
import classes from './profile.module.css'
import { ownDataQuery, ownPhotoQuery } from './profile.queries.ts'

export function OwnData({ userId, onEdit }: { userId: number; onEdit(): void }) {
  const query = useQuery(ownDataQuery(userId))
  return (
    <QueryContent query={query} skeleton={<BlockSkeleton height={480} />}>
      {(patient) => (
        <>
          {patient.email_pending && (
            <div className="mb-4">
              <Notice kind="info" title="Falta confirmar tu nuevo e-mail">
                Abre el enlace del mensaje a {patient.email_pending}. Hasta que lo confirmes seguimos usando{' '}
                {patient.email ?? 'el anterior'}.
              </Notice>
            </div>
          )}
          <Data patient={patient} />
          <div className={classes.buttons}>
            <Button leftSection={<IconPencil size={20} stroke={1.75} aria-hidden />} onClick={onEdit}>
              Cambiar datos
            </Button>
          </div>
          <OwnContact userId={userId} />
        </>
      )}
    </QueryContent>
  )
}

type Catalogue = UseQueryResult<{ id: number; name: string }[]>

/**
 * Returns the name of a catalogue's entry; a loading text while the catalogue loads, and null when the name is
 * unknown.
 */
function nameIn(catalogue: Catalogue, id: number | null): string | null {
  if (id === null) return null
  if (catalogue.isPending) return catalogue.fetchStatus === 'idle' ? null : 'Cargando...'
  return catalogue.data?.find((entry) => entry.id === id)?.name ?? null
}

function Data({ patient }: { patient: Patient }) {
  const nationalities = useQuery(nationalitiesQuery)
  const forecasts = useQuery(allForecastsQuery)
  const genders = useQuery(gendersQuery)
  const regions = useQuery(regionsQuery)
  const { region_id, city_id } = patient
  const cities = useQuery({ ...citiesQuery(String(region_id)), enabled: region_id !== null })
  const communes = useQuery({ ...communesQuery(String(city_id)), enabled: city_id !== null })
  const name = [patient.first_name, patient.last_name, patient.second_name].filter(Boolean).join(' ')
  const rows: readonly (readonly [label: string, value: string | null])[] = [
    ['Nombres', patient.first_name],
    ['Primer apellido', patient.last_name],
    ['Segundo apellido', patient.second_name],
    ...(patient.preferred_name ? [['Nombre social', patient.preferred_name] as const] : []),
    ['Tipo de documento', patient.document_type_id === documentType.run ? 'RUT' : 'Pasaporte'],
    [
      'Número de documento',
      showDocumentWithCountry(patient.document_type_id, patient.document_number, patient.document_country),
    ],
    ['Fecha de nacimiento', patient.date_birth && formatDay(patient.date_birth)],
    ['Previsión', nameIn(forecasts, patient.forecast_id)],
    ['E-mail', patient.email],
    ['Teléfono', patient.phone],
    ['Dirección', patient.address],
    ['Nacionalidad', nameIn(nationalities, patient.nationality_id)],
    ['Región', nameIn(regions, region_id)],
    ['Provincia', nameIn(cities, city_id)],
    ['Comuna', nameIn(communes, patient.commune_id)],
    ['Género', nameIn(genders, patient.gender_id)],
  ]
  return (
    <section className={`portal-card ${classes.card}`} aria-label="Mis datos">
      <div className="flex items-center gap-4">
        <Avatar patient={patient} name={name} />
        <h2 className="type-section wrap-anywhere">{name}</h2>
      </div>
      <dl
        className={`grid m-0 [&_dt]:type-meta [&_dt]:text-muted [&_dd]:mx-0 [&_dd]:mt-1 [&_dd]:mb-0 [&_dd]:font-strong [&_dd]:text-strong [&_dd]:wrap-anywhere ${classes.data}`}
      >
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || <span className="font-normal text-muted">Sin información</span>}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Avatar({ patient, name }: { patient: Patient; name: string }) {
  const { data } = useQuery(ownPhotoQuery(patient))
  if (!data) return <Initials name={name} size={72} look="arrebol" />
  return (
    <img
      className="picture size-18 rounded-full object-cover"
      src={data}
      alt="Tu fotografía"
      width={72}
      height={72}
    />
  )
}

/** The fields of a person's data for registration and profile, inside a form of the kit. */

import type { PersonValues } from '@mi-portal/contract/fields/person-fields'
import { toDay } from '@mi-portal/contract/values/dates'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { now } from '../../lib/clock.ts'
import { CheckBox } from '../../ui/check-box.tsx'
import row from '../../ui/field-row.module.css'
import { fields, useField } from '../../ui/form/fields.tsx'
import { FormDate } from '../../ui/form/form-fields.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CatalogueField } from '../catalogues/catalogue-field.tsx'
import { forecastsQuery, gendersQuery, nationalitiesQuery } from '../catalogues/catalogues.queries.ts'
import { FormPlace } from '../catalogues/form-place.tsx'
import { AgeNotice } from './age-notice.tsx'

/** Prefix of the fields' ids, to which error summaries link. */
export const fieldIdPrefix = 'campo-'

/**
 * Name, birth date, nationality, insurer and gender. `document` is shown beside the first names, if the form does
 * not ask for it.
 */
export function PersonalFields(props: {
  document?: { label: string; shown: string }
  /** Whether names and birth date come from a registry: they are shown with a lock and cannot be edited. */
  areNamesVerified?: boolean
  /** The person's present insurer, which is offered even if it is hidden by now. */
  storedForecast?: string
  /** Text below names that cannot be changed; the names are then read-only. */
  provenNames?: ReactNode
  /** Whether to omit the preferred name; a registration asks only for what an account needs. */
  withoutPreferredName?: boolean
  /** The label of the checkbox for a passport with one name, which hides the surnames; absent for a RUN. */
  oneNameLabel?: string | false
  /** Whether the surnames may be empty without that checkbox. */
  hasOptionalSurnames?: boolean
  /** The fields on screen: the names, what else is asked of the person, or all of them. */
  part?: 'names' | 'details' | 'all'
  /** Whether to omit the notice about a minor's birth date; staff do not need it. */
  withoutAgeNotice?: boolean
}) {
  const { part = 'all' } = props
  const { formState, watch, setValue } = useFormContext<PersonValues & { one_name?: boolean }>()
  const nationalities = useQuery(nationalitiesQuery)
  const forecasts = useQuery(forecastsQuery(props.storedForecast))
  const genders = useQuery(gendersQuery)
  const hidesSurnames = Boolean(props.oneNameLabel) && watch('one_name') === true
  const chosenBirth = formState.dirtyFields.date_birth && watch('date_birth')
  const lock = <IconLock size={20} stroke={1.75} aria-hidden />
  const lockedNames =
    props.areNamesVerified || props.provenNames ? { readOnly: true, rightSection: lock } : {}
  const today = toDay(now())
  return (
    <>
      <div className={`${row.row} ${row.two}`}>
        {part !== 'details' && (
          <>
            <fields.Text name="first_name" label="Nombres" autoComplete="given-name" {...lockedNames} />
            {props.document && (
              <TextField
                label={props.document.label}
                value={props.document.shown}
                readOnly
                rightSection={lock}
              />
            )}
            {props.oneNameLabel && (
              <CheckBox
                checked={hidesSurnames}
                onChange={(isOnlyName) => {
                  setValue('one_name', isOnlyName, { shouldDirty: true })
                  for (const name of ['last_name', 'second_name'] as const)
                    setValue(name, '', { shouldDirty: true, shouldValidate: formState.isSubmitted })
                }}
              >
                {props.oneNameLabel}
              </CheckBox>
            )}
            {/* One of the two surnames is enough. */}
            {!hidesSurnames && (
              <>
                <fields.Text
                  name="last_name"
                  deps={['second_name']}
                  label="Primer apellido"
                  optional={props.hasOptionalSurnames}
                  autoComplete="family-name"
                  {...lockedNames}
                />
                <fields.Text
                  name="second_name"
                  deps={['last_name']}
                  label="Segundo apellido"
                  optional
                  autoComplete="off"
                  {...lockedNames}
                />
              </>
            )}
            {!props.withoutPreferredName && (
              <fields.Text
                name="preferred_name"
                label="Nombre social"
                optional
                autoComplete="nickname"
                description="El nombre con que saluda el portal, si es otro."
              />
            )}
          </>
        )}
        {part !== 'names' && (
          <>
            <FormDate
              name="date_birth"
              label="Fecha de nacimiento"
              readOnly={props.areNamesVerified}
              max={today}
            />
            <Chosen name="nationality_id" label="Nacionalidad" query={nationalities} />
            <Chosen name="forecast_id" label="Previsión" query={forecasts} />
            <Chosen name="gender_id" label="Género" query={genders} />
          </>
        )}
      </div>
      {props.provenNames}
      {chosenBirth && part !== 'names' && !props.withoutAgeNotice && (
        <AgeNotice key={chosenBirth} birth={chosenBirth} />
      )}
    </>
  )
}

function Chosen({
  name,
  ...rest
}: {
  name: 'nationality_id' | 'forecast_id' | 'gender_id'
  label: string
  query: Parameters<typeof CatalogueField>[0]['query']
}) {
  const field = useField({ name })
  return <CatalogueField {...rest} {...field} />
}

/** E-mail, phone, address and place. `emailHint` explains the purpose of the e-mail. */
export function ContactFields({ emailHint }: { emailHint: ReactNode }) {
  return (
    <>
      <div className={`${row.row} ${row.two}`}>
        <fields.Text
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          label="E-mail"
          description={emailHint}
        />
        <fields.Phone name="phone" label="Teléfono" autoComplete="tel-national" />
      </div>
      <fields.Text name="address" autoComplete="street-address" label="Dirección" />
      <div className={`${row.row} ${row.three}`}>
        <FormPlace />
      </div>
    </>
  )
}

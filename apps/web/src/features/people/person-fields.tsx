/** The fields of a person's data for registration and profile, inside a form of react-hook-form. */
import type { PersonValues } from '@mi-portal/contract/person-fields'
import { dayOf } from '@mi-portal/contract/values/dates'
import { phonePlaceholder } from '@mi-portal/contract/values/phone'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { now } from '../../lib/clock.ts'
import { CheckBox } from '../../ui/check-box.tsx'
import { DateField } from '../../ui/date-field.tsx'
import row from '../../ui/field-row.module.css'
import { TextField } from '../../ui/text-field.tsx'
import { CatalogueField } from '../catalogues/catalogue-field.tsx'
import { forecastsQuery, gendersQuery, nationalitiesQuery } from '../catalogues/catalogues.queries.ts'
import { type Place, PlaceFields } from '../catalogues/place-fields.tsx'
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
  /** Whether to omit the notice about a minor's birth date; staff do not need it. */
  withoutAgeNotice?: boolean
}) {
  const { register, control, formState, watch, setValue } = useFormContext<
    PersonValues & { one_name?: boolean }
  >()
  const hidesSurnames = Boolean(props.oneNameLabel) && watch('one_name') === true
  const [chosenBirth, setChosenBirth] = useState<string | null>(null)
  const lock = <IconLock size={20} stroke={1.75} aria-hidden />
  const lockedNames =
    props.areNamesVerified || props.provenNames ? { readOnly: true, rightSection: lock } : {}
  type NameField = 'first_name' | 'last_name' | 'second_name'
  const text = (name: NameField, deps: NameField[] | NameField = []) => ({
    ...register(name, { deps }),
    id: `${fieldIdPrefix}${name}`,
    error: formState.errors[name]?.message,
    ...lockedNames,
  })
  const today = dayOf(now())
  return (
    <>
      <div className={`${row.row} ${row.two}`}>
        <TextField {...text('first_name')} label="Nombres" autoComplete="given-name" />
        {props.document && (
          <TextField label={props.document.label} value={props.document.shown} readOnly rightSection={lock} />
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
            <TextField
              {...text('last_name', 'second_name')}
              label="Primer apellido"
              optional={props.hasOptionalSurnames}
              autoComplete="family-name"
            />
            <TextField
              {...text('second_name', 'last_name')}
              label="Segundo apellido"
              optional
              autoComplete="off"
            />
          </>
        )}
        {!props.withoutPreferredName && (
          <TextField
            {...register('preferred_name')}
            id={`${fieldIdPrefix}preferred_name`}
            label="Nombre social"
            optional
            autoComplete="nickname"
            description="El nombre con que saluda el portal, si es otro."
            error={formState.errors.preferred_name?.message}
          />
        )}
        <Controller
          control={control}
          name="date_birth"
          render={({ field, fieldState }) => (
            <DateField
              {...field}
              id={`${fieldIdPrefix}date_birth`}
              label="Fecha de nacimiento"
              readOnly={props.areNamesVerified}
              max={today}
              error={fieldState.error?.message}
              onChange={(day) => {
                field.onChange(day)
                if (day) setChosenBirth(day)
              }}
            />
          )}
        />
        <Chosen name="nationality_id" label="Nacionalidad" query={useQuery(nationalitiesQuery)} />
        <Chosen name="forecast_id" label="Previsión" query={useQuery(forecastsQuery(props.storedForecast))} />
        <Chosen name="gender_id" label="Género" query={useQuery(gendersQuery)} />
      </div>
      {props.provenNames}
      {chosenBirth && !props.withoutAgeNotice && <AgeNotice key={chosenBirth} birth={chosenBirth} />}
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
  const { control } = useFormContext<PersonValues>()
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <CatalogueField
          {...rest}
          id={`${fieldIdPrefix}${name}`}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          ref={field.ref}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

/** E-mail, phone, address and place. `emailHint` explains the purpose of the e-mail. */
export function ContactFields({ emailHint }: { emailHint: ReactNode }) {
  const { register, watch, setValue, formState } = useFormContext<PersonValues>()
  const { errors, isSubmitted } = formState
  const [region_id, city_id, commune_id] = watch(['region_id', 'city_id', 'commune_id'])
  const before: Place = { region_id, city_id, commune_id }

  function changePlace(place: Place) {
    for (const name of placeNames) {
      if (place[name] !== before[name]) {
        setValue(name, place[name], { shouldDirty: true, shouldValidate: isSubmitted })
      }
    }
  }

  return (
    <>
      <div className={`${row.row} ${row.two}`}>
        <TextField
          {...register('email')}
          id={`${fieldIdPrefix}email`}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          label="E-mail"
          description={emailHint}
          error={errors.email?.message}
        />
        <TextField
          {...register('phone')}
          id={`${fieldIdPrefix}phone`}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={9}
          placeholder={phonePlaceholder}
          label="Teléfono"
          description="9 dígitos, sin +56."
          error={errors.phone?.message}
        />
      </div>
      <TextField
        {...register('address')}
        id={`${fieldIdPrefix}address`}
        autoComplete="street-address"
        label="Dirección"
        error={errors.address?.message}
      />
      <div className={`${row.row} ${row.three}`}>
        <PlaceFields
          idPrefix={fieldIdPrefix}
          value={before}
          onChange={changePlace}
          errors={{
            region_id: errors.region_id?.message,
            city_id: errors.city_id?.message,
            commune_id: errors.commune_id?.message,
          }}
        />
      </div>
    </>
  )
}

const placeNames = ['region_id', 'city_id', 'commune_id'] as const

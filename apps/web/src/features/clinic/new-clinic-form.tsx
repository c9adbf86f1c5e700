import { zodResolver } from '@hookform/resolvers/zod'
import { newClinic } from '@mi-portal/contract/clinic/new-clinic'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import row from '../../ui/field-row.module.css'
import { showServerErrors } from '../../ui/server-errors.ts'
import { TextField } from '../../ui/text-field.tsx'
import { PlaceFields } from '../catalogues/place-fields.tsx'
import classes from './clinic.module.css'
import { useCreateClinic } from './clinic-admin.queries.ts'

/** The form holds the commune as text, and its field for the date needs no format. */
const form = z.object({
  ...newClinic.shape,
  results_from: z.pipe(z.string().check(z.minLength(1, 'Elige una fecha')), newClinic.shape.results_from),
  commune: z.pipe(
    z.string().check(z.minLength(1, 'Elige la comuna')),
    z.pipe(
      z.transform((text: string) => Number(text)),
      newClinic.shape.commune,
    ),
  ),
})

const names = ['brand', 'product', 'email', 'phone', 'site', 'address', 'commune', 'results_from'] as const

const idPrefix = 'nueva-'
const toId = (name: (typeof names)[number]) => `${idPrefix}${name === 'commune' ? 'commune_id' : name}`

/** Asks for what a first clinic package needs, and stores it as drafts. */
export function NewClinicForm({ onDone, onCancel }: { onDone(): void; onCancel(): void }) {
  const { register, control, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(form),
    shouldFocusError: false,
    defaultValues: {
      brand: '',
      product: 'Mi Portal',
      email: '',
      phone: '',
      site: '',
      address: '',
      commune: '',
      results_from: '',
    },
  })
  const create = useCreateClinic()
  const [attempt, setAttempt] = useState(0)
  const [place, setPlace] = useState({ region_id: '', city_id: '' })
  const { errors } = formState
  const showErrors = () => setAttempt((count) => count + 1)
  const submit = handleSubmit(
    (values) =>
      create.mutate(values, {
        onSuccess: onDone,
        onError: (error) => {
          showServerErrors(error, { setError }, names)
          showErrors()
        },
      }),
    showErrors,
  )
  const text = (name: Exclude<(typeof names)[number], 'commune' | 'results_from'>) => ({
    ...register(name),
    id: toId(name),
    autoComplete: 'off',
    error: errors[name]?.message,
  })

  return (
    <form noValidate className={classes.form} aria-label="Paquete nuevo" onSubmit={submit}>
      <h3>Paquete nuevo</h3>
      <ErrorSummary
        attempt={attempt}
        errors={names.flatMap((name) => {
          const message = errors[name]?.message
          return message ? [{ id: toId(name), message }] : []
        })}
      />
      <div className={`${row.row} ${row.two}`}>
        <TextField {...text('brand')} label="Nombre de la clínica" />
        <TextField {...text('product')} label="Nombre del portal" />
        <TextField {...text('email')} type="email" label="Correo de atención a pacientes" />
        <TextField {...text('phone')} type="tel" label="Teléfono de la mesa central" />
        <TextField {...text('site')} label="Nombre de la primera sede" />
        <TextField {...text('address')} label="Dirección de la sede" />
        <Controller
          control={control}
          name="commune"
          render={({ field: { value, onChange, ref }, fieldState }) => (
            <PlaceFields
              idPrefix={idPrefix}
              value={{ ...place, commune_id: value }}
              onChange={({ commune_id, ...chosen }) => {
                setPlace(chosen)
                onChange(commune_id)
              }}
              errors={{ commune_id: fieldState.error?.message }}
              refs={{ commune_id: ref }}
            />
          )}
        />
        <Controller
          control={control}
          name="results_from"
          render={({ field, fieldState }) => (
            <DateField
              {...field}
              id={toId('results_from')}
              label="Primera fecha de los resultados que se muestran"
              autoComplete="off"
              error={fieldState.error?.message}
            />
          )}
        />
      </div>
      {create.isError && <ErrorNotice error={create.error} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={create.isPending}>
          CREAR PAQUETE
        </Button>
        <Button variant="subtle" disabled={create.isPending} onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}

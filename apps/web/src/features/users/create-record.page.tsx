/** Creates the record of a person without an account at the counter, so that they can be given an appointment at once. */
import { zodResolver } from '@hookform/resolvers/zod'
import { dayOf } from '@mi-portal/contract/values/dates'
import { phonePlaceholder } from '@mi-portal/contract/values/phone'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Controller, FormProvider, useForm } from 'react-hook-form'
import { now } from '../../lib/clock.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import row from '../../ui/field-row.module.css'
import { NumberedCard } from '../../ui/numbered-card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { showServerErrors } from '../../ui/server-errors.ts'
import { TextField } from '../../ui/text-field.tsx'
import { fieldIdPrefix } from '../people/person-fields.tsx'
import { DocumentFields } from './user-form.tsx'
import classes from './users.module.css'
import { useCreateRecord } from './users.queries.ts'
import { emptyRecord, fullName, recordFields, recordForm } from './users.rules.ts'
import { UsersLink } from './users-link.tsx'

export function CreateRecordPage() {
  // The next record starts with an empty form.
  const [count, setCount] = useState(0)
  return <CreateRecord key={count} onAnother={() => setCount(count + 1)} />
}

function CreateRecord({ onAnother }: { onAnother(): void }) {
  const navigate = useNavigate()
  const { tipo, documento } = useSearch({ strict: false })
  const [attempt, setAttempt] = useState(0)
  const create = useCreateRecord()
  const form = useForm({
    resolver: zodResolver(recordForm),
    defaultValues: emptyRecord({ type: tipo ?? 1, number: documento ?? '' }),
    shouldFocusError: false,
  })
  const { errors } = form.formState
  const text = (name: (typeof recordFields)[number]) => ({
    ...form.register(name, { deps: name === 'last_name' ? 'second_name' : [] }),
    id: `${fieldIdPrefix}${name}`,
    error: errors[name]?.message,
  })
  const submit = form.handleSubmit(
    (values) => create.mutate(values),
    () => setAttempt((attempts) => attempts + 1),
  )
  const fieldErrors = recordFields.flatMap((field) => {
    const message = errors[field]?.message
    return message ? [{ id: `${fieldIdPrefix}${field}`, message }] : []
  })

  return (
    <>
      <UsersLink />
      <PageHeading
        title="Crear ficha"
        lead="Para dar una hora a una persona que no tiene cuenta. Podrás abrirle la cuenta después."
      />
      <FormProvider {...form}>
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <ErrorSummary attempt={attempt} errors={fieldErrors} />
          <NumberedCard id="datos-de-la-ficha" number={1} title="Datos de la persona">
            <div className={classes.fields}>
              <DocumentFields />
              <div className={`${row.row} ${row.two}`}>
                <TextField {...text('first_name')} label="Nombres" autoComplete="off" />
                <TextField
                  {...text('last_name')}
                  label="Primer apellido"
                  optional={form.watch('document_type_id') !== 1}
                  autoComplete="off"
                />
                <TextField {...text('second_name')} label="Segundo apellido" optional autoComplete="off" />
                <Controller
                  control={form.control}
                  name="date_birth"
                  render={({ field, fieldState }) => (
                    <DateField
                      {...field}
                      id={`${fieldIdPrefix}date_birth`}
                      label="Fecha de nacimiento"
                      max={dayOf(now())}
                      error={fieldState.error?.message}
                    />
                  )}
                />
                <TextField
                  {...text('phone')}
                  type="tel"
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={9}
                  placeholder={phonePlaceholder}
                  label="Teléfono"
                  description="9 dígitos, sin +56."
                />
                <TextField
                  {...text('email')}
                  type="email"
                  inputMode="email"
                  autoComplete="off"
                  autoCapitalize="none"
                  label="E-mail"
                  optional
                />
              </div>
            </div>
          </NumberedCard>
          <div className={classes.buttons}>
            <Button
              variant="subtle"
              disabled={create.isPending}
              onClick={() => navigate({ to: '/admin/usuarios' })}
            >
              Volver
            </Button>
            <Button type="submit" loading={create.isPending}>
              CREAR FICHA
            </Button>
          </div>
        </form>
      </FormProvider>
      {create.isSuccess && (
        <ResultDialog
          opened
          kind="success"
          title="Ficha creada"
          action={{
            label: 'ABRIR CUENTA',
            onClick: () =>
              navigate({ to: '/admin/usuarios/editar/$id', params: { id: String(create.data.id) } }),
          }}
          secondary={{ label: 'Crear otra ficha', onClick: onAnother }}
          onClose={() => navigate({ to: '/admin/usuarios' })}
        >
          Guardamos la ficha de {fullName(create.data)}. No tiene cuenta: para que vea sus datos en el portal,
          ábrele una.
        </ResultDialog>
      )}
      {create.isError && (
        <ResultDialog
          opened
          kind="error"
          error={create.error}
          title="No ha sido posible crear la ficha"
          onClose={() => {
            showServerErrors(create.error, form, recordFields)
            setAttempt((attempts) => attempts + 1)
            create.reset()
          }}
        >
          {create.error.message}
        </ResultDialog>
      )}
    </>
  )
}

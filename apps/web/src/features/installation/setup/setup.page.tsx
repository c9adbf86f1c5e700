/**
 * The first start of an installation («Configurar el portal»): creates the first super administrator with the address that the server
 * printed. The token is in the fragment, which browsers do not send to servers.
 */

import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@mi-portal/contract/api-error'
import { passwordRules } from '@mi-portal/contract/values/password'
import { IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { formatTimestamp } from '../../../lib/dates.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { DocumentField } from '../../../ui/document-field.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import row from '../../../ui/field-row.module.css'
import { LoadError } from '../../../ui/load-error.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { showServerErrors } from '../../../ui/server-errors.ts'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import classes from '../../profile/profile.module.css'
import { storeSession } from '../../session/session.queries.ts'
import { setupLinkQuery, useCreateSuperAdmin } from './setup.queries.ts'
import { emptySetup, listSetupErrors, setupFieldNames, setupForm } from './setup.rules.ts'

/** Prefix of the fields' ids, to which the error summary links. */
const fieldIdPrefix = 'campo-'

const title = 'Configurar el portal'

export function SetupPage() {
  const token = useRouterState({ select: ({ location }) => location.hash })
  const query = useQuery({ ...setupLinkQuery(token), enabled: token !== '' })
  if (token === '' || isRejected(query.error)) return <InvalidLink />
  if (query.data) return <SetupForm token={token} expiresAt={query.data.expires_at} />
  return (
    <>
      <PageHeading title={title} />
      {query.error ? (
        <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
      ) : (
        <BlockSkeleton height={420} />
      )}
    </>
  )
}

/** Returns whether the server does not accept the token: unknown, used, replaced or expired. */
function isRejected(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 410 || error.status === 400)
}

function InvalidLink() {
  return (
    <>
      <PageHeading title={title} />
      <EmptyState
        icon={IconLinkOff}
        title="Esta dirección de configuración no es válida"
        action={<ButtonLink to="/admin">IR A LA ADMINISTRACIÓN</ButtonLink>}
      >
        Sirve una sola vez y por 24 horas, y cada inicio del servidor la reemplaza. Busca la más reciente en
        el registro del servidor y ábrela completa, o reinicia el servidor para obtener otra. Si el portal ya
        tiene un superadministrador, inicia sesión en la administración.
      </EmptyState>
    </>
  )
}

function SetupForm({ token, expiresAt }: { token: string; expiresAt: string }) {
  const navigate = useNavigate()
  const form = useForm({
    resolver: zodResolver(setupForm),
    defaultValues: emptySetup,
    shouldFocusError: false,
  })
  const create = useCreateSuperAdmin(token)
  const [attempt, setAttempt] = useState(0)
  const { register, control, formState } = form
  const { errors } = formState
  const showErrors = () => setAttempt((count) => count + 1)

  const submit = form.handleSubmit(
    (values) =>
      create.mutate(values, {
        onSuccess: (answer) => {
          storeSession(answer)
          void navigate({ to: '/admin/puesta-en-marcha', replace: true })
        },
        onError: (error) => {
          showServerErrors(error, form, setupFieldNames)
          showErrors()
        },
      }),
    showErrors,
  )

  const text = (name: 'first_name' | 'last_name' | 'second_name' | 'email') => ({
    ...register(name),
    id: `${fieldIdPrefix}${name}`,
    error: errors[name]?.message,
  })
  const isAtField =
    create.error instanceof ApiError &&
    create.error.fieldErrors.some(({ param }) => setupFieldNames.some((name) => name === param))

  return (
    <>
      <PageHeading
        title={title}
        lead="Crea la cuenta del primer superadministrador. Con ella configurarás la clínica y crearás las demás cuentas."
      />
      <form noValidate className={`portal-card ${classes.card}`} onSubmit={submit}>
        <ErrorSummary
          attempt={attempt}
          errors={listSetupErrors(errors).map(({ field, message }) => ({
            id: `${fieldIdPrefix}${field}`,
            message,
          }))}
        />
        <Controller
          control={control}
          name="document_number"
          render={({ field, fieldState }) => (
            <DocumentField
              type={form.watch('document_type_id')}
              onTypeChange={(type) => {
                form.setValue('document_type_id', type)
                form.setValue('document_number', '')
                form.clearErrors('document_number')
              }}
              number={field.value}
              onNumberChange={field.onChange}
              onNumberBlur={field.onBlur}
              numberRef={field.ref}
              numberId={`${fieldIdPrefix}document_number`}
              error={fieldState.error?.message}
            />
          )}
        />
        <div className={`${row.row} ${row.two}`}>
          <TextField {...text('first_name')} label="Nombres" autoComplete="given-name" />
          <TextField {...text('last_name')} label="Primer apellido" autoComplete="family-name" />
          <TextField {...text('second_name')} label="Segundo apellido" optional autoComplete="off" />
          <TextField
            {...text('email')}
            type="email"
            label="E-mail"
            description="Ahí recibirás los avisos de tu cuenta."
            autoComplete="email"
          />
          <PasswordField
            {...register('password', { deps: 'password_confirmation' })}
            id={`${fieldIdPrefix}password`}
            label="Contraseña"
            autoComplete="new-password"
            rules={passwordRules}
            value={form.watch('password')}
            error={errors.password?.message}
          />
          <PasswordField
            {...register('password_confirmation')}
            id={`${fieldIdPrefix}password_confirmation`}
            label="Confirmar contraseña"
            autoComplete="new-password"
            error={errors.password_confirmation?.message}
          />
        </div>
        {create.isError && !isAtField && <ErrorNotice error={create.error} />}
        <div className={classes.buttons}>
          <Button type="submit" loading={create.isPending}>
            CREAR CUENTA
          </Button>
        </div>
        <p>Esta dirección sirve una sola vez, hasta el {formatTimestamp(expiresAt)}.</p>
      </form>
    </>
  )
}

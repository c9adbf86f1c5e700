/**
 * The first start of an installation («Configurar el portal»): creates the first super administrator with the address that the server
 * printed. The token is in the fragment, which browsers do not send to servers.
 */

import { CallError } from '@mi-portal/contract/calls/call-error'
import { passwordRules } from '@mi-portal/contract/values/password'
import { IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { formatTimestamp } from '../../../lib/dates.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import row from '../../../ui/field-row.module.css'
import { ContractForm, FormEnd, useContractForm } from '../../../ui/form/contract-form.tsx'
import { emailUse } from '../../../ui/form/fields.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import classes from '../../profile/profile.module.css'
import { storeSession } from '../../session/session.queries.ts'
import { setupLinkQuery, useCreateSuperAdmin } from './setup.queries.ts'
import { emptySetup, setupRequest } from './setup.rules.ts'

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
  return error instanceof CallError && (error.status === 410 || error.status === 400)
}

function InvalidLink() {
  return (
    <>
      <PageHeading title={title} />
      <EmptyState
        icon={IconLinkOff}
        title="Esta dirección de configuración no es válida"
        action={<ButtonLink to="/admin">Ir a la administración</ButtonLink>}
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
  const create = useCreateSuperAdmin(token)
  const kit = useContractForm(setupRequest, {
    values: emptySetup,
    hasSummary: true,
    save: create,
    send: create.mutate,
    onSent: (answer) => {
      storeSession(answer)
      void navigate({ to: '/admin/puesta-en-marcha', replace: true })
    },
  })
  const { Field } = kit

  return (
    <>
      <PageHeading
        title={title}
        lead="Crea la cuenta del primer superadministrador. Con ella configurarás la clínica y crearás las demás cuentas."
      />
      <ContractForm kit={kit} className={`portal-card ${classes.card}`}>
        <Field.Document />
        <div className={`${row.row} ${row.two}`}>
          <Field.Text name="first_name" label="Nombres" autoComplete="given-name" />
          <Field.Text name="last_name" label="Primer apellido" autoComplete="family-name" />
          <Field.Text name="second_name" label="Segundo apellido" optional autoComplete="off" />
          <Field.Text name="email" type="email" label="E-mail" description={emailUse} autoComplete="email" />
          <Field.Password
            name="password"
            deps="password_confirmation"
            label="Contraseña"
            autoComplete="new-password"
            rules={passwordRules}
          />
          <Field.Password
            name="password_confirmation"
            label="Confirmar contraseña"
            autoComplete="new-password"
          />
        </div>
        <FormEnd kit={kit} className={classes.buttons} submit="Crear cuenta" />
        <p>Esta dirección sirve una sola vez, hasta el {formatTimestamp(expiresAt)}.</p>
      </ContractForm>
    </>
  )
}

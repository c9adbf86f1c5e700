/** One account: edited, or validated while it is pending. */

import { CallError } from '@mi-portal/contract/calls/call-error'
import { errorTable } from '@mi-portal/contract/calls/error-table'
import { type ConfirmationKind, confirmationLabels } from '@mi-portal/contract/confirmations'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import type { User } from '@mi-portal/contract/users'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { updateFailed } from '../../lib/explain-error.ts'
import { hasPermission } from '../../lib/permissions.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useContractForm } from '../../ui/form/contract-form.tsx'
import { FormErrorDialog } from '../../ui/form/form-error-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { StaffAccount } from '../account-security/staff-account.tsx'
import { PatientAttendance } from '../attendance/patient-attendance.tsx'
import { WaitingChanges, waitingSteps, waitsForAnother } from '../confirmations/waiting-changes.tsx'
import { PatientContact } from '../emergency-contacts/patient-contact.tsx'
import { noUserInformation } from '../people/people.rules.ts'
import { fieldIdPrefix } from '../people/person-fields.tsx'
import { DeathReport } from './death-report.tsx'
import { StaffPermissionsSection } from './permissions/staff-permissions.tsx'
import { AccountSections, UserFormView } from './user-form.tsx'
import { useEditUser, userPhotosQuery, userQuery } from './users.queries.ts'
import { editRequest, opensAccount, toUserValues, waitsForColleague } from './users.rules.ts'
import { UsersLink } from './users-link.tsx'
import { ValidateUser } from './validation/validate-user.tsx'

export function EditUserPage() {
  const { id = '' } = useParams({ strict: false })
  const number = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647 ? Number(id) : null
  return (
    <>
      <UsersLink />
      {number === null ? <Missing title="ID de usuario inválido" /> : <Account key={number} id={number} />}
    </>
  )
}

function Missing({ title }: { title: string }) {
  return (
    <>
      <PageHeading title="Actualizar usuario" />
      <EmptyState
        icon={IconUserOff}
        title={title}
        action={<ButtonLink to="/admin/usuarios">Volver a usuarios</ButtonLink>}
      />
    </>
  )
}

function Account({ id }: { id: number }) {
  const query = useQuery(userQuery(id))
  // An account being validated stays on screen while the outcome is shown, with any new status.
  const [validating, setValidating] = useState<User | null>(null)
  const { error, data } = query
  if (validating !== null) return <ValidateUser user={validating} />
  if (data === undefined && error instanceof CallError && error.status === 404)
    return <Missing title={noUserInformation} />
  if (data === undefined && error instanceof CallError && error.status === 403)
    return <Missing title={error.message} />
  if (data?.status_data_id === 3) {
    setValidating(data)
    return null
  }
  return (
    <QueryContent
      query={query}
      skeleton={
        <>
          <PageHeading title="Actualizar usuario" />
          <BlockSkeleton height={640} />
        </>
      }
    >
      {(user) => <EditUser user={user} onReload={() => query.refetch()} />}
    </QueryContent>
  )
}

/** Says how an account is opened for a person who has none. */
function OpeningHint({ user }: { user: User }) {
  if (!user.deleted && !opensAccount(user)) return null
  return (
    <Notice
      kind="warning"
      title={
        user.deleted
          ? 'Esta persona eliminó su perfil'
          : 'La clínica conoce a esta persona, que no tiene cuenta'
      }
    >
      Para abrir la cuenta, completa sus datos y elige el estado «Habilitado». Si tiene horas o exámenes, o
      tuvo una cuenta, otra persona del equipo lo confirma en «Por confirmar»; si no, se abre al guardar.
    </Notice>
  )
}

function EditUser({ user, onReload }: { user: User; onReload(): Promise<{ data?: User }> }) {
  const me = useCurrentUser()
  const navigate = useNavigate()
  const photos = useQuery({ ...userPhotosQuery(user), enabled: user.image_store_id !== null }).data
  const save = useEditUser(user)
  const kit = useContractForm(editRequest, {
    values: toUserValues(user),
    draftOf: user.id,
    leftOutOfDraft: ['password', 'password_confirmation'],
    hasSummary: true,
    idPrefix: fieldIdPrefix,
    hasErrorDialog: true,
    save,
    send: (_, on, typed) => save.mutate(typed, on),
  })
  const waiting = save.data?.waiting ?? []
  const name = formatFullName(user)

  /** Loads the changes of another user; the input of this form stays. */
  async function reload() {
    const { data } = await onReload()
    if (data) kit.form.reset(toUserValues(data), { keepDirtyValues: true })
    save.reset()
  }

  return (
    <>
      <PageHeading title={opensAccount(user) ? 'Abrir cuenta' : 'Actualizar usuario'} lead={name}>
        {hasPermission(me, 'audit.read') && (
          <TextLink to="/admin/registro" search={{ persona: user.id }} className="tap-target">
            Ver quién accedió a sus datos
          </TextLink>
        )}
      </PageHeading>
      <WaitingChanges personId={user.id} />
      <UserFormView
        kit={kit}
        currentPhoto={photos?.file_profile}
        account={user}
        storedForecast={user.forecast_id === null ? undefined : String(user.forecast_id)}
        submit={opensAccount(user) ? 'Abrir cuenta' : 'GUARDAR CAMBIOS'}
        onBack={() => navigate({ to: '/admin/usuarios' })}
      >
        <AccountSections
          roleName={user.person_role.name}
          isSelf={user.id === me?.id}
          hasAccount={!opensAccount(user)}
          isEmailVerified={user.email_verified}
          hint={<OpeningHint user={user} />}
        />
      </UserFormView>
      {user.id !== me?.id && !opensAccount(user) && <StaffAccount userId={user.id} name={name} />}
      {user.rol === 'STANDART_ROLE' && <PatientContact patientId={user.id} />}
      {user.rol === 'STANDART_ROLE' && <DeathReport user={user} />}
      {user.rol === 'STANDART_ROLE' && hasPermission(me, 'agenda.manage') && (
        <PatientAttendance patientId={user.id} />
      )}
      {user.rol !== 'STANDART_ROLE' &&
        user.id !== me?.id &&
        !user.deleted &&
        hasPermission(me, 'staff.manage') && <StaffPermissionsSection id={user.id} />}
      <FormErrorDialog
        kit={kit}
        title={updateFailed}
        stale={{
          is: ({ status, message }) => status === 409 && message !== errorTable.confirmationWaits.msg,
          reload,
        }}
      />
      <ResultDialog
        opened={save.isSuccess}
        kind="success"
        title={waiting.length === 0 ? '¡Usuario actualizado con éxito!' : waitsForAnother}
        action={{ label: 'Volver a usuarios', onClick: () => navigate({ to: '/admin/usuarios' }) }}
        secondary={{ label: 'Seguir editando', onClick: stay }}
        onClose={stay}
      >
        <SavedText name={name} waiting={waiting} />
      </ResultDialog>
    </>
  )

  function stay() {
    if (save.data) kit.form.reset(toUserValues(save.data.patient))
    save.reset()
  }
}

/** Says what of an edit was stored, and what another member of staff has to confirm first. */
function SavedText({ name, waiting }: { name: string; waiting: readonly ConfirmationKind[] }) {
  if (waiting.length === 0) return <>Los datos de {name} quedaron guardados.</>
  if (waiting.includes('account-opening'))
    return (
      <>
        La cuenta de {name} {waitsForColleague} {waitingSteps}
      </>
    )
  const changes = waiting.map((kind) => `«${confirmationLabels[kind]}»`).join(' y ')
  return (
    <>
      {changes} se hará cuando otra persona del equipo lo confirme. {waitingSteps} Los demás datos de {name}{' '}
      quedaron guardados.
    </>
  )
}

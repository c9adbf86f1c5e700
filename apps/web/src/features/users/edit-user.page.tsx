/** One account: edited, or validated while it is pending. */
import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@mi-portal/contract/api-error'
import { type ConfirmationKind, confirmationLabels } from '@mi-portal/contract/confirmations'
import type { User } from '@mi-portal/contract/users'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { createDraftHook } from '../../lib/drafts.ts'
import { hasPermission } from '../../lib/permissions.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DraftNotice } from '../../ui/draft-notice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { showServerErrors } from '../../ui/server-errors.ts'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { StaffAccount } from '../account-security/staff-account.tsx'
import { PatientAttendance } from '../attendance/patient-attendance.tsx'
import { WaitingChanges, waitingSteps, waitsForAnother } from '../confirmations/waiting-changes.tsx'
import { PatientContact } from '../emergency-contacts/patient-contact.tsx'
import { DeathReport } from './death-report.tsx'
import { StaffPermissionsSection } from './permissions/staff-permissions.tsx'
import { AccountSections, type PhotoErrors, UserFormView } from './user-form.tsx'
import { useEditUser, userPhotosQuery, userQuery } from './users.queries.ts'
import {
  editForm,
  fullName,
  noDocumentPhotos,
  opensAccount,
  type PhotoFiles,
  toUserValues,
  type UserValues,
  userFields,
} from './users.rules.ts'
import { UsersLink } from './users-link.tsx'
import { ValidateUser } from './validation/validate-user.tsx'

interface Typed {
  id: number
  values: UserValues
  photoFiles: PhotoFiles
}

const useDraft = createDraftHook<Typed>()

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
  if (data === undefined && error instanceof ApiError && error.status === 404)
    return <Missing title="No se encontró información del usuario" />
  if (data === undefined && error instanceof ApiError && error.status === 403)
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
  const [photoFiles, setPhotoFiles] = useState(noDocumentPhotos)
  const [photoErrors, setPhotoErrors] = useState<PhotoErrors>({})
  const [attempt, setAttempt] = useState(0)
  const form = useForm({
    resolver: zodResolver(editForm, undefined, { raw: true }),
    defaultValues: toUserValues(user),
    shouldFocusError: false,
  })
  const save = useEditUser(user)
  const { isDirty } = form.formState
  const hasPhotos = Object.values(photoFiles).some((photo) => photo !== null)
  const draft = useDraft(() => {
    if (save.isSuccess || !(isDirty || hasPhotos)) return null
    // A password is not part of the draft.
    const values = { ...form.getValues(), password: '', password_confirmation: '' }
    return { id: user.id, values, photoFiles }
  })
  const offered = draft.offered?.id === user.id ? draft.offered : null
  const isStale =
    save.error instanceof ApiError &&
    save.error.status === 409 &&
    save.error.message !== new ApiError('confirmationWaits').message
  const waiting = save.data?.waiting ?? []
  const name = fullName(user)

  function takeDraft() {
    if (offered === null) return
    form.reset(offered.values, { keepDefaultValues: true })
    setPhotoFiles(offered.photoFiles)
    draft.discard()
  }

  /** Loads the changes of another user; the input of this form stays. */
  async function reload() {
    const { data } = await onReload()
    if (data) form.reset(toUserValues(data), { keepDirtyValues: true })
    save.reset()
  }

  const submit = form.handleSubmit(
    (values) => {
      draft.discard()
      save.mutate({ values, photoFiles })
    },
    () => setAttempt((attempts) => attempts + 1),
  )

  return (
    <>
      <PageHeading title={opensAccount(user) ? 'Abrir cuenta' : 'Actualizar usuario'} lead={name}>
        {hasPermission(me, 'audit.read') && (
          <TextLink to="/admin/registro" search={{ persona: user.id }}>
            Ver quién accedió a sus datos
          </TextLink>
        )}
      </PageHeading>
      <WaitingChanges personId={user.id} />
      {offered && <DraftNotice onTake={takeDraft} onLeave={draft.discard} />}
      <UserFormView
        form={form}
        photoFiles={photoFiles}
        onPhotoFiles={(chosen) => {
          setPhotoFiles(chosen)
          setPhotoErrors({})
        }}
        photoErrors={photoErrors}
        currentPhoto={photos?.file_profile}
        account={user}
        storedForecast={user.forecast_id === null ? undefined : String(user.forecast_id)}
        roleName={user.person_role.name}
        attempt={attempt}
        submit={opensAccount(user) ? 'ABRIR CUENTA' : 'GUARDAR CAMBIOS'}
        sending={save.isPending}
        onSubmit={submit}
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
      {save.isError && (
        <ResultDialog
          opened
          kind="error"
          error={save.error}
          title="No ha sido posible completar la actualización"
          action={isStale ? { label: 'TRAER LOS CAMBIOS', onClick: reload } : undefined}
          secondary={isStale ? { label: 'Cerrar', onClick: save.reset } : undefined}
          onClose={() => {
            setPhotoErrors(showServerErrors(save.error, form, userFields))
            if (!isStale) setAttempt((attempts) => attempts + 1)
            save.reset()
          }}
        >
          {isStale
            ? 'Otra persona cambió estos datos mientras los editabas. Trae sus cambios: lo que escribiste se mantiene, y podrás guardar de nuevo.'
            : save.error.message}
        </ResultDialog>
      )}
    </>
  )

  function stay() {
    if (save.data) form.reset(toUserValues(save.data.patient))
    setPhotoFiles(noDocumentPhotos)
    save.reset()
  }
}

/** Says what of an edit was stored, and what another member of staff has to confirm first. */
function SavedText({ name, waiting }: { name: string; waiting: readonly ConfirmationKind[] }) {
  if (waiting.length === 0) return <>Los datos de {name} quedaron guardados.</>
  if (waiting.includes('account-opening'))
    return (
      <>
        La cuenta de {name} se abre cuando otra persona del equipo lo confirma. {waitingSteps}
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

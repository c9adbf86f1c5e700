/** CREATE: opens an account for a person at the desk, or writes down a record, and shows the outcome. */
import { zodResolver } from '@hookform/resolvers/zod'
import { personRoles } from '@mi-portal/contract/users'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { createDraftHook } from '../../lib/drafts.ts'
import { DraftNotice } from '../../ui/draft-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { showServerErrors } from '../../ui/server-errors.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { waitingSteps, waitsForAnother } from '../confirmations/waiting-changes.tsx'
import { CreateRecordPage } from './create-record.page.tsx'
import { CreateSections, type PhotoErrors, UserFormView } from './user-form.tsx'
import classes from './users.module.css'
import { useCreateUser } from './users.queries.ts'
import {
  createForm,
  emptyValues,
  noDocumentPhotos,
  type PhotoFiles,
  type UserValues,
  userFields,
} from './users.rules.ts'
import { UsersLink } from './users-link.tsx'

interface Typed {
  values: UserValues
  photoFiles: PhotoFiles
}

const useDraft = createDraftHook<Typed>()

export function CreateUserPage() {
  const { role } = useParams({ strict: false })
  const { tipo, documento } = useSearch({ strict: false })
  // The next registration starts with an empty form.
  const [count, setCount] = useState(0)
  if (role === 'ficha') return <CreateRecordPage />
  const first = count === 0 ? { type: tipo ?? 1, number: documento ?? '' } : { type: 1 as const, number: '' }
  return (
    <CreateUser
      key={`${role} ${count}`}
      role={role === 'admin' ? 'admin' : 'paciente'}
      document={first}
      onAnother={() => setCount(count + 1)}
    />
  )
}

function CreateUser(props: {
  role: 'paciente' | 'admin'
  document: { type: DocumentTypeId; number: string }
  onAnother(): void
}) {
  const navigate = useNavigate()
  const [photoFiles, setPhotoFiles] = useState(noDocumentPhotos)
  const [photoErrors, setPhotoErrors] = useState<PhotoErrors>({})
  const [attempt, setAttempt] = useState(0)
  const form = useForm({
    resolver: zodResolver(createForm, undefined, { raw: true }),
    defaultValues: emptyValues(props.document),
    shouldFocusError: false,
  })
  const create = useCreateUser(props.role)
  const { isDirty } = form.formState
  const hasPhotos = Object.values(photoFiles).some((photo) => photo !== null)
  const draft = useDraft(() =>
    !create.isSuccess && (isDirty || hasPhotos) ? { values: form.getValues(), photoFiles } : null,
  )
  const roleName = personRoles[props.role === 'admin' ? 0 : 1].name
  const home = () => navigate({ to: '/admin/usuarios' })

  function takeDraft() {
    if (!draft.offered) return
    form.reset(draft.offered.values, { keepDefaultValues: true })
    setPhotoFiles(draft.offered.photoFiles)
    draft.discard()
  }

  const submit = form.handleSubmit(
    (values) => {
      draft.discard()
      create.mutate({ values, photoFiles })
    },
    () => setAttempt((attempts) => attempts + 1),
  )

  return (
    <>
      <UsersLink />
      <PageHeading
        title={props.role === 'admin' ? 'Crear administrador' : 'Crear paciente'}
        lead="Todos los datos son obligatorios, salvo los que dicen (opcional)."
      />
      {props.role === 'paciente' && (
        <div className={classes.notice}>
          <Notice kind="info" title="La cuenta se abre al registrar">
            Revisa con la persona su documento y su e-mail. Si la clínica ya tiene horas o exámenes suyos,
            otra persona del equipo confirma la cuenta en{' '}
            <TextLink to="/admin/por-confirmar">Por confirmar</TextLink>: avísale ahora. Si solo necesita una
            hora,{' '}
            <TextLink to="/admin/usuarios/crear/$role" params={{ role: 'ficha' }}>
              crea su ficha
            </TextLink>
            .
          </Notice>
        </div>
      )}
      {draft.offered && <DraftNotice onTake={takeDraft} onLeave={draft.discard} />}
      <UserFormView
        form={form}
        photoFiles={photoFiles}
        onPhotoFiles={(chosen) => {
          setPhotoFiles(chosen)
          setPhotoErrors({})
        }}
        photoErrors={photoErrors}
        roleName={roleName}
        attempt={attempt}
        submit="REGISTRAR USUARIO"
        sending={create.isPending}
        onSubmit={submit}
        onBack={home}
      >
        <CreateSections roleName={roleName} />
      </UserFormView>
      <ResultDialog
        opened={create.isSuccess}
        kind="success"
        size={490}
        title={create.data?.isOpened ? '¡Usuario registrado con éxito!' : waitsForAnother}
        action={{ label: 'REGISTRAR OTRO USUARIO', onClick: props.onAnother }}
        secondary={{ label: 'Volver a usuarios', onClick: home }}
        onClose={home}
      >
        {create.data?.isOpened === true ? (
          <>
            {create.data.notified.text}{' '}
            {create.data.notified.isUnnotified
              ? 'La persona aún no tiene una contraseña temporal.'
              : 'El correo de bienvenida trae una contraseña temporal que dura 7 días.'}
          </>
        ) : (
          <>
            {props.role === 'admin'
              ? 'La cuenta la confirma otra persona con superadministración.'
              : 'La clínica ya tiene horas o exámenes de esta persona.'}{' '}
            {waitingSteps} Entonces enviamos a {create.data?.email} un correo con una contraseña temporal que
            dura 7 días.
          </>
        )}
      </ResultDialog>
      {create.isError && (
        <ResultDialog
          opened
          kind="error"
          error={create.error}
          title="No ha sido posible completar el registro"
          onClose={() => {
            setPhotoErrors(showServerErrors(create.error, form, userFields))
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

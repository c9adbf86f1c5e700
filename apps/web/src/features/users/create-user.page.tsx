/** CREATE: opens an account for a person at the desk, or writes down a record, and shows the outcome. */
import { personRoles } from '@mi-portal/contract/users'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { registrationFailed } from '../../lib/explain-error.ts'
import { useContractForm } from '../../ui/form/contract-form.tsx'
import { allRequired } from '../../ui/form/fields.tsx'
import { FormErrorDialog } from '../../ui/form/form-error-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { waitingSteps, waitsForAnother } from '../confirmations/waiting-changes.tsx'
import { fieldIdPrefix } from '../people/person-fields.tsx'
import { CreateRecordPage } from './create-record.page.tsx'
import { CreateSections, UserFormView } from './user-form.tsx'
import { useCreateUser } from './users.queries.ts'
import { createRequest, emptyValues } from './users.rules.ts'
import { UsersLink } from './users-link.tsx'

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
  const create = useCreateUser(props.role)
  const kit = useContractForm(createRequest, {
    values: emptyValues(props.document),
    draftOf: null,
    hasSummary: true,
    idPrefix: fieldIdPrefix,
    hasErrorDialog: true,
    save: create,
    send: (_, on, typed) => create.mutate(typed, on),
  })
  const roleName = personRoles[props.role === 'admin' ? 0 : 1].name
  const home = () => navigate({ to: '/admin/usuarios' })

  return (
    <>
      <UsersLink />
      <PageHeading
        title={props.role === 'admin' ? 'Crear administrador' : 'Crear paciente'}
        lead={allRequired}
      />
      {props.role === 'paciente' && (
        <div className="mb-4">
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
      <UserFormView kit={kit} submit="REGISTRAR USUARIO" onBack={home}>
        <CreateSections roleName={roleName} />
      </UserFormView>
      <FormErrorDialog kit={kit} title={registrationFailed} />
      <ResultDialog
        opened={create.isSuccess}
        kind="success"
        size={490}
        title={create.data?.isOpened ? '¡Usuario registrado con éxito!' : waitsForAnother}
        action={{ label: 'Registrar otro usuario', onClick: props.onAnother }}
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
    </>
  )
}

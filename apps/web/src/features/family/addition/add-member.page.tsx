/** Page on which a patient adds a person to their own group. */

import { CallError } from '@mi-portal/contract/calls/call-error'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { isEmail } from '@mi-portal/contract/values/email'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { type CurrentUser, useCurrentUser } from '../../../lib/session.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { type Family, type PersonDocument, useRequestMember } from '../family.queries.ts'
import type { MemberInputForm } from './add-member.flow.ts'
import { AddMember, type AddMemberView, notRegistered } from './add-member.tsx'
import { RelationshipField } from './confirm-person.tsx'

const buttonsLook = 'flex flex-wrap justify-end gap-3 max-desktop:*:flex-auto'

export function AddMemberPage() {
  const user = useCurrentUser()
  return user && <Wizard user={user} />
}

const home = '/dashboard/mi-grupo-familiar'

function Wizard({ user }: { user: CurrentUser }) {
  const navigate = useNavigate()
  const family: Family = { patientId: user.id, asStaff: false }
  const onLeave = () => navigate({ to: home })
  const face: AddMemberView = {
    family,
    lastStep: 'Enviar solicitud',
    onLeave,
    unknown: (document, back, form) => (
      <InvitePerson family={family} document={document} back={back} form={form} onDone={onLeave} />
    ),
    sent: (person, requestId, joined, again) => (
      <>
        {joined ? (
          <p>
            En <TextLink to={home}>Mi Grupo familiar</TextLink> dice desde cuándo ves su historial.
          </p>
        ) : (
          <>
            <p>
              Enviamos la solicitud para agregar a <strong>{formatFullName(person)}</strong> a tu grupo
              familiar.
            </p>
            <p>
              {person.has_account
                ? `Se aprueba desde la cuenta de ${person.first_name}. Te avisaremos cuando ocurra.`
                : 'La clínica debe aprobarla. Te avisaremos cuando ocurra.'}
            </p>
          </>
        )}
        <div className={buttonsLook}>
          <Button variant="subtle" onClick={again}>
            AGREGAR OTRO INTEGRANTE
          </Button>
          <ButtonLink to={home} search={{ tab: 'solicitudes', request_id: requestId }}>
            VER MIS SOLICITUDES
          </ButtonLink>
        </div>
      </>
    ),
  }
  return (
    <>
      <BackLink to={home}>Volver a mi grupo familiar</BackLink>
      <PageHeading title="Agregar integrante" lead="Escribe su RUT o pasaporte. Le pediremos que acepte." />
      <AddMember view={face} />
    </>
  )
}

interface InvitePersonProps {
  family: Family
  document: PersonDocument
  /** The button that returns to the search. */
  back: ReactNode
  form: MemberInputForm
  onDone(): void
}

/** Invites a person without an account by e-mail to open one, or links to the registration page. */
function InvitePerson({ family, document, back, form, onDone }: InvitePersonProps) {
  const { relationship, email } = form.typed
  const [fieldError, setFieldError] = useState<string>()
  const [isAsked, setIsAsked] = useState(false)
  const invite = useRequestMember(family)
  const invited = invite.error instanceof CallError && invite.error.invited

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsAsked(true)
    const wrong = email.trim() === '' ? 'Digita E-mail' : 'Digita E-mail válido'
    const found = isEmail(email.trim()) ? undefined : wrong
    setFieldError(found)
    if (found || relationship === '' || invite.isPending) return
    invite.mutate({ document, relationshipId: Number(relationship), email: email.trim() })
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <p>{notRegistered}</p>
      <p>Podemos enviarle una invitación por correo electrónico para que cree su cuenta.</p>
      <TextField
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        value={email}
        onChange={(event) => {
          form.onType({ email: event.currentTarget.value })
          setFieldError(undefined)
        }}
        error={fieldError}
      />
      <RelationshipField
        asStaff={false}
        ofMinor={false}
        value={relationship}
        isAsked={isAsked}
        onChange={(id) => form.onType({ relationship: id })}
      />
      <div className={buttonsLook}>
        {back}
        <ButtonLink to="/registrar" variant="outline">
          REGISTRAR USUARIO
        </ButtonLink>
        <Button type="submit" loading={invite.isPending}>
          ENVIAR INVITACIÓN
        </Button>
      </div>
      {invited && (
        <ResultDialog opened kind="success" title="Invitación enviada" onClose={onDone}>
          Escribimos a {email.trim()}. Cuando la persona haya creado su cuenta, vuelve a enviarle la
          solicitud.
        </ResultDialog>
      )}
      {invite.isError && !invited && (
        <ResultDialog
          opened
          kind="error"
          error={invite.error}
          title="No fue posible enviar la invitación"
          onClose={invite.reset}
        >
          {invite.error.message}
        </ResultDialog>
      )}
    </form>
  )
}

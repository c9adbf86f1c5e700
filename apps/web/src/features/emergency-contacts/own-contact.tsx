/** The patient's own emergency contact: shown, added, changed and removed. */
import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@mi-portal/contract/api-error'
import { type EmergencyContact, emergencyContact } from '@mi-portal/contract/emergency-contacts'
import { phonePlaceholder } from '@mi-portal/contract/values/phone'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useUnsentInput } from '../../lib/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ContactData } from './contact-data.tsx'
import classes from './emergency-contacts.module.css'
import { ownContactQuery, useChangeContact } from './emergency-contacts.queries.ts'

export function OwnContact({ userId }: { userId: number }) {
  const query = useQuery(ownContactQuery(userId))
  return (
    <section className={`portal-card ${classes.card}`} aria-labelledby="contacto-de-emergencia">
      <h2 id="contacto-de-emergencia">Contacto de emergencia</h2>
      <QueryContent query={query} skeleton={<BlockSkeleton height={96} />}>
        {(contact) => <Contact userId={userId} contact={contact} />}
      </QueryContent>
    </section>
  )
}

function Contact({ userId, contact }: { userId: number; contact: EmergencyContact | null }) {
  const [isEditing, setIsEditing] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const change = useChangeContact(userId)
  if (isEditing) return <ContactForm userId={userId} contact={contact} onDone={() => setIsEditing(false)} />
  return (
    <>
      {contact ? (
        <ContactData contact={contact} />
      ) : (
        <p className={classes.hint}>
          Aún no tienes uno. Es a quien llamaremos si te pasa algo mientras te atendemos. Es opcional.
        </p>
      )}
      {change.isError && <ErrorNotice error={change.error} />}
      <div className={classes.buttons}>
        <Button variant="light" onClick={() => setIsEditing(true)}>
          {contact ? 'Cambiar contacto' : 'Agregar contacto'}
        </Button>
        {contact && (
          <Button variant="subtle" danger onClick={() => setIsRemoving(true)}>
            Quitar contacto
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={isRemoving}
        title="¿Quieres quitar tu contacto de emergencia?"
        confirm="Quitar"
        danger
        loading={change.isPending}
        onConfirm={() => change.mutate(null, { onSettled: () => setIsRemoving(false) })}
        onClose={() => setIsRemoving(false)}
      >
        <p>Si lo quitas, no sabremos a quién llamar en una emergencia.</p>
      </ConfirmDialog>
    </>
  )
}

const fields = ['name', 'relationship', 'phone'] as const

function ContactForm(props: { userId: number; contact: EmergencyContact | null; onDone(): void }) {
  const change = useChangeContact(props.userId)
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(emergencyContact),
    defaultValues: props.contact ?? { name: '', relationship: '', phone: '' },
  })
  useUnsentInput(() => formState.isDirty && !change.isSuccess)
  const submit = handleSubmit((contact) =>
    change.mutate(contact, {
      onSuccess: props.onDone,
      onError: (error) => {
        if (!(error instanceof ApiError)) return
        for (const field of fields) {
          const message = error.fieldErrorOf(field)
          if (message) setError(field, { message })
        }
      },
    }),
  )
  const error = (field: (typeof fields)[number]) => formState.errors[field]?.message
  return (
    <form noValidate className={classes.form} onSubmit={submit} aria-label="Contacto de emergencia">
      <TextField {...register('name')} label="Nombre y apellido" autoComplete="off" error={error('name')} />
      <TextField
        {...register('relationship')}
        label="Relación contigo"
        description="Por ejemplo: mamá, pareja, amigo."
        autoComplete="off"
        error={error('relationship')}
      />
      <TextField
        {...register('phone')}
        type="tel"
        inputMode="numeric"
        label="Teléfono"
        description="9 dígitos, sin +56."
        placeholder={phonePlaceholder}
        maxLength={9}
        autoComplete="off"
        error={error('phone')}
      />
      {change.isError && <ErrorNotice error={change.error} />}
      <div className={classes.buttons}>
        <Button variant="default" disabled={change.isPending} onClick={props.onDone}>
          Volver
        </Button>
        <Button type="submit" loading={change.isPending}>
          Guardar contacto
        </Button>
      </div>
    </form>
  )
}

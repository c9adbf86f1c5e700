/** The patient's own emergency contact: shown, added, changed and removed. */
import {
  type EmergencyContact,
  emergencyContact,
  emergencyContactEndpoints,
} from '@mi-portal/contract/emergency-contacts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ContractForm, FormEnd, useContractForm } from '../../ui/form/contract-form.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { ContactData } from './contact-data.tsx'
import { ownContactQuery, useChangeContact } from './emergency-contacts.queries.ts'

const buttonsLook = 'flex flex-wrap gap-3'

const request = { ...emergencyContactEndpoints.save, body: emergencyContact }

export function OwnContact({ userId }: { userId: number }) {
  const query = useQuery(ownContactQuery(userId))
  return (
    <section className="portal-card grid gap-4 p-6 mt-4" aria-labelledby="contacto-de-emergencia">
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
        <p className="text-muted">
          Aún no tienes uno. Es a quien llamaremos si te pasa algo mientras te atendemos. Es opcional.
        </p>
      )}
      {change.isError && <ErrorNotice error={change.error} />}
      <div className={buttonsLook}>
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

function ContactForm(props: { userId: number; contact: EmergencyContact | null; onDone(): void }) {
  const change = useChangeContact(props.userId)
  const kit = useContractForm(request, {
    values: props.contact ?? { name: '', relationship: '', phone: '' },
    draftOf: props.userId,
    save: change,
    send: change.mutate,
    onSent: props.onDone,
  })
  const { Field } = kit
  return (
    <ContractForm kit={kit} className="grid gap-4 max-w-[420px]" aria-label="Contacto de emergencia">
      <Field.Text name="name" label="Nombre y apellido" autoComplete="off" />
      <Field.Text
        name="relationship"
        label="Relación contigo"
        description="Por ejemplo: mamá, pareja, amigo."
        autoComplete="off"
      />
      <Field.Phone name="phone" label="Teléfono" />
      <FormEnd kit={kit} className={buttonsLook} submit="Guardar contacto" onCancel={props.onDone} />
    </ContractForm>
  )
}

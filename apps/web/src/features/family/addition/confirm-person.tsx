/** The person found, to be looked at and asked: what they are to the leader and, of a minor, the legal text. */
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DocumentField } from '../../../ui/document-field.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { LegalTextDialog } from '../../legal/legal-text-dialog.tsx'
import classes from '../family.module.css'
import { type Family, type PersonDocument, relationshipsQuery, useAskPerson } from '../family.queries.ts'
import type { Found, TypedForm } from './add-member.flow.ts'
import { StepHeading } from './step-heading.tsx'

interface ConfirmPersonProps {
  family: Family
  document: PersonDocument
  person: Found
  form: TypedForm
  onBack(): void
  /** The legal text was rejected. */
  onLeave(): void
  onSent(requestId: number): void
}

export function ConfirmPerson(props: ConfirmPersonProps) {
  const { family, document, person, form, onBack, onLeave, onSent } = props
  const { relationship } = form.typed
  const [accepted, setAccepted] = useState<number>()
  const ask = useAskPerson(family)
  const ready = relationship !== '' && (!person.is_a_minor || accepted !== undefined)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!ready || ask.isPending) return
    ask.mutate(
      { document, relationshipId: Number(relationship), legalTextId: accepted },
      { onSuccess: onSent },
    )
  }

  return (
    <form noValidate className={`portal-card ${classes.panel}`} onSubmit={submit}>
      <StepHeading>Verifica los datos</StepHeading>
      <p>Verifica que los datos correspondan a la persona y selecciona el tipo de relación.</p>
      <div className={classes.pair}>
        <TextField label="Nombres" value={person.first_name} readOnly />
        <TextField label="Primer apellido" value={person.last_name} readOnly />
        <TextField label="Segundo apellido" value={person.second_name} readOnly />
        <TextField label="E-mail" value={person.email ?? 'Sin e-mail'} readOnly />
      </div>
      <RelationshipField
        ofMinor={person.is_a_minor}
        value={relationship}
        onChange={(id) => form.onType({ relationship: id })}
      />
      <DocumentField
        type={document.type}
        onTypeChange={() => undefined}
        number={document.number}
        onNumberChange={() => undefined}
        autoComplete="off"
        disabled
      />
      <div className={classes.buttons}>
        <Button variant="subtle" disabled={ask.isPending} onClick={onBack}>
          VOLVER
        </Button>
        <Button type="submit" disabled={!ready} loading={ask.isPending}>
          ENVIAR SOLICITUD
        </Button>
      </div>
      <LegalTextDialog
        kind="family_group"
        title="Agregar a una persona menor de edad"
        statement="Leí y acepto el texto legal"
        opened={person.is_a_minor && accepted === undefined}
        onAccept={(_version, id) => setAccepted(id)}
        onReject={onLeave}
      />
      {ask.isError && (
        <ResultDialog opened kind="error" title="No fue posible enviar la solicitud" onClose={ask.reset}>
          {ask.error.message}
        </ResultDialog>
      )}
    </form>
  )
}

interface RelationshipFieldProps {
  /** Only what a minor can be to somebody. */
  ofMinor: boolean
  value: string
  onChange(id: string): void
}

/** What the person is to the leader. */
export function RelationshipField({ ofMinor, value, onChange }: RelationshipFieldProps) {
  const query = useQuery(relationshipsQuery)
  const [left, setLeft] = useState(false)
  if (query.isError)
    return <LoadError message={query.error.message} onRetry={query.refetch} retrying={query.isFetching} />
  return (
    <SelectField
      label="Tipo de relación"
      description="Qué es la persona de quien dirige el grupo."
      placeholder="Tipo de relación"
      options={(query.data ?? []).filter((one) => !ofMinor || one.member_may_be_minor)}
      loading={query.isPending}
      value={value}
      onChange={onChange}
      onBlur={() => setLeft(true)}
      error={left && value === '' ? 'Selecciona Tipo de relación' : undefined}
    />
  )
}

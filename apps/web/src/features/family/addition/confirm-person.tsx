/** Shows the person who was found and asks for the relationship to the group owner; for a minor also for the legal text. */
import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { cleanDocument, documentType } from '@mi-portal/contract/values/document-number'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { LegalTextDialog } from '../../legal/legal-text-dialog.tsx'
import { type Family, type PersonDocument, relationshipsQuery, useRequestMember } from '../family.queries.ts'
import type { FoundPatient, MemberInputForm } from './add-member.flow.ts'
import { StepHeading } from './step-heading.tsx'

interface ConfirmPersonProps {
  family: Family
  document: PersonDocument
  person: FoundPatient
  form: MemberInputForm
  onBack(): void
  /** Called when the legal text was rejected. */
  onLeave(): void
  onSent(sent: { request_id: number; joined: boolean }): void
}

export function ConfirmPerson(props: ConfirmPersonProps) {
  const { family, document, person, form, onBack, onLeave, onSent } = props
  const { relationship } = form.typed
  const [accepted, setAccepted] = useState<number>()
  const ask = useRequestMember(family)
  const [isAsked, setIsAsked] = useState(false)
  const ready = relationship !== '' && (!person.is_a_minor || accepted !== undefined)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsAsked(true)
    if (!ready || ask.isPending) return
    ask.mutate(
      { document, relationshipId: Number(relationship), legalTextId: accepted },
      { onSuccess: onSent },
    )
  }

  return (
    <form noValidate className="portal-card grid gap-4 p-6 max-desktop:p-4" onSubmit={submit}>
      <StepHeading>Verifica los datos</StepHeading>
      <p>Verifica que los datos correspondan a la persona y selecciona el tipo de relación.</p>
      <dl className="grid pair-grid gap-4 m-0 [&_dt]:type-meta [&_dt]:text-muted [&_dd]:m-0 [&_dd]:font-strong [&_dd]:text-strong [&_dd]:wrap-anywhere">
        {factsOf(document, person).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!person.has_account && (
        <Notice kind="info" title="No tiene una cuenta en el portal">
          {family.asStaff
            ? 'Nadie puede aceptar por él o ella: después de enviarla, apruébala, y otra persona del equipo la confirma.'
            : 'El Registro Civil dice que es tu hijo o hija: será parte de tu grupo sin otra aprobación.'}
        </Notice>
      )}
      <RelationshipField
        asStaff={family.asStaff}
        ofMinor={person.is_a_minor}
        value={relationship}
        isAsked={isAsked}
        onChange={(id) => form.onType({ relationship: id })}
      />
      <div className="flex flex-wrap justify-end gap-3 max-desktop:*:flex-auto">
        <Button variant="subtle" disabled={ask.isPending} onClick={onBack}>
          VOLVER
        </Button>
        <Button type="submit" loading={ask.isPending}>
          {person.has_account || family.asStaff ? 'ENVIAR SOLICITUD' : 'AGREGAR A MI GRUPO'}
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
        <ResultDialog
          opened
          kind="error"
          error={ask.error}
          title="No fue posible enviar la solicitud"
          onClose={ask.reset}
        >
          {ask.error.message}
        </ResultDialog>
      )}
    </form>
  )
}

/** Returns the labels and values that the person is recognised by. */
function factsOf(
  { type, number, country }: PersonDocument,
  person: FoundPatient,
): [label: string, value: string][] {
  return [
    ['Nombres', person.first_name],
    ['Primer apellido', person.last_name],
    ['Segundo apellido', person.second_name || '—'],
    [
      type === documentType.run ? 'RUT' : 'Pasaporte',
      showDocumentWithCountry(type, cleanDocument(type, number), country),
    ],
    ['E-mail', person.email ?? 'Sin e-mail'],
  ]
}

interface RelationshipFieldProps {
  /** Whether staff choose for a patient, or the group owner does. */
  asStaff: boolean
  /** Whether only the relationships that a minor can have are offered. */
  ofMinor: boolean
  value: string
  /** Whether the form was submitted, so that a missing choice is reported. */
  isAsked: boolean
  onChange(id: string): void
}

/** Field for the person's relationship to the group owner. */
export function RelationshipField({ asStaff, ofMinor, value, isAsked, onChange }: RelationshipFieldProps) {
  const query = useQuery(relationshipsQuery)
  const [left, setLeft] = useState(false)
  if (query.isError)
    return <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
  const options = (query.data ?? []).filter((one) => !ofMinor || one.member_may_be_minor)
  const error = (left || isAsked) && value === '' ? 'Selecciona Tipo de relación' : undefined
  // A minor can have few relationships, so all of them are in sight.
  if (ofMinor && !query.isPending)
    return (
      <ChoiceCards
        legend="Tipo de relación"
        options={options.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={value}
        onChange={onChange}
        error={error}
      />
    )
  return (
    <SelectField
      label="Tipo de relación"
      description={
        asStaff ? 'Qué parentesco tiene con quien dirige el grupo.' : 'Qué parentesco tiene contigo.'
      }
      placeholder="Tipo de relación"
      options={options}
      loading={query.isPending}
      value={value}
      onChange={onChange}
      onBlur={() => setLeft(true)}
      error={error}
    />
  )
}

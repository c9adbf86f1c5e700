/** The wizard that asks a person into a group, for patients and for staff: search, confirm, sent. */
import { type DocumentTypeId, documentFault } from '@mi-portal/contract/values/document-number'
import { type ReactNode, type SubmitEvent, useReducer, useState } from 'react'
import { portal } from '../../../lib/portal-config.ts'
import { Button } from '../../../ui/button.tsx'
import { DocumentField } from '../../../ui/document-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { StepTrail } from '../../../ui/step-trail.tsx'
import classes from '../family.module.css'
import { type Family, type PersonDocument, useSearchPerson } from '../family.queries.ts'
import { nameOf } from '../member-card.tsx'
import { type Found, move, type Stage, steps } from './add-member.flow.ts'
import { ConfirmPerson } from './confirm-person.tsx'
import { StepHeading } from './step-heading.tsx'

export const notRegistered = `El usuario no está registrado en ${portal.product}. Para agregarlo al grupo familiar, primero debe crear una cuenta.`

export interface Face {
  family: Family
  /** The last word of the trail. */
  lastStep: string
  /** Back to the group. */
  onLeave(): void
  /** What can be done for somebody without an account; the text above it says so. */
  unknown(document: PersonDocument, back: ReactNode): ReactNode
  /** Below the news that the request was sent. */
  sent(person: Found, requestId: number, again: () => void): ReactNode
}

export function AddMember({ face }: { face: Face }) {
  const [stage, go] = useReducer(move, { step: 'search' } satisfies Stage)
  const [type, setType] = useState<DocumentTypeId>(1)
  const [told, setTold] = useState(false)
  const back = () => go({ step: 'search' })
  return (
    <div className={classes.wizard}>
      <StepTrail
        steps={['Buscar usuario', 'Confirmar datos', face.lastStep]}
        current={steps[stage.step].place}
      />
      {stage.step === 'search' && (
        <SearchPerson
          type={type}
          onType={setType}
          leaderId={face.family.patientId}
          onFound={(document, person) =>
            go(person ? { step: 'confirm', document, person } : { step: 'unknown', document })
          }
        />
      )}
      {stage.step === 'confirm' && (
        <ConfirmPerson
          family={face.family}
          document={stage.document}
          person={stage.person}
          onBack={back}
          onLeave={face.onLeave}
          onSent={(requestId) => {
            go({ step: 'sent', person: stage.person, requestId })
            setTold(true)
          }}
        />
      )}
      {stage.step === 'unknown' && (
        <section className={`portal-card ${classes.panel}`}>
          <StepHeading>No se ha encontrado al usuario</StepHeading>
          {face.unknown(
            stage.document,
            <Button variant="subtle" onClick={back}>
              VOLVER
            </Button>,
          )}
        </section>
      )}
      {stage.step === 'sent' && (
        <section className={`portal-card ${classes.panel}`}>
          <StepHeading>Solicitud enviada</StepHeading>
          {face.sent(stage.person, stage.requestId, back)}
        </section>
      )}
      <ResultDialog
        opened={told}
        kind="success"
        title="¡La solicitud ha sido enviada con éxito!"
        onClose={() => setTold(false)}
      />
    </div>
  )
}

interface SearchPersonProps {
  /** Kept when somebody comes back; the number is not. */
  type: DocumentTypeId
  onType(type: DocumentTypeId): void
  leaderId: number
  onFound(document: PersonDocument, person: Found | null): void
}

function SearchPerson({ type, onType, leaderId, onFound }: SearchPersonProps) {
  const [number, setNumber] = useState('')
  const [left, setLeft] = useState(false)
  const [own, setOwn] = useState<string | null>(null)
  const search = useSearchPerson()
  const fault = documentFault(type, number)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setLeft(true)
    if (fault || search.isPending) return
    const document = { type, number }
    search.mutate(document, {
      onSuccess: (person) => {
        if (person?.id === leaderId) setOwn(`El documento ingresado corresponde al usuario ${nameOf(person)}`)
        else onFound(document, person)
      },
    })
  }
  function change(typed: string) {
    setNumber(typed)
    setOwn(null)
    search.reset()
  }

  return (
    <form noValidate className={`portal-card ${classes.panel}`} onSubmit={submit}>
      <DocumentField
        type={type}
        onTypeChange={(chosen) => {
          onType(chosen)
          change('')
          setLeft(false)
        }}
        number={number}
        onNumberChange={change}
        onNumberBlur={() => setLeft(true)}
        autoComplete="off"
        error={own ?? (left && fault ? fault : undefined)}
      />
      {search.isError && <Notice kind="error" title={search.error.message} />}
      <div className={classes.buttons}>
        <Button type="submit" disabled={fault !== null} loading={search.isPending}>
          CONTINUAR
        </Button>
      </div>
    </form>
  )
}
